import { personIn } from '../../rules/log/hidden-owners.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { instantPrizeSchedule, scheduleNonce } from '../../rules/rewards/instant-prize-schedule.ts';
import type { Queries } from '../db/database.ts';
import { type EngineKey, lockCampaignIfOpen } from '../db/queries/campaigns.ts';
import { findCachedSecret, findSecret } from '../db/queries/secrets.ts';
import { CampaignChanged } from '../failures.ts';
import { deriveHiddenOwner } from '../ledger/log-key.ts';
import type { EngineRun } from './engine.ts';
import {
  claimEarliestPrize,
  countScheduled,
  type DuePrize,
  declareFreedPrizeRows,
  type FreedPrize,
  findEverWon,
  findScheduleWindow,
  freeInstantPrize,
  lockMaxWins,
  lockShop,
  type PrizeClaim,
  type WonPrize,
} from './instant-prize-queries.ts';

/** `maxRewardsByConsumer` limits wins per person, `segregateByEstablishment` one win per shop. */
export const earnInstantPrize: EngineRun = async (queries, { engine, key }, receipt) => {
  const { consumer } = receipt;
  const { engineId } = key;
  const receiptKey = { ...key, receiptId: receipt.id };
  const maxWinsPerPerson = engine.details.maxRewardsByConsumer ?? null;
  const shopWithOneWin = engine.details.segregateByEstablishment ? receipt.shop : null;
  const won = await claimInstantPrize(queries, {
    ...receiptKey,
    consumerId: consumer.id,
    maxWinsPerPerson,
    shopWithOneWin,
    now: receipt.now,
  });
  if (!won) return { status: 'REQUESTED', rewarded: false };
  // A newer version of the campaign may allow fewer wins.
  if ((await lockMaxWins(queries, receiptKey)) !== maxWinsPerPerson) throw new CampaignChanged();
  const { index, campaignPrizeId, nonce, proof, freedReceiptId } = won;
  const moment = won.moment.toISOString();
  // With a limit of wins per person, readers of the log must be able to count those of one person.
  const winner =
    maxWinsPerPerson === null
      ? { owner: await deriveHiddenOwner(queries, receiptKey, consumer.pseudonym) }
      : { person: personIn(engineId, consumer.pseudonym) };
  const wonEntry: LedgerEntry = {
    type: 'PRIZE_WON',
    engine: engineId,
    receipt: receipt.id,
    ...winner,
    leaf: { index, moment, campaignPrizeId, nonce },
    proof,
  };
  const entries =
    freedReceiptId === null
      ? [wonEntry]
      : [freedEntry({ engineId, index, receiptId: freedReceiptId }), wonEntry];
  return { status: 'REQUESTED', rewarded: true, campaignPrizeId, entries };
};

/**
 * Takes the earliest due prize that no other receipt is taking; null when none is due, or consumer
 * or shop may win no more. Call it with the consumer's row locked, since it counts their wins.
 */
export async function claimInstantPrize(
  queries: Queries,
  claim: PrizeClaim,
): Promise<(WonPrize & { nonce: string }) | null> {
  if (claim.shopWithOneWin) await lockShop(queries, claim.shopWithOneWin);
  const moments = await prizeMoments(queries, claim);
  const won = await claimEarliestPrize(queries, claim, moments.duePrizes(claim.now));
  return won && { ...won, nonce: moments.nonceOf(won.index) };
}

/**
 * A denied receipt's prize can be won again, unless it is on its way. Before the close, the log says
 * so only once it is won: otherwise readers would know when to send. @returns entries for the ledger
 */
export async function takeBackInstantPrize(
  queries: Queries,
  freed: { receiptId: number; now: Date },
): Promise<LedgerEntry[]> {
  const campaignId = await freeInstantPrize(queries, freed);
  if (campaignId === null || (await lockCampaignIfOpen(queries, campaignId))) return [];
  return declareFreedPrizes(queries, campaignId);
}

