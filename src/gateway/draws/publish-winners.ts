import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { findById } from '../../contract/primitives.ts';
import type { Winner, WinnerList } from '../../contract/winners.ts';
import {
  erasedWinner,
  publicCity,
  publicName,
  type WinnerNames,
} from '../../rules/draws/published-winners.ts';
import {
  type DatedEntry,
  type EntryOf,
  readLedgerEntry,
} from '../../rules/log/ledger-entry-types.ts';
import { maskDocument } from '../../rules/people/cpf-cnpj.ts';
import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import {
  deleteWinnerPage,
  findWinnerPage,
  storeWinnerPage,
  type WinnerPageRecord,
} from '../campaign/published-campaign.ts';
import type { Queries } from '../db/database.ts';
import { campaignIdOf, requestRebuild } from '../db/queries/campaigns.ts';
import { findPublishedDraws, startMailing } from '../emails/mailings.ts';
import { findMilestones } from '../ledger/queries.ts';
import { notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import { findDraws } from './draw-queries.ts';
import { findNamedWinners, type NamedWinner, storeCities } from './winner-queries.ts';

export const noDrawYet = 'Nenhum sorteio foi realizado.';

export async function readWinners(
  queries: Queries,
  snapshot: CampaignSnapshot,
  now: Date,
): Promise<WinnerList | null> {
  const { campaign, hotsite } = snapshot;
  const campaignId = campaignIdOf(campaign);
  const page = await findWinnerPage(queries, campaignId, now);
  if (!page) return null;
  const published = await findPublishedDraws(queries, campaignId);
  const draws = (await findDraws(queries, campaignId)).filter(
    ({ engineId, namedUntil }) => published.has(engineId) && namedUntil > now,
  );
  const winners = await findNamedWinners(queries, campaignId);
  const milestones = (await findMilestones(queries, campaignId)).flatMap(
    ({ entry }) => readLedgerEntry(entry) ?? [],
  );
  const certificate = hotsite.footer.certificates.find(({ engineType }) => engineType === 'DRAW');
  return {
    promotion: campaign.name,
    publishedAt: page.publishedAt.toISOString(),
    draws: draws.map((draw) => ({
      name: findById(campaign.engines, draw.engineId)?.name ?? '',
      certificate: certificate?.number,
      extraction: draw.extraction,
      federalPrizes: [...draw.federalPrizes],
      drawn: formatLuckyNumber({ series: draw.drawnSeries, number: draw.drawnNumber }),
      winners: winners
        .filter(({ engineId }) => engineId === draw.engineId)
        .map((winner) => publishedWinner(winner, snapshot, page.names)),
      disqualified: standingDisqualifications(milestones, draw.engineId).map(
        ({ number, reason, successor }) => ({ number, reason, successor }),
      ),
    })),
  };
}

/** A corrected draw starts over: earlier disqualifications no longer count. */
export function standingDisqualifications(
  entries: readonly DatedEntry[],
  engine: number,
): EntryOf<'WINNER_DISQUALIFIED'>[] {
  const isDraw = (entry: DatedEntry) =>
    (entry.type === 'DRAW_MADE' || entry.type === 'DRAW_CORRECTED') && entry.engine === engine;
  return entries
    .slice(entries.findLastIndex(isDraw))
    .flatMap((entry) =>
      entry.type === 'WINNER_DISQUALIFIED' && entry.engine === engine ? entry : [],
    );
}

function publishedWinner(
  { campaignPrizeId, series, number, isErased, name, document, city }: NamedWinner,
  { prizes }: CampaignSnapshot,
  names: WinnerNames,
): Winner {
  return {
    prize: findById(prizes, campaignPrizeId)?.description ?? '',
    number: formatLuckyNumber({ series, number }),
    name: isErased ? erasedWinner : publicName(name, names),
    document: isErased ? null : maskDocument(document),
    city: isErased ? null : publicCity(city),
  };
}

/** May be repeated to change the page's form; emails go out once. Refused before the first draw. */
export async function publishWinners(
  queries: Queries,
  snapshot: CampaignSnapshot,
  page: WinnerPageRecord,
): Promise<WinnerList | Refusal> {
  const campaignId = campaignIdOf(snapshot.campaign);
  const draws = await findDraws(queries, campaignId);
  if (draws.length === 0) return notAllowedNow(noDrawYet);
  if (draws.every(({ namedUntil }) => namedUntil <= page.publishedAt)) {
    return notAllowedNow('Passou um ano da apuração: os ganhadores não podem mais ser divulgados.');
  }
  await storeWinnerPage(queries, campaignId, page);
  await storeCities(queries, campaignId);
  for (const { engineId } of draws) {
    const content = { kind: 'DRAW_RESULT', engineId } as const;
    await startMailing(queries, { campaignId, content, now: page.publishedAt });
  }
  await requestRebuild(queries, campaignId);
  return (await readWinners(queries, snapshot, page.publishedAt)) ?? refuse('NOT_FOUND');
}

/** Ends the publication before its year is over; publishing again takes it up. */
export async function withdrawWinners(
  queries: Queries,
  campaignId: number,
): Promise<Refusal | null> {
  const wasPublished = await deleteWinnerPage(queries, campaignId);
  if (!wasPublished) return notAllowedNow('Nenhum ganhador está publicado.');
  await requestRebuild(queries, campaignId);
  return null;
}
