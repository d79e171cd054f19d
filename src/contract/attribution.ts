import { type Infer, string, type } from 'superstruct';
import { maybe } from './primitives.ts';

/** What is no plain name in it is left out, and never a reason to refuse a call. */
export const AttributionBody = type({
  partner: maybe(string()),
  source: maybe(string()),
  medium: maybe(string()),
  campaign: maybe(string()),
});
export type AttributionBody = Infer<typeof AttributionBody>;
