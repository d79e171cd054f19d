import { parameter, type WithParameters } from './parameters.ts';

/** Values of the parameter that says how much of a winner's name is public. */
export type WinnerNames = 'FULL' | 'INITIALS';

/** Particles of a Portuguese name, which get no initial. */
const particles = ['da', 'das', 'de', 'do', 'dos', 'e'];

/** Whole, or the first name with the initials of the others: Ana M. S. */
export function publicName(name: string, names: WinnerNames): string {
  if (names === 'FULL') return name;
  const [first = '', ...others] = name.split(/\s+/);
  const initials = others
    .filter((part) => !particles.includes(part.toLowerCase()))
    .map((part) => `${[...part][0]}.`);
  return [first, ...initials].join(' ');
}

export interface WinnerPage {
  type: 'PDF' | 'IMAGE';
  url: string;
}

/** Null unless the page is switched on, of a known type, and has its file. */
export function winnerPage(campaign: WithParameters): WinnerPage | null {
  const switchedOn = ['true', '1'].includes(parameter(campaign, 'WINNER_PAGE_ENABLED') ?? '');
  const type = parameter(campaign, 'WINNER_PAGE_TYPE');
  const url = parameter(campaign, 'WINNER_PDF_URL');
  if (!switchedOn || !url || (type !== 'PDF' && type !== 'IMAGE')) return null;
  return { type, url };
}
