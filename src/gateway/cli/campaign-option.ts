import { type CampaignSnapshot, parseSnapshot } from '../../campaign/snapshot.ts';
import type { Engine } from '../../contract/engines.ts';
import type { Queries } from '../db/database.ts';
import { findCampaign, findCampaignIds } from '../db/queries/campaigns.ts';
import { idOf } from './command.ts';
import { type CommandOptions, UsageError } from './options.ts';

/** The one that --campaign names, else the only one. @throws UsageError */
export async function campaignOf(
  queries: Queries,
  { campaign: named }: CommandOptions,
): Promise<CampaignSnapshot> {
  const ids = await findCampaignIds(queries);
  const [only] = ids;
  if (only === undefined) throw new UsageError('The database holds no campaign yet.');
  if (named === undefined && ids.length > 1) {
    throw new UsageError(`--campaign is needed: one of ${ids.join(', ')}.`);
  }
  const id = named === undefined ? only : idOf(named);
  const found = await findCampaign(queries, id);
  if (!found) throw new UsageError(`There is no campaign ${id}, but ${ids.join(', ')}.`);
  return parseSnapshot(found.snapshot, 'the database');
}

export function drawOf({ campaign }: CampaignSnapshot, { engine: named }: CommandOptions): Engine {
  const draws = campaign.engines.filter(({ type }) => type === 'DRAW');
  const fitting = draws.filter(({ id }) => named === undefined || String(id) === named);
  const [draw, ...others] = fitting;
  if (draw && others.length === 0) return draw;
  if (draws.length === 0) throw new UsageError('The campaign has no draw.');
  throw new UsageError(`--engine is needed: one of ${draws.map(({ id }) => id).join(', ')}.`);
}
