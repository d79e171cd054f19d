import { array, type Infer, number, string, type } from 'superstruct';
import { newsPath } from '../paths.ts';
import { get } from './endpoint.ts';
import { maybe } from './primitives.ts';

/** Instant prizes that were scheduled and that still wait, of one prize of the campaign. */
const WaitingPrize = type({
  campaignPrizeId: number(),
  total: number(),
  left: number(),
});

/** Today's facts of the promotion, none of which names a participant. */
export const News = type({
  instantPrizes: array(WaitingPrize),
  /** ISO 8601, to the full hour; the state is a code such as PR, null where none was asked for. */
  lastWin: maybe(type({ at: string(), state: maybe(string()) })),
});
export type News = Infer<typeof News>;

export const getNews = get({
  path: newsPath,
  access: 'public',
  answer: News,
});
