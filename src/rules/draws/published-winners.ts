import { parameter, type WithParameters } from '../campaign/parameters.ts';
import { parseLuckyNumber } from '../rewards/lucky-number-format.ts';

export type WinnerNames = 'FULL' | 'INITIALS';

/** Winners agree to be named for so long after the draw; the regulation says it too. */
export const yearsNamed = 1;

export const erasedWinner = 'Dados excluídos a pedido do titular';

/** Particles of a Portuguese name, which get no initial. */
const particles = ['da', 'das', 'de', 'do', 'dos', 'e'];

/** With INITIALS, “Maria da Silva Souza” becomes “Maria S. S.”. */
export function publicName(name: string, names: WinnerNames): string {
  if (names === 'FULL') return name;
  const [first = '', ...others] = name.split(/\s+/);
  const initials = others
    .filter((part) => !particles.includes(part.toLowerCase()))
    .map((part) => `${[...part][0]}.`);
  return [first, ...initials].join(' ');
}

/** A list whose last name is an initial has its full stop already. */
export function winnersSentence(names: readonly string[]): string {
  return `Quem ganhou: ${names.join(', ')}`.replace(/\.?$/, '.');
}

export function publishedFacts(winners: readonly { city?: string | null | undefined }[]): string {
  const hasCities = winners.some(({ city }) => city);
  return `Nome, parte do CPF${hasCities ? ', cidade' : ''} e número da sorte.`;
}

/** Null for what is no name of a city, such as a domain: people may write anything there. */
export function publicCity(city: string | null): string | null {
  return city && /^[\p{L}\p{M}](?:[\p{L}\p{M} '’-]|\.(?= )){1,39}$/u.test(city) ? city : null;
}

export interface WinnerPage {
  type: 'PDF' | 'IMAGE';
  url: string;
}

/** Null unless it is switched on and both its type and its address are there. */
export function winnerPage(campaign: WithParameters): WinnerPage | null {
  const switchedOn = ['true', '1'].includes(parameter(campaign, 'WINNER_PAGE_ENABLED') ?? '');
  const type = parameter(campaign, 'WINNER_PAGE_TYPE');
  const url = parameter(campaign, 'WINNER_PDF_URL');
  if (!switchedOn || !url || (type !== 'PDF' && type !== 'IMAGE')) return null;
  return { type, url };
}

interface WonNumbers {
  drawn: string;
  winners: readonly { number: string }[];
  disqualified?: readonly DisqualifiedNumber[] | null | undefined;
}

interface DisqualifiedNumber {
  number: string;
  reason: string;
  successor?: string | null | undefined;
}

/** How the first prize was found when the drawn number was not in the draw; empty when it was. */
export function nearestSentence({ drawn, winners, disqualified }: WonNumbers): string {
  let first = winners[0]?.number;
  for (const { number, successor } of disqualified?.toReversed() ?? []) {
    if (successor === first) first = number;
  }
  if (!first || first === drawn) return '';
  return `Ninguém tinha ${drawn}; ganha o mais próximo: ${first}.`;
}

export function disqualifiedSentence({ number, reason, successor }: DisqualifiedNumber): string {
  const follows = successor ? `o prêmio passou a ${successor}` : 'o prêmio ficou sem ganhador';
  return `O número ${number} foi desclassificado (${reason.replace(/\.$/, '')}); ${follows}.`;
}

/** A line of a published list that begins with a lucky number; null for any other text. */
export function winnerLine(text: string): { number: string; rest: string } | null {
  const [number = '', ...rest] = text.trim().split(/\s+/);
  return parseLuckyNumber(number) ? { number, rest: rest.join(' ') } : null;
}

/** The same text, and in words where it is the bare number of an extraction. */
export function explainedLine(text: string): string {
  const [, extraction] = /^Loteria Federal (\d+)$/.exec(text.trim()) ?? [];
  return extraction ? `Resultado da extração ${extraction} da Loteria Federal` : text;
}
