import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Winner, WinnerList } from '../../contract/winners.ts';
import { maskDocument } from '../../rules/cpf-cnpj.ts';
import { type DatedEntry, readLedgerEntry } from '../../rules/ledger-entry-types.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { publicName, type WinnerNames } from '../../rules/published-winners.ts';
import { findWinnerPage, keepWinnerPage, type WinnerPageRecord } from '../campaign/winner-page.ts';
import type { Queries } from '../db/database.ts';
import { requestRebuild } from '../db/queries/campaigns.ts';
import { type Mailing, startMailing } from '../emails/mailings.ts';
import { type ApiError, apiError, notAllowedNow } from '../http/api-error.ts';
import { findMilestones } from '../ledger/append-entries.ts';
import { findDraws } from './draw-queries.ts';
import { findNamedWinners, type NamedWinner } from './winner-queries.ts';

const erased = 'Dados excluídos a pedido do titular';

export async function readWinners(
  queries: Queries,
  snapshot: CampaignSnapshot,
): Promise<WinnerList | null> {
  const { campaign, hotsite } = snapshot;
  const campaignId = Number(campaign.id);
  const page = await findWinnerPage(queries, campaignId);
  if (!page) return null;
  const draws = await findDraws(queries, campaignId);
  const winners = await findNamedWinners(queries, campaignId);
  const milestones = (await findMilestones(queries, campaignId)).map(({ entry }) =>
    readLedgerEntry(entry),
  );
  const certificate = hotsite.footer.certificates.find(({ engineType }) => engineType === 'DRAW');
  return {
    promotion: campaign.name,
    publishedAt: page.publishedAt.toISOString(),
    draws: draws.map((draw) => ({
      name: campaign.engines.find(({ id }) => Number(id) === draw.engineId)?.name ?? '',
      certificate: certificate?.number,
      extraction: draw.extraction,
      federalPrizes: [...draw.federalPrizes],
      drawn: formatLuckyNumber(draw.drawnSeries, draw.drawnNumber),
      winners: winners
        .filter(({ engineId }) => engineId === draw.engineId)
        .map((winner) => published(winner, snapshot, page.names)),
      disqualified: disqualifiedIn(milestones, draw.engineId),
    })),
  };
}

/** A corrected draw starts over: earlier disqualifications no longer count. */
function disqualifiedIn(milestones: readonly (DatedEntry | null)[], engine: number) {
  const isDraw = (entry: DatedEntry | null) =>
    (entry?.type === 'DRAW_MADE' || entry?.type === 'DRAW_CORRECTED') && entry.engine === engine;
  return milestones
    .slice(milestones.findLastIndex(isDraw))
    .flatMap((entry) =>
      entry?.type === 'WINNER_DISQUALIFIED' && entry.engine === engine
        ? { number: entry.number, reason: entry.reason, successor: entry.successor }
        : [],
    );
}

function published(
  { campaignPrizeId, series, number, isErased, name, document, city }: NamedWinner,
  { prizes }: CampaignSnapshot,
  names: WinnerNames,
): Winner {
  return {
    prize: prizes.find(({ id }) => Number(id) === campaignPrizeId)?.description ?? '',
    number: formatLuckyNumber(series, number),
    name: isErased ? erased : publicName(name, names),
    document: isErased ? null : maskDocument(document),
    city,
  };
}

/** May be repeated to change the page's form; emails go out once. Refused before the first draw. */
export async function publishWinners(
  queries: Queries,
  snapshot: CampaignSnapshot,
  page: WinnerPageRecord,
): Promise<WinnerList | ApiError> {
  const campaignId = Number(snapshot.campaign.id);
  const draws = await findDraws(queries, campaignId);
  if (draws.length === 0) {
    return notAllowedNow('Nenhum sorteio foi realizado.');
  }
  await keepWinnerPage(queries, campaignId, page);
  for (const { engineId } of draws) {
    const content = { kind: 'DRAW_RESULT', engineId } as const;
    await startMailing(queries, { campaignId, content, now: page.publishedAt });
  }
  await requestRebuild(queries, campaignId);
  return (await readWinners(queries, snapshot)) ?? apiError('NOT_FOUND');
}

/**
 * Emails winners once per prize, and thanks the others once, except those who had won
 * before being disqualified. Erased people and those without numbers get nothing. People are
 * locked, so that a simultaneous erasure comes before the email or finds it in the queue.
 */
export async function queueDrawResults(
  queries: Queries,
  { campaignId, content: { engineId }, afterConsumerId, now }: Mailing<'DRAW_RESULT'>,
  most: number,
): Promise<number | null> {
  const [row] = await queries.query<{ last: number | null }>(
    `with people as (
       select id, email from consumers
       where campaign_id = $1 and id > $3 and erased_at is null and exists (
         select from lucky_numbers
         where consumer_id = consumers.id and engine_id = $2 and voided_at is null
       )
       order by id limit $4 for share
     ), won as (
       select people.id, email, jsonb_build_object(
         'prizeId', campaign_prize_id,
         'number', series || '.' || lpad(number::text, greatest(5, length(number::text)), '0')
       ) as data, 'draw-won/' || $2 || '/' || lucky_number_id || '/' || position as key
       from people join winners on winners.consumer_id = people.id
         join lucky_numbers on lucky_numbers.id = lucky_number_id
       where winners.campaign_id = $1 and winners.engine_id = $2
     ), results as (
       select id, email, 'DRAW_WON' as kind, data, key from won
       union all
       select id, email, 'DRAW_THANKS', '{}', 'draw-thanks/' || $2 || '/' || id from people
       where id not in (select id from won) and not exists (
         select from emails where consumer_id = people.id and kind = 'DRAW_WON'
           and starts_with(dedupe_key, 'draw-won/' || $2 || '/')
       )
     ), queued as (
       insert into emails
         (campaign_id, consumer_id, to_address, kind, data, dedupe_key, created_at, next_at)
       select $1, id, email, kind, data, key, $5::timestamptz, $5 from results order by id
       on conflict (dedupe_key) do nothing
     )
     select max(id) as last from people`,
    [campaignId, engineId, afterConsumerId, most, now],
  );
  return row?.last ?? null;
}
