import { array, enums, type Infer, number, string, type } from 'superstruct';
import { DrawCommitment, DrawResult, ScheduleCommitment } from '../rules/log/ledger-entry-types.ts';
import { get } from './endpoint.ts';
import { maybe } from './primitives.ts';

export const Transparency = type({
  campaignId: number(),
  phase: enums(['not-published', 'not-started', 'open', 'over']),
  committedAt: string(),
  /** Null until the keys and seeds are published with the lists. */
  revealedAt: maybe(string()),
  /** The log's checkpoint, a signed note. Everything in this answer is as of it. */
  checkpoint: string(),
  draws: array(
    type({
      ...DrawCommitment.schema,
      /** How many numbers of each series were given out, from series 0 on. */
      issued: array(number()),
      voided: number(),
      /** When the list was frozen: numbers voided later take part. Null until then. */
      frozenAt: maybe(string()),
      key: maybe(string()),
      /** As on the page of winners; null until the log has the result. */
      winners: maybe(array(type({ number: string(), person: maybe(string()) }))),
    }),
  ),
  schedules: array(
    type({ ...ScheduleCommitment.schema, total: number(), left: number(), seed: maybe(string()) }),
  ),
  results: array(type({ at: string(), ...DrawResult.schema })),
  /** The time stamps that matter: the first, the newest, and the first after each frozen list. */
  stamps: array(type({ checkpoint: string(), answer: string() })),
});
export type Transparency = Infer<typeof Transparency>;

const base = '/api/transparency';

export const getTransparencyEndpoint = get({ path: base, access: 'public', answer: Transparency });

/** The log's files below `log`, as C2SP tlog-tiles names them; the lists come with the secrets. */
export const transparencyFiles = {
  log: `${base}/log`,
  numbers: `${base}/numbers.csv`,
  schedule: `${base}/schedule.csv`,
} as const;

/** All stamps as JSON Lines: `size`, `checkpoint`, and the service's `answer` in base64. */
export const stampList = `${base}/stamps.jsonl`;

/** `<size>.tsr` is the service's answer (RFC 3161), `<size>.txt` the checkpoint that it stamps. */
export const stampFile = `${base}/stamps/:file`;
