import {
  type ConsumerRecord,
  findConsumerByIdentity,
  findConsumerWithAccount,
} from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, apiError } from './api-error.ts';

/** How long ago the password may have been typed for what a stolen token must not do. */
const freshMilliseconds = 10 * 60_000;

export interface SignedIn {
  consumer: ConsumerRecord;
  /** When the password was typed that the token goes back to. */
  signedInAt: Date;
}

/**
 * Who is signed in by the request's bearer token; null without a good one. The account's own word
 * counts at every call: a token from before a new password is none, nor is a disabled account's.
 */
export async function findSignedIn(gateway: Gateway, request: Request): Promise<SignedIn | null> {
  const { database, identity } = gateway;
  const token = bearerOf(request);
  const claims = token ? await identity.verify(token) : null;
  if (!claims) return null;
  const campaignId = gateway.campaign.campaign.id;
  // The real service has looked at its own accounts already; those kept here are read along.
  const consumer = identity.accounts
    ? await findConsumerWithAccount(database, campaignId, claims)
    : await findConsumerByIdentity(database, campaignId, claims.userId);
  return consumer && { consumer, signedInAt: new Date(claims.signedInAt * 1000) };
}

/** Refuses a token whose password was typed too long ago to say that its owner is still there. */
export function refuseOldSignIn(signedInAt: Date | null, now: Date): ApiError | null {
  const isFresh = signedInAt && now.getTime() - signedInAt.getTime() <= freshMilliseconds;
  return isFresh ? null : apiError('SIGN_IN_AGAIN');
}

/** The token of a request; empty without one. */
export function bearerOf(request: Request): string {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}
