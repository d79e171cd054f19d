import { array, type Infer, number, string, type } from 'superstruct';
import { newsPath } from '../paths.ts';
import { get } from './endpoint.ts';
import { maybe } from './primitives.ts';

/** How many instant prizes of one kind were scheduled, and how many are still to be won. */
const WaitingPrize = type({
  campaignPrizeId: number(),
  total: number(),
  left: number(),
});

/** Today's facts about the promotion; none of them names a participant. */
export const News = type({
  instantPrizes: array(WaitingPrize),
  /** ISO 8601, to the full hour; the state is a code such as PR, null where none was asked for. */
  lastWin: maybe(type({ at: string(), state: maybe(string()) })),
  /** How many receipts were sent and lucky numbers given out; null until the promotion is over. */
  total: maybe(type({ receipts: number(), luckyNumbers: number() })),
});
export type News = Infer<typeof News>;

export const getNewsEndpoint = get({
  path: newsPath,
  access: 'public',
  answer: News,
});
