import { randomBytes } from 'node:crypto';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Engine } from '../../contract/engines.ts';
import { commitment, sizeOf } from '../../rules/lucky-numbers.ts';
import { limitInCentavos } from '../../rules/money.ts';
import type { Queries } from '../db/database.ts';
import { insertSecret } from '../db/queries/secrets.ts';
import { seedName } from './due-prizes.ts';
import { insertFund } from './fund-queries.ts';
import { insertInstantPrizes, type Schedule } from './instant-prize-queries.ts';
import { insertSequence } from './lucky-number-queries.ts';
import { drawKeyName, numberSpace } from './lucky-numbers.ts';

const secretBytes = 32;

/** Creates missing keys of draws, schedules of instant prizes and funds of cashback. */
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
  const sequence = { campaignId, engineId: Number(engine.id) };
  const secret = { name: drawKeyName(sequence), value: key.toString('hex') };
  if (!(await insertSecret(queries, secret))) return;
  const space = numberSpace(engine.details);
  await insertSequence(queries, {
    ...sequence,
    commitment: commitment(key, space),
    space: sizeOf(space),
  });
}

async function seedInstantPrizes(
  queries: Queries,
  snapshot: CampaignSnapshot,
  engine: Engine,
): Promise<void> {
  const schedule: Schedule = {
    campaignId: Number(snapshot.campaign.id),
    engineId: Number(engine.id),
  };
  const seed = randomBytes(secretBytes);
  const secret = { name: seedName(schedule), value: seed.toString('hex') };
  if (!(await insertSecret(queries, secret))) return;
  const units = scheduledPrizes(snapshot).flatMap(({ campaignPrizeId, quantity }) =>
    Array.from({ length: quantity }, () => campaignPrizeId),
  );
  const prizes = units.map((campaignPrizeId, index) => ({ index, campaignPrizeId }));
  await insertInstantPrizes(queries, schedule, prizes);
}

/** In the order of the campaign's data. */
export function scheduledPrizes({ secrets }: CampaignSnapshot) {
  return (secrets?.instantPrizes ?? []).map(({ campaignPrizeId, quantity }) => ({
    campaignPrizeId: Number(campaignPrizeId),
    quantity,
  }));
}
