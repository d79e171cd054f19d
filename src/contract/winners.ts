import { array, type Infer, string, type } from 'superstruct';
import { get } from './endpoint.ts';
import { maybe } from './primitives.ts';

export const Winner = type({
  prize: string(),
  number: string(),
  name: string(),
  /** Masked; null once the winner's data are erased. */
  document: maybe(string()),
  city: maybe(string()),
});
export type Winner = Infer<typeof Winner>;

export const PublishedDraw = type({
  name: string(),
  certificate: maybe(string()),
  extraction: string(),
  /** Whole, first to fifth (Decreto 70.951/1972, art. 19). */
  federalPrizes: array(string()),
  drawn: string(),
  winners: array(Winner),
  /** `successor`: the number that got the prize instead; null when none did. */
  disqualified: maybe(
    array(type({ number: string(), reason: string(), successor: maybe(string()) })),
  ),
});
export type PublishedDraw = Infer<typeof PublishedDraw>;

export const WinnerList = type({
  promotion: string(),
  publishedAt: string(),
  draws: array(PublishedDraw),
});
export type WinnerList = Infer<typeof WinnerList>;

const base = '/api/campaign/:campaignId/winner';

/** NOT_FOUND until the winners are published. */
export const getWinnersEndpoint = get({ path: base, access: 'public', answer: WinnerList });

export const winnerFiles = {
  PDF: `${base}/ganhadores.pdf`,
  IMAGE: `${base}/ganhadores.webp`,
} as const;
