import { embeddedCampaign } from '../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { getCampaign, getFaq, getPrizes, getProducts } from '../../src/contract/campaign.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { getHotsite } from '../../src/contract/hotsite.ts';
import { listPolls } from '../../src/contract/polls.ts';
import { listIncidentSubjects } from '../../src/contract/support.ts';
import { getWinners, winnerFiles } from '../../src/contract/winners.ts';
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
    [pathOf(getCampaign.path, path), known.campaign],
    [pathOf(getProducts.path, path), known.products],
    [pathOf(getPrizes.path, path), known.prizes],
    [pathOf(getHotsite.path, path), known.hotsite],
    [pathOf(getFaq.path, path), known.faq],
    [pathOf(listPolls.path, path), known.polls],
    [pathOf(listIncidentSubjects.path, path), known.incidentSubjects],
    [pathOf(getWinners.path, path), known.winners],
  ]);
}
