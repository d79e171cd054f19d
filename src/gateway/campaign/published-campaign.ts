import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Campaign } from '../../contract/campaign.ts';
import { pathOf } from '../../contract/endpoint.ts';
import type { Engine } from '../../contract/engines.ts';
import { winnerFiles } from '../../contract/winners.ts';
import { campaignPhase } from '../../rules/campaign/campaign-phase.ts';
import { consumerFlags, publicParameters } from '../../rules/campaign/parameters.ts';
import { decidingDay, extractionMoment } from '../../rules/draws/federal-lottery.ts';
import {
  type WinnerNames,
  type WinnerPage,
  yearsNamed,
} from '../../rules/draws/published-winners.ts';
import { findOne, named, type Queries } from '../db/database.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { readPrizes } from './prize-stock.ts';

/** Null while people may take part. A campaign of points alone is over when its prizes are gone. */
export async function checkOpen(
  queries: Queries,
  snapshot: CampaignSnapshot,
  now: Date,
): Promise<Refusal | null> {
  const prizes = await readPrizes(queries, snapshot);
  const phase = campaignPhase({ ...snapshot.campaign, prizes }, now);
  if (phase === 'open') return null;
  return refuse(phase === 'over' ? 'CAMPAIGN_OVER' : 'CAMPAIGN_NOT_STARTED');
}

export interface WinnerPageRecord {
  type: WinnerPage['type'];
  names: WinnerNames;
  publishedAt: Date;
}

/** In a statement over `draws`: the end of the last day, in São Paulo, on which its winners are named. */
export const namedUntilSql = `((draws.extraction + interval '${yearsNamed} year 1 day') at time zone 'America/Sao_Paulo')`;

export const isAnyoneNamedSql = `exists (
  select from draws where draws.campaign_id = $campaignId and ${namedUntilSql} > $now
)`;

interface DrawAnnouncements {
  page: WinnerPageRecord | null;
  daysWithoutExtraction: { engine: number; day: string }[];
}

export async function findDrawAnnouncements(
  queries: Queries,
  campaignId: number,
  now: Date,
): Promise<DrawAnnouncements> {
  const row = await findOne<WinnerPageRecord & Pick<DrawAnnouncements, 'daysWithoutExtraction'>>(
    queries,
    ...named(
      `select winner_pages.type, winner_pages.names, winner_pages.published_at as "publishedAt",
         (
           select coalesce(json_agg(ledger_entries.entry::json order by ledger_entries.position), '[]')
           from ledger_entries
           where ledger_entries.campaign_id = $campaignId and ledger_entries.type = 'NO_EXTRACTION'
         ) as "daysWithoutExtraction"
       from (select $campaignId::integer as id) as campaign
         left join winner_pages on winner_pages.campaign_id = campaign.id and ${isAnyoneNamedSql}`,
      { campaignId, now },
    ),
  );
  if (!row) return { page: null, daysWithoutExtraction: [] };
  const { daysWithoutExtraction, ...page } = row;
  return { page: page.publishedAt ? page : null, daysWithoutExtraction };
}

export function publicCampaign(
  campaign: Campaign,
  { page, daysWithoutExtraction }: DrawAnnouncements,
): Campaign {
  const engines = campaign.engines.map((engine) => withDecidingDay(engine, daysWithoutExtraction));
  const parameters = publicParameters(campaign.parameters);
  const published = { ...campaign, ...consumerFlags(campaign), engines, parameters };
  if (!page) return published;
  const values = winnerParameters(String(campaign.id), page);
  const others = parameters.filter(({ code }) => values[code] === undefined);
  const ours = Object.entries(values).map(([code, value]) => ({
    id: code,
    visibility: 'PUBLIC' as const,
    ...parameters.find((parameter) => parameter.code === code),
    code,
    value,
  }));
  return { ...published, parameters: [...others, ...ours] };
}

/** People see the day that takes the place of one without an extraction. */
function withDecidingDay(engine: Engine, skipped: DrawAnnouncements['daysWithoutExtraction']) {
  const { extractionAt = null } = engine.details;
  const ownSkippedDays = skipped.filter((skippedDay) => skippedDay.engine === Number(engine.id));
  const drawTurn = {
    rules: { extractionAt },
    daysWithoutExtraction: ownSkippedDays.map(({ day }) => day),
  };
  const day = decidingDay(drawTurn);
  if (!day) return engine;
  return {
    ...engine,
    details: { ...engine.details, extractionAt: extractionMoment(day, drawTurn) },
  };
}

function winnerParameters(campaignId: string, { type }: WinnerPageRecord): Record<string, string> {
  return {
    WINNER_PAGE_ENABLED: 'true',
    WINNER_PAGE_TYPE: type,
    WINNER_PDF_URL: pathOf(winnerFiles[type], { campaignId }),
  };
}
