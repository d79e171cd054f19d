import { randomBytes } from 'node:crypto';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Engine } from '../../contract/engines.ts';
import { instantPrizeSchedule } from '../../rules/instant-prizes.ts';
import { commitment, sizeOf } from '../../rules/lucky-numbers.ts';
import { limitInCentavos } from '../../rules/money.ts';
import type { Queries } from '../db/database.ts';
import { findSecret, insertSecret } from '../db/queries/secrets.ts';
import { insertFund } from './fund-queries.ts';
import { insertInstantPrizes } from './instant-prize-queries.ts';
import { insertSequence } from './lucky-number-queries.ts';
import { numberSpace } from './lucky-numbers.ts';

const secretBytes = 32;

interface Schedule {
  campaignId: number;
  engineId: number;
}

/** Keys of draws, schedules of instant prizes, funds of cashback. What exists already stays. */
export async function seedEngines(queries: Queries, snapshot: CampaignSnapshot): Promise<void> {
  const { campaign } = snapshot;
  const campaignId = Number(campaign.id);
  for (const engine of campaign.engines) {
    if (engine.type === 'DRAW') await seedDraw(queries, campaignId, engine);
    if (engine.type === 'INSTANT_PRIZE') await seedInstantPrizes(queries, snapshot, engine);
    if (engine.type === 'CASHBACK') {
      const totalCentavos = limitInCentavos(engine.details.totalAmount);
      await insertFund(queries, { campaignId, engineId: Number(engine.id), totalCentavos });
    }
  }
}

async function seedDraw(queries: Queries, campaignId: number, engine: Engine): Promise<void> {
  const key = randomBytes(secretBytes);
  const space = numberSpace(engine.details);
  await insertSequence(queries, {
    campaignId,
    engineId: Number(engine.id),
    keyHex: key.toString('hex'),
    commitment: commitment(key, space),
    space: sizeOf(space),
  });
}

async function seedInstantPrizes(
  queries: Queries,
  snapshot: CampaignSnapshot,
  engine: Engine,
): Promise<void> {
  const schedule = { campaignId: Number(snapshot.campaign.id), engineId: Number(engine.id) };
  const seed = randomBytes(secretBytes);
  const secret = { name: seedName(schedule), value: seed.toString('hex') };
  if (!(await insertSecret(queries, secret))) return;
  const { startsAt, endsAt } = snapshot.campaign;
  const prizes = scheduledPrizes(snapshot);
  await insertInstantPrizes(
    queries,
    schedule,
    instantPrizeSchedule({ seed, startsAt, endsAt, prizes }),
  );
}

/** In the order of the campaign's data. */
export function scheduledPrizes({ secrets }: CampaignSnapshot) {
  return (secrets?.instantPrizes ?? []).map(({ campaignPrizeId, quantity }) => ({
    campaignPrizeId: Number(campaignPrizeId),
    quantity,
  }));
}

export async function findSeed(queries: Queries, schedule: Schedule): Promise<Buffer> {
  return Buffer.from(await findSecret(queries, seedName(schedule)), 'hex');
}

function seedName({ campaignId, engineId }: Schedule): string {
  return `instant-prizes/${campaignId}/${engineId}`;
}
