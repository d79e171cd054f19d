import type { BotAction } from '../../contract/endpoint.ts';
import { countHit, uncountHit } from '../db/queries/rate-limits.ts';
import type { Gateway } from '../gateway.ts';
import { customerNetworkOf, networkOf, networksPerCustomer } from '../ip-address.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { isBotToken } from '../services/bot-check.ts';
import { slowLaneSeconds } from '../services/queues.ts';

interface Allowance {
  calls: number;
  seconds: number;
  queueWhenExceeded?: boolean;
}

/** An address may serve a whole town (carrier-grade NAT), so it gets far more than an account. */
export interface RateLimit {
  account?: Allowance;
  address?: Allowance;
}

/** Limits writes that have no limit of their own; reads have none. */
export const writeLimit: Required<RateLimit> = {
  account: { calls: 60, seconds: 60 },
  address: { calls: 1200, seconds: 60 },
};

const malformedLimit: RateLimit = { address: { calls: 1200, seconds: 60 } };

/** May wait. An IPv6 customer may have 65,536 networks, so all of a customer's have a limit together too. */
export async function limitAddress(
  gateway: Gateway,
  name: string,
  address: string,
  { address: allowance }: RateLimit,
): Promise<Refusal | null> {
  const limitNetwork = (network: string, allowed: Allowance | undefined) =>
    limitBucket(gateway, {
      scope: 'address',
      bucket: addressBucket(name, network),
      allowance: allowed,
    });
  const refusal = await limitNetwork(networkOf(address), allowance);
  const customer = customerNetworkOf(address);
  if (refusal || !customer || !allowance) return refusal;
  return limitNetwork(customer, { ...allowance, calls: allowance.calls * networksPerCustomer });
}

function addressBucket(name: string, network: string): string {
  return `address ${network} ${name}`;
}

/** Counts malformed calls apart, so that they do not use up the limit of others at that address. */
export function limitMalformed(
  gateway: Gateway,
  name: string,
  address: string,
): Promise<Refusal | null> {
  return limitAddress(gateway, `${name}, faulty`, address, malformedLimit);
}

/** Past this limit of failed bot checks, an address's calls take turns. */
const failedBotChecks: RateLimit = {
  address: { calls: 1200, seconds: 60, queueWhenExceeded: true },
};

export async function checkBot(
  gateway: Gateway,
  { token, action, address }: { token: string | undefined; action: BotAction; address: string },
): Promise<Refusal | null> {
  if (gateway.settings.recaptchaSecret === null) return null;
  if (!isBotToken(token)) return refuse('BOT_CHECK_FAILED');
  const name = 'bot check';
  const refusal = await limitAddress(gateway, name, address, failedBotChecks);
  if (refusal) return refusal;
  let hasFailed = false;
  try {
    hasFailed = !(await gateway.botCheck.passes(token, action));
  } finally {
    // A person who passes does not count, and neither does an outage of the bot check.
    if (!hasFailed) await uncountAddress(gateway, name, address);
  }
  return hasFailed ? refuse('BOT_CHECK_FAILED') : null;
}

async function uncountAddress({ database }: Gateway, name: string, address: string): Promise<void> {
  for (const network of [networkOf(address), customerNetworkOf(address)]) {
    if (network) await uncountHit(database, addressBucket(name, network));
  }
}

export function limitAccount(
  gateway: Gateway,
  name: string,
  consumerId: number,
  { account: allowance }: RateLimit,
): Promise<Refusal | null> {
  const bucket = accountBucket(name, consumerId);
  return limitBucket(gateway, { scope: 'account', bucket, allowance });
}

/** Takes a counted call back, such as one that failed by no fault of the account. */
export function uncountAccount(
  { database }: Gateway,
  name: string,
  consumerId: number,
): Promise<void> {
  return uncountHit(database, accountBucket(name, consumerId));
}

function accountBucket(name: string, consumerId: number): string {
  return `account ${consumerId} ${name}`;
}

async function limitBucket(
  gateway: Gateway,
  {
    scope,
    bucket,
    allowance,
  }: { scope: 'account' | 'address'; bucket: string; allowance: Allowance | undefined },
): Promise<Refusal | null> {
  if (!allowance || !gateway.settings.rateLimited) return null;
  const { hits, secondsLeft } = await countHit(
    gateway.database,
    bucket,
    allowance.seconds,
    gateway.now(),
  );
  if (hits <= allowance.calls) return null;
  const delay = allowance.queueWhenExceeded ? await gateway.slowLane.take(bucket) : null;
  if (delay !== null) {
    if (delay > 0) await gateway.slowLane.wait(delay);
    return null;
  }
  gateway.metrics.rateLimited.inc({ scope });
  const retryAfterSeconds = allowance.queueWhenExceeded
    ? Math.min(slowLaneSeconds, secondsLeft)
    : secondsLeft;
  return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
}
