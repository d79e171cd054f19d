import { type CampaignSnapshot, parseSnapshot } from '../../campaign/snapshot.ts';
import type { Engine } from '../../contract/engines.ts';
import type { Queries } from '../db/database.ts';
import { findCampaign, findCampaignIds } from '../db/queries/campaigns.ts';
import { idOf } from './command.ts';
import { type CommandOptions, UsageError } from './options.ts';

/** The one that --campaign names, else the only one. @throws UsageError */
export async function campaignOf(
  queries: Queries,
  options: Pick<CommandOptions, 'campaign'>,
): Promise<CampaignSnapshot> {
  const ids = await findCampaignIds(queries);
  const [only] = ids;
  if (only === undefined) throw new UsageError('The database holds no campaign yet.');
  if (options.campaign === undefined && ids.length > 1) {
    throw new UsageError(`--campaign is needed: one of ${ids.join(', ')}.`);
  }
  const found = await findCampaign(queries, (await namedCampaign(queries, options)) ?? only);
  return parseSnapshot(found?.snapshot, 'the database');
}

/** Null, for all campaigns, when the option is absent. @throws UsageError for an unknown campaign */
export async function namedCampaign(
  queries: Queries,
  { campaign: named }: Pick<CommandOptions, 'campaign'>,
): Promise<number | null> {
  if (named === undefined) return null;
  const ids = await findCampaignIds(queries);
  const id = idOf(named);
  if (!ids.includes(id)) {
    throw new UsageError(`There is no campaign ${id}, but ${ids.join(', ') || 'none yet'}.`);
  }
  return id;
}

/** False for a record of another campaign than --campaign names. */
export async function isOfCampaign(
  queries: Queries,
  options: CommandOptions,
  {
    table,
    id,
  }: {
    table: 'receipts' | 'consumers' | 'redemptions' | 'cashback_entries' | 'incidents';
    id: number;
  },
): Promise<boolean> {
  const campaignId = await namedCampaign(queries, options);
  if (campaignId === null) return true;
  const rows = await queries.query(`select from ${table} where id = $1 and campaign_id = $2`, [
    id,
    campaignId,
  ]);
  return rows.length === 1;
}

export function drawOf({ campaign }: CampaignSnapshot, { engine: named }: CommandOptions): Engine {
  const draws = campaign.engines.filter(({ type }) => type === 'DRAW');
  const fitting = draws.filter(({ id }) => named === undefined || String(id) === named);
  const [draw, ...others] = fitting;
  if (draw && others.length === 0) return draw;
  if (draws.length === 0) throw new UsageError('The campaign has no draw.');
  throw new UsageError(`--engine is needed: one of ${draws.map(({ id }) => id).join(', ')}.`);
}
