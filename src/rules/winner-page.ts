import { parameter, type WithParameters } from './parameters.ts';

/** Where the winners are published: a PDF or a picture. */
export interface WinnerPage {
  type: 'PDF' | 'IMAGE';
  url: string;
}

/** WIN-01 and WIN-05: null unless the page is switched on, of a known type, and has its file. */
export function winnerPage(campaign: WithParameters): WinnerPage | null {
  const switchedOn = ['true', '1'].includes(parameter(campaign, 'WINNER_PAGE_ENABLED') ?? '');
  const type = parameter(campaign, 'WINNER_PAGE_TYPE');
  const url = parameter(campaign, 'WINNER_PDF_URL');
  if (!switchedOn || !url || (type !== 'PDF' && type !== 'IMAGE')) return null;
  return { type, url };
}
