import { type ConsumerRecord, findConsumerByIdentity } from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import { type Refusal, refuse } from './refusal.ts';

/** How long ago the password may have been typed for what cannot be undone. */
const freshMilliseconds = 5 * 60_000;

/** The consumer whose bearer token the request carries; null without a good one. */
export async function signedInConsumer(
  gateway: Gateway,
  request: Request,
): Promise<ConsumerRecord | null> {
  const token = bearerOf(request);
  const claims = token ? await gateway.identity.verify(token) : null;
  if (!claims) return null;
  return findConsumerByIdentity(gateway.database, gateway.campaign.campaign.id, claims.userId);
}

/** Refuses a token whose password was typed too long ago to say that its owner is still there. */
export async function refuseOldSignIn(gateway: Gateway, request: Request): Promise<Refusal | null> {
  const signedInAt = await signInTime(gateway, request);
  const isFresh = gateway.now().getTime() - signedInAt.getTime() <= freshMilliseconds;
  return isFresh ? null : refuse('SIGN_IN_AGAIN');
}

/** When the password was typed that the request's token goes back to; long ago without a good one. */
export async function signInTime(gateway: Gateway, request: Request): Promise<Date> {
  const { signedInAt = 0 } = (await gateway.identity.verify(bearerOf(request))) ?? {};
  return new Date(signedInAt * 1000);
}

/** The token of a request; empty without one. */
export function bearerOf(request: Request): string {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}
