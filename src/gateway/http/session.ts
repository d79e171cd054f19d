import {
  type ConsumerRecord,
  findConsumerByIdentity,
  findConsumerWithAccount,
} from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, apiError } from './api-error.ts';

/** Since the password was typed; sensitive calls ask for it again after that. */
const freshMilliseconds = 10 * 60_000;

export interface SignedIn {
  consumer: ConsumerRecord;
  signedInAt: Date;
}

/** Reads the account at every call, so that its tokens end with a new password or when disabled. */
export async function findSignedIn(gateway: Gateway, request: Request): Promise<SignedIn | null> {
  const { database, identity } = gateway;
  const token = bearerOf(request);
  const claims = token ? await identity.verify(token) : null;
  if (!claims) return null;
  const campaignId = gateway.campaign.campaign.id;
  // A real identity service has no account here to check.
  const consumer = identity.accounts
    ? await findConsumerWithAccount(database, campaignId, claims)
    : await findConsumerByIdentity(database, campaignId, claims.userId);
  return consumer && { consumer, signedInAt: new Date(claims.signedInAt * 1000) };
}

export function refuseOldSignIn(signedInAt: Date | null, now: Date): ApiError | null {
  const isFresh = signedInAt && now.getTime() - signedInAt.getTime() <= freshMilliseconds;
  return isFresh ? null : apiError('SIGN_IN_AGAIN');
}

export function bearerOf(request: Request): string {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}
