import { drawPrizes } from '../../campaign/draw-prizes.ts';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Engine } from '../../contract/engines.ts';
import {
  instantPrizeSchedule,
  scheduleCommitment,
  scheduleLeaf,
  scheduleNonce,
} from '../../rules/instant-prizes.ts';
import { emptyLedger } from '../../rules/ledger.ts';
import type { DrawCommitment, DrawRules, ScheduleCommitment } from '../../rules/ledger-entries.ts';
import { merkleTree } from '../../rules/merkle.ts';
import type { Queries } from '../db/database.ts';
import { appendToLedger } from '../ledger/append.ts';
import { createLogKey } from '../ledger/promises.ts';
import { insertLedger } from '../ledger/queries.ts';
import { proveInstantPrizes } from './instant-prize-queries.ts';
import { findSeed } from './instant-prize-schedule.ts';
import { findCommitment } from './lucky-number-queries.ts';
import { numberSpace } from './lucky-numbers.ts';
import { scheduledPrizes } from './seed.ts';

/** Null where the campaign does not say what it gives away. */
export function drawRules(snapshot: CampaignSnapshot, engine: Engine): DrawRules | null {
  const prizes = drawPrizes(snapshot, engine);
  const { alternates, maxRewardsByConsumer, extractionAt, disqualified } = engine.details;
  return (
    prizes && {
      prizes: prizes.map(({ id }) => Number(id)),
      alternates: alternates ?? 0,
      maxRewardsByConsumer: maxRewardsByConsumer ?? null,
      extractionAt: extractionAt ?? null,
      disqualified: disqualified ?? 'NEXT',
    }
  );
}

/**
 * The first entry commits to the engines' secrets. A ledger that is open stays as it is.
 * @param origin of the site, after which the key is named that signs the ledger's heads
 * @param timeStamps whether the ledger promises them
 */
export async function openLedger(
  queries: Queries,
  snapshot: CampaignSnapshot,
  { origin, timeStamps, now }: { origin: string; timeStamps: boolean; now: Date },
): Promise<void> {
  const { campaign } = snapshot;
  const campaignId = Number(campaign.id);
  if (!(await insertLedger(queries, campaignId, emptyLedger))) return;
  const draws: DrawCommitment[] = [];
  const schedules: ScheduleCommitment[] = [];
  for (const engine of campaign.engines) {
    if (engine.type === 'DRAW') draws.push(await drawCommitment(queries, snapshot, engine));
    if (engine.type === 'INSTANT_PRIZE') {
      schedules.push(await commitSchedule(queries, snapshot, Number(engine.id)));
    }
  }
  const { startsAt, endsAt } = campaign;
  const log = await createLogKey(queries, campaignId, origin);
  const commitments = { campaign: campaignId, startsAt, endsAt, draws, schedules, log };
  const stamped = timeStamps ? { timeStamps } : {};
  const entries = [{ type: 'COMMITMENTS' as const, ...commitments, ...stamped }];
  await appendToLedger(queries, campaignId, { now, entries });
}

async function drawCommitment(
  queries: Queries,
  snapshot: CampaignSnapshot,
  engine: Engine,
): Promise<DrawCommitment> {
  const engineId = Number(engine.id);
  const campaignId = Number(snapshot.campaign.id);
  const rules = drawRules(snapshot, engine);
  const commitment = await findCommitment(queries, { campaignId, engineId });
  const space = numberSpace(engine.details);
  return { engine: engineId, ...space, commitment, ...(rules ? { rules } : {}) };
}

async function commitSchedule(
  queries: Queries,
  snapshot: CampaignSnapshot,
  engine: number,
): Promise<ScheduleCommitment> {
  const { id, startsAt, endsAt } = snapshot.campaign;
  const campaignId = Number(id);
  const seed = await findSeed(queries, { campaignId, engineId: engine });
  const prizes = scheduledPrizes(snapshot);
  const input = { seed, startsAt, endsAt, prizes };
  const leaves = instantPrizeSchedule(input)
    .sort((a, b) => a.index - b.index)
    .map((prize) => ({ ...prize, nonce: scheduleNonce(seed, prize.index) }));
  const { root, proofOf } = merkleTree(leaves.map(scheduleLeaf));
  await proveInstantPrizes(
    queries,
    { campaignId, engineId: engine },
    leaves.map(({ index }) => ({ index, proof: proofOf(index) })),
  );
  return { engine, startsAt, endsAt, prizes, commitment: scheduleCommitment(input), root };
}
