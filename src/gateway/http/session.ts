import type { Access } from '../../contract/endpoint.ts';
import {
  type ConsumerRecord,
  findConsumerByIdentity,
  findConsumerWithAccount,
} from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** How long after typing the password sensitive calls are allowed without typing it again. */
const maxSignInAgeMs = 10 * 60_000;

export interface SignedIn {
  consumer: ConsumerRecord;
  signedInAt: Date;
}

interface Anonymous {
  consumer: null;
  signedInAt: null;
}
export const anonymous: Anonymous = { consumer: null, signedInAt: null };

export type Caller<Who extends Access> = Who extends 'consumer' ? SignedIn : SignedIn | Anonymous;

export function mayCall<Who extends Access>(
  access: Who,
  caller: SignedIn | Anonymous,
): caller is Caller<Who> {
  return access === 'public' || caller.consumer !== null;
}

export function callerKey(consumer: SignedIn['consumer'] | null, address: string): string {
  return consumer ? `consumer:${consumer.id}` : `address:${address}`;
}

/** Reads the account at every call, so that a new password or disabling it ends its tokens. */
export async function findSignedIn(gateway: Gateway, request: Request): Promise<SignedIn | null> {
  const { campaignId, database, identity } = gateway;
  const token = bearerOf(request);
  const claims = token ? await identity.verify(token) : null;
  if (!claims) return null;
  // With a real identity service, there is no account here to check.
  const consumer = identity.accounts
    ? await findConsumerWithAccount(database, campaignId, claims)
    : await findConsumerByIdentity(database, campaignId, claims.userId);
  return consumer && { consumer, signedInAt: new Date(claims.signedInAt * 1000) };
}

export function checkSignInAge(signedInAt: Date | null, now: Date): Refusal | null {
  const isFresh = signedInAt && now.getTime() - signedInAt.getTime() <= maxSignInAgeMs;
  return isFresh ? null : refuse('SIGN_IN_AGAIN');
}

export function bearerOf(request: Request): string {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}
