import { randomBytes } from 'node:crypto';
import { drawPrizes } from '../../campaign/draw-prizes.ts';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Engine } from '../../contract/engines.ts';
import type {
  DrawCommitment,
  DrawRules,
  ScheduleCommitment,
} from '../../rules/log/ledger-entry-types.ts';
import { merkleTree } from '../../rules/log/merkle.ts';
import { limitInCentavos } from '../../rules/money.ts';
import {
  instantPrizeSchedule,
  scheduleCommitment,
  scheduleLeaf,
  scheduleNonce,
} from '../../rules/rewards/instant-prize-schedule.ts';
import { commitment, numberSpace, sizeOf } from '../../rules/rewards/lucky-numbers.ts';
import { maxNumbersPerReceipt } from '../../rules/rewards/numbers-earned.ts';
import type { Queries } from '../db/database.ts';
import { campaignIdOf, type EngineKey, engineKeyOf } from '../db/queries/campaigns.ts';
import { insertSecret } from '../db/queries/secrets.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { createLogKey } from '../ledger/log-key.ts';
import { insertLedger } from '../ledger/queries.ts';
import { insertFund } from './cashback.ts';
import { insertInstantPrizes } from './instant-prize-queries.ts';
import { findSeed, seedName } from './instant-prizes.ts';
import { findCommitment, insertSequence } from './lucky-number-queries.ts';
import { drawSecretName } from './lucky-numbers.ts';

const secretBytes = 32;

/** Creates missing secrets of draws, seeds of instant prizes and funds of cashback. */
export async function createEngineSecrets(
  queries: Queries,
  snapshot: CampaignSnapshot,
): Promise<void> {
  const { campaign } = snapshot;
  for (const engine of campaign.engines) {
    const key = engineKeyOf(campaign, engine);
    if (engine.type === 'DRAW') await createDrawSecret(queries, key, engine);
    if (engine.type === 'INSTANT_PRIZE') await createPrizeSeed(queries, key);
    if (engine.type === 'CASHBACK') {
      const totalCentavos = limitInCentavos(engine.details.totalAmount);
      await insertFund(queries, { ...key, totalCentavos });
    }
  }
}

async function createDrawSecret(
  queries: Queries,
  key: EngineKey,
  { details }: Engine,
): Promise<void> {
  const value = randomBytes(secretBytes);
  const secret = { name: drawSecretName(key), value: value.toString('hex') };
  if (!(await insertSecret(queries, secret))) return;
  const space = numberSpace(details);
  await insertSequence(queries, {
    ...key,
    commitment: commitment(value, space),
    space: sizeOf(space),
  });
}

async function createPrizeSeed(queries: Queries, key: EngineKey): Promise<void> {
  const name = seedName(key);
  await insertSecret(queries, { name, value: randomBytes(secretBytes).toString('hex') });
}

function scheduledPrizes({ secrets }: CampaignSnapshot) {
  return (secrets?.instantPrizes ?? []).map(({ campaignPrizeId, quantity }) => ({
    campaignPrizeId: Number(campaignPrizeId),
    quantity,
  }));
}

/** Null when the campaign does not say which prizes the draw gives away. */
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
      numbersPerReceipt: maxNumbersPerReceipt(engine.details.rules),
    }
  );
}

/**
 * Writes the log's key, the commitments to the engines' secrets, and the instant prizes, each with
 * the proof that it was committed to; nothing when the ledger is open already.
 * @param origin the site's, which names the log and its key
 */
export async function publishCommitments(
  queries: Queries,
  snapshot: CampaignSnapshot,
  { origin, timeStamps, now }: { origin: string; timeStamps: boolean; now: Date },
): Promise<void> {
  const { campaign } = snapshot;
  const campaignId = campaignIdOf(campaign);
  if (!(await insertLedger(queries, campaignId))) return;
  const draws: DrawCommitment[] = [];
  const schedules: ScheduleCommitment[] = [];
  for (const engine of campaign.engines) {
    if (engine.type === 'DRAW') draws.push(await drawCommitment(queries, snapshot, engine));
    if (engine.type === 'INSTANT_PRIZE') {
      schedules.push(await commitSchedule(queries, snapshot, engine));
    }
  }
  const { startsAt, endsAt } = campaign;
  const log = await createLogKey(queries, campaignId, origin);
  const commitments = { campaign: campaignId, startsAt, endsAt, draws, schedules };
  const stamped = timeStamps ? { timeStamps } : {};
  await appendToLedger(queries, campaignId, {
    now,
    entries: [
      { type: 'LOG_OPENED', log, chain: null },
      { type: 'COMMITMENTS', ...commitments, ...stamped },
    ],
  });
}

async function drawCommitment(
  queries: Queries,
  snapshot: CampaignSnapshot,
  engine: Engine,
): Promise<DrawCommitment> {
  const key = engineKeyOf(snapshot.campaign, engine);
  const rules = drawRules(snapshot, engine);
  const commitment = await findCommitment(queries, key);
  const space = numberSpace(engine.details);
  return { engine: key.engineId, ...space, commitment, ...(rules ? { rules } : {}) };
}

async function commitSchedule(
  queries: Queries,
  snapshot: CampaignSnapshot,
  engine: Engine,
): Promise<ScheduleCommitment> {
  const { startsAt, endsAt } = snapshot.campaign;
  const key = engineKeyOf(snapshot.campaign, engine);
  const seed = await findSeed(queries, key);
  const prizes = scheduledPrizes(snapshot);
  const input = { seed, startsAt, endsAt, prizes };
  const leaves = instantPrizeSchedule(input)
    .sort((a, b) => a.index - b.index)
    .map((prize) => ({ ...prize, nonce: scheduleNonce(seed, prize.index) }));
  const { root, proofOf } = merkleTree(leaves.map(scheduleLeaf));
  await insertInstantPrizes(
    queries,
    key,
    leaves.map(({ index, campaignPrizeId }) => ({ index, campaignPrizeId, proof: proofOf(index) })),
  );
  return {
    engine: key.engineId,
    startsAt,
    endsAt,
    prizes,
    commitment: scheduleCommitment(input),
    root,
    maxRewardsByConsumer: engine.details.maxRewardsByConsumer ?? null,
  };
}
