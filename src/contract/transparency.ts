import { array, enums, type Infer, number, string, type } from 'superstruct';
import { get } from './endpoint.ts';
import { maybe } from './primitives.ts';

export const DrawCommitment = type({
  engine: number(),
  seriesQuantity: number(),
  numbersPerSeries: number(),
  commitment: string(),
});

export const ScheduleCommitment = type({
  engine: number(),
  startsAt: string(),
  endsAt: string(),
  prizes: array(type({ campaignPrizeId: number(), quantity: number() })),
  commitment: string(),
  root: string(),
});

export const DrawResult = type({
  engine: number(),
  federal: array(string()),
  extraction: maybe(string()),
  drawn: string(),
  winners: array(string()),
  passedOver: array(string()),
});

export const Transparency = type({
  campaignId: number(),
  phase: enums(['not-published', 'not-started', 'open', 'over']),
  committedAt: string(),
  /** Null until the keys and seeds are published with the lists. */
  revealedAt: maybe(string()),
  ledger: type({ position: number(), hash: string() }),
  draws: array(
    type({
      ...DrawCommitment.schema,
      /** How many numbers of each series, from 0, were given out. */
      issued: array(number()),
      voided: number(),
      key: maybe(string()),
    }),
  ),
  schedules: array(
    type({ ...ScheduleCommitment.schema, total: number(), left: number(), seed: maybe(string()) }),
  ),
  results: array(type({ at: string(), ...DrawResult.schema })),
});
export type Transparency = Infer<typeof Transparency>;

const base = '/api/transparency';

export const getTransparency = get({ path: base, access: 'public', answer: Transparency });

/**
 * The ledger is JSON Lines; `?after=<position>` leaves out entries up to it. The lists are CSV,
 * published together with the secrets.
 */
export const transparencyFiles = {
  ledger: `${base}/ledger.jsonl`,
  numbers: `${base}/numbers.csv`,
  schedule: `${base}/schedule.csv`,
} as const;

export const listHeadings = {
  numbers: 'engine,counter,number,voided_at',
  schedule: 'engine,index,moment,campaign_prize_id,nonce',
} as const;
