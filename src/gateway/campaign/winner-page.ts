import { pathOf } from '../../contract/endpoint.ts';
import { winnerFiles } from '../../contract/winners.ts';
import type { WinnerPageRecord } from '../draws/winner-queries.ts';

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
