import type { Access } from '../../contract/endpoint.ts';
import { minuteMs } from '../../rules/dates.ts';
import {
  type ConsumerRecord,
  findConsumerByIdentity,
  findConsumerWithAccount,
} from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Claims } from '../services/identity/id-tokens.ts';

/** How long after typing the password sensitive calls are allowed without typing it again. */
const maxSignInAgeMs = 10 * minuteMs;

/** If the body takes longer to arrive, the caller is checked again: the session may have ended. */
const maxUncheckedMs = 1_000;

export interface SignedIn {
  consumer: ConsumerRecord;
  signedInAt: Date;
  claims: Claims;
  foundAt: Date;
}

type Anonymous = { [Member in keyof SignedIn]: null };
export const anonymous: Anonymous = {
  consumer: null,
  signedInAt: null,
  claims: null,
  foundAt: null,
};

export type Caller<Who extends Access> = Who extends 'consumer' ? SignedIn : SignedIn | Anonymous;

export function mayCall<Who extends Access>(
  access: Who,
  caller: SignedIn | Anonymous,
): caller is Caller<Who> {
  return access === 'public' || caller.consumer !== null;
}

export interface CallerKey {
  readonly key: string;
  readonly isSignedIn: boolean;
}

/** Owner of the stored answers of a consumer's calls; an erasure deletes them by it. */
export function consumerKey(id: number): string {
  return `consumer:${id}`;
}

export function callerKey(consumer: SignedIn['consumer'] | null, address: string): CallerKey {
  return consumer
    ? { key: consumerKey(consumer.id), isSignedIn: true }
    : { key: `address:${address}`, isSignedIn: false };
}

/** Reads the account at every call, so that a new password or disabling it ends its tokens. */
export async function findSignedIn(gateway: Gateway, request: Request): Promise<SignedIn | null> {
  const token = bearerOf(request);
  const claims = token ? await gateway.identity.verify(token) : null;
  return claims && findByClaims(gateway, claims);
}

/** Null once the account or session has ended. A token that expires during its own call still counts. */
export async function recheckCaller(
  gateway: Gateway,
  caller: SignedIn | Anonymous,
): Promise<SignedIn | Anonymous | null> {
  const { claims, foundAt } = caller;
  if (!claims || gateway.now().getTime() - foundAt.getTime() <= maxUncheckedMs) return caller;
  return findByClaims(gateway, claims);
}

async function findByClaims(
  { campaignId, database, identity, now }: Gateway,
  claims: Claims,
): Promise<SignedIn | null> {
  // With a real identity service, there is no account here to check.
  const consumer = identity.accounts
    ? await findConsumerWithAccount(database, campaignId, claims)
    : await findConsumerByIdentity(database, campaignId, claims.userId);
  const signedInAt = new Date(claims.signedInAt * 1000);
  return consumer && { consumer, signedInAt, claims, foundAt: now() };
}

export function checkSignInAge(signedInAt: Date | null, now: Date): Refusal | null {
  const isFresh = signedInAt && now.getTime() - signedInAt.getTime() <= maxSignInAgeMs;
  return isFresh ? null : refuse('SIGN_IN_AGAIN');
}

export function bearerOf(request: Request): string {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}
