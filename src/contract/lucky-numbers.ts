import { array, boolean, type Infer, number, string, type, union } from 'superstruct';
import { get } from './endpoint.ts';
import { Id, maybe } from './primitives.ts';

/** Shown as series.number, the number in five digits. */
export const LuckyNumber = type({
  id: maybe(Id),
  series: union([number(), string()]),
  generatedNumber: union([number(), string()]),
  type: maybe(string()),
  createdAt: maybe(string()),
  voided: maybe(boolean()),
});
export type LuckyNumber = Infer<typeof LuckyNumber>;

/** `?consumerId=` must be the caller's own id. */
export const listLuckyNumbers = get({
  path: '/api/campaign/engine/draw/luckynumber',
  access: 'consumer',
  answer: array(LuckyNumber),
});
