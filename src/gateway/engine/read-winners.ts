import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { pathOf } from '../../contract/endpoint.ts';
import { type Winner, type WinnerList, winnerFiles } from '../../contract/winners.ts';
import { maskDocument } from '../../rules/documents.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { publicName, type WinnerNames } from '../../rules/winner-name.ts';
import type { Queries } from '../db/database.ts';
import { findDraws } from '../db/queries/draws.ts';
import {
  findNamedWinners,
  findWinnerPage,
  type NamedWinner,
  type WinnerPageRecord,
} from '../db/queries/winner-pages.ts';

/** Stands where a winner's name stood who had their data erased. */
const erased = 'Dados excluídos a pedido do titular';

/** The winners as they are published; null while they are not. */
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
    })),
  };
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

/** The campaign's parameters that show its page of winners, by their code. */
export function winnerParameters(
  campaignId: string,
  { type }: WinnerPageRecord,
): Record<string, string> {
  return {
    WINNER_PAGE_ENABLED: 'true',
    WINNER_PAGE_TYPE: type,
    WINNER_PDF_URL: pathOf(winnerFiles[type], { campaignId }),
  };
}
