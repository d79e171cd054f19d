import { embeddedCampaign } from '../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import {
  getCampaignEndpoint,
  getFaqEndpoint,
  getPrizesEndpoint,
  getProductsEndpoint,
} from '../../src/contract/campaign.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { getHotsiteEndpoint } from '../../src/contract/hotsite.ts';
import { listPollsEndpoint } from '../../src/contract/polls.ts';
import { listIncidentSubjectsEndpoint } from '../../src/contract/support.ts';
import { getWinnersEndpoint, winnerFiles } from '../../src/contract/winners.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';

/** They point at 4.50153. */
export const federalPrizes = '12345 67890 11121 31415 92653';

/** The lucky number that won. */
export const drawnNumber = '4.50155';

const path = { campaignId: 19 };

/** A promotion that has ended, with its winner published as a PDF, as a gateway has it. */
export function drawnCampaign(): CampaignSnapshot {
  const today = dayInSaoPaulo(new Date());
  const over = embeddedCampaign({ window: 'after', variant: 'all', tenantId: 'embedded', today });
  const values: Record<string, string> = {
    WINNER_PAGE_ENABLED: 'true',
    WINNER_PAGE_TYPE: 'PDF',
    WINNER_PDF_URL: pathOf(winnerFiles.PDF, path),
  };
  const parameters = over.campaign.parameters.map((parameter) => ({
    ...parameter,
    value: values[parameter.code] ?? parameter.value,
  }));
  const winner = { name: 'Zuleica de Quintanilha', document: '***.982.247-**', city: 'Curitiba' };
  const draw = {
    name: 'Sorteio',
    certificate: 'SPA/MF nº 04.000019/2026',
    extraction: today,
    federalPrizes: federalPrizes.split(' '),
    drawn: '4.50153',
    winners: [{ prize: '1 ano de mercado grátis', number: drawnNumber, ...winner }],
    disqualified: [],
  };
  return {
    ...over,
    campaign: { ...over.campaign, parameters },
    winners: { promotion: over.campaign.name, publishedAt: `${today}T12:00:00Z`, draws: [draw] },
  };
}

/** What a gateway answers to a build, by path. */
export function answersToBuild(known: CampaignSnapshot): Map<string, unknown> {
  return new Map<string, unknown>([
    [pathOf(getCampaignEndpoint.path, path), known.campaign],
    [pathOf(getProductsEndpoint.path, path), known.products],
    [pathOf(getPrizesEndpoint.path, path), known.prizes],
    [pathOf(getHotsiteEndpoint.path, path), known.hotsite],
    [pathOf(getFaqEndpoint.path, path), known.faq],
    [pathOf(listPollsEndpoint.path, path), known.polls],
    [pathOf(listIncidentSubjectsEndpoint.path, path), known.incidentSubjects],
    [pathOf(getWinnersEndpoint.path, path), known.winners],
  ]);
}
