import { type ConsumerRecord, findConsumerByIdentity } from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';

/** The consumer whose bearer token the request carries; null without a good one. */
export async function signedInConsumer(
  gateway: Gateway,
  request: Request,
): Promise<ConsumerRecord | null> {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  const userId = token && (await gateway.identity.verify(token));
  if (!userId) return null;
  return findConsumerByIdentity(gateway.database, gateway.campaign.campaign.id, userId);
}