/** @returns entries for the ledger, for prizes that come too late to be won again */
export async function declareFreedPrizes(
  queries: Queries,
  campaignId: number,
): Promise<LedgerEntry[]> {
  return (await declareFreedPrizeRows(queries, campaignId)).map(freedEntry);
}

function freedEntry({ engineId: engine, index, receiptId: receipt }: FreedPrize): LedgerEntry {
  return { type: 'PRIZE_FREED', engine, receipt, index };
}

/** Derived from the wrapped seed and kept only in memory, so that no row holds a future moment. */
interface PrizeMoments {
  momentOf(index: number): string;
  nonceOf(index: number): string;
  /** Earliest first, without prizes that this process knows have been won. */
  duePrizes(now: Date): DuePrize[];
  removeWon(won: readonly number[]): void;
}

const momentsCache = new WeakMap<object, Map<string, PrizeMoments>>();

/** Calls share the result, not the read: waiting for another transaction's read could deadlock. */
export async function prizeMoments(queries: Queries, schedule: EngineKey): Promise<PrizeMoments> {
  const schedules = momentsCache.get(queries.cacheKey) ?? new Map<string, PrizeMoments>();
  momentsCache.set(queries.cacheKey, schedules);
  const name = seedName(schedule);
  const cached = schedules.get(name);
  if (cached) return cached;
  const input = await readScheduleInput(queries, schedule);
  // Another call may have derived them meanwhile: its list already leaves out won prizes.
  const moments = schedules.get(name) ?? deriveMoments(input);
  schedules.set(name, moments);
  return moments;
}

async function readScheduleInput(queries: Queries, schedule: EngineKey) {
  const seed = seedOf(await findCachedSecret(queries, seedName(schedule)));
  const window = await findScheduleWindow(queries, schedule.campaignId);
  const quantity = await countScheduled(queries, schedule);
  // The moments depend only on the number of units, not on what each unit is.
  return { seed, ...window, prizes: [{ campaignPrizeId: 0, quantity }] };
}

function deriveMoments(input: Awaited<ReturnType<typeof readScheduleInput>>): PrizeMoments {
  const { seed } = input;
  const sorted = instantPrizeSchedule(input);
  const momentByIndex = new Map(sorted.map(({ index, moment }) => [index, moment]));
  let unwonPrizes = sorted.map(({ index, moment }) => ({ index, moment }));
  return {
    momentOf(index) {
      const moment = momentByIndex.get(index);
      if (moment === undefined) throw new RangeError(`No instant prize at ${index}`);
      return moment;
    },
    nonceOf: (index) => scheduleNonce(seed, index),
    duePrizes(now) {
      const at = now.toISOString();
      const end = unwonPrizes.findIndex(({ moment }) => moment > at);
      return unwonPrizes.slice(0, end === -1 ? unwonPrizes.length : end);
    },
    removeWon(won) {
      const wonIndexes = new Set(won);
      unwonPrizes = unwonPrizes.filter(({ index }) => !wonIndexes.has(index));
    },
  };
}

/** Forgets prizes won at any gateway, so that the list sent with each receipt stays short. */
export async function forgetWonPrizes(
  queries: Queries,
  schedule: EngineKey,
  now: Date,
): Promise<void> {
  const moments = await prizeMoments(queries, schedule);
  const dueIndexes = moments.duePrizes(now).map(({ index }) => index);
  if (dueIndexes.length > 0) moments.removeWon(await findEverWon(queries, schedule, dueIndexes));
}

/** Not cached, so that it also works in the transaction that creates the seed. */
export async function findSeed(queries: Queries, schedule: EngineKey): Promise<Buffer> {
  return seedOf(await findSecret(queries, seedName(schedule)));
}

export function seedName({ campaignId, engineId }: EngineKey): string {
  return `instant-prizes/${campaignId}/${engineId}`;
}

function seedOf(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}
