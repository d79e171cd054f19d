import { resolve } from 'node:path';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Engine } from '../../contract/engines.ts';
import { parseId } from '../../contract/primitives.ts';
import type { Database, Queries } from '../db/database.ts';
import { campaignIdOf, findCampaignIds, findSnapshot } from '../db/queries/campaigns.ts';
import { hasRecord, type RecordTable } from '../db/queries/list-filters.ts';
import { StoppedByOperator } from '../failures.ts';
import { isRefusal, notAllowedNow, type Refusal, refuse } from '../refusal.ts';
import type { Storage } from '../services/storage.ts';
import { type CommandOptions, UsageError } from './options.ts';

/** A table shows a `Date` in São Paulo’s time, JSON in UTC. */
export type Row = Readonly<Record<string, string | number | boolean | Date | null>>;

/** The most people, or wrong lines of a file, that a terminal shows. */
export const maxShown = 100;

export interface Dependencies {
  /** While a command runs, each transaction is recorded as an act of the operator. */
  database: Database;
  storage: Storage;
  clock: () => Date;
}

export interface FileCall {
  words: readonly string[];
  options: CommandOptions;
  /** The name given by --by, else the system’s user. */
  author: string;
  /** Relative file names are resolved from this folder. */
  directory: string;
  progress: (sentence: string) => void;
  /** Aborted when the operator has left, as by Ctrl-C. */
  signal?: AbortSignal;
}

export interface CommandCall extends FileCall, Dependencies {
  now: Date;
  /** The same database, whose changes the audit log lists under one of several records. */
  auditedAs(subject: number | string, at: Date): Database;
  /** Records a command that changes no row, such as an export; by default under the record that was typed. */
  recordAudit(subject?: number): Promise<void>;
  /** The same database, for changes that the audit log leaves out. */
  unauditedDatabase: Database;
}

/** Rows become a table; a text is a whole document and is printed as it is. */
type CommandAnswer = Promise<readonly Row[] | string | Refusal>;

export type Command = {
  /** As typed: topic, verb, arguments, options. `parseUsage` takes from it which words and options are accepted. */
  usage: string;
  /** Sentences for `--help`, which breaks their lines anew; then `codes`, a line each. */
  does: string;
  codes?: readonly { code: string; sentence: string }[];
  /** The word that `acts list` shows as typed: a code of the campaign, or the act is refused. */
  shownWord?: 'last';
  /** What a terminal asks before a step that cannot be taken back; the answer is its --confirm. */
  question?: string;
  /** All others refuse a database without a campaign, which is not the gateway's. */
  fillsEmptyDatabase?: true;
} & (
  | { run(call: CommandCall): CommandAnswer }
  /** Needs no database and creates none. */
  | { runOnFiles(call: FileCall): CommandAnswer }
);

export function idOf(word: string | undefined): number {
  const id = parseId(word ?? '');
  if (id === null) throw new UsageError(`An id is a number, not ${word ?? 'nothing'}.`);
  return id;
}

/** @throws UsageError without an id, and for an id that is given twice */
export function idsOf(words: readonly string[]): number[] {
  const ids = words.length > 0 ? words.map(idOf) : [idOf(undefined)];
  if (new Set(ids).size < ids.length) throw new UsageError('An id is there twice.');
  return ids;
}

/** Also accepts small letters, and hyphens for underscores. @throws UsageError that lists the valid words */
export function oneOf<Word extends string>(
  words: readonly Word[],
  typed: string | undefined,
): Word {
  const inCapitals = typed?.trim().replaceAll('-', '_').toUpperCase();
  const matchingWord =
    words.find((word) => word === typed) ?? words.find((word) => word === inCapitals);
  if (!matchingWord)
    throw new UsageError(`Expected one of ${words.join(', ')}, not ${typed ?? 'nothing'}.`);
  return matchingWord;
}

export function fileArgument({ words: [name], directory }: FileCall): string {
  if (!name) throw new UsageError('The name of a file or folder is needed.');
  return resolve(directory, name);
}

/** The campaign named by --campaign, else the only one. @throws UsageError */
export async function snapshotFor(
  queries: Queries,
  options: Pick<CommandOptions, 'campaign'>,
): Promise<CampaignSnapshot> {
  const ids = await findCampaignIds(queries);
  const [only] = ids;
  if (only === undefined) throw new UsageError('The database holds no campaign yet.');
  if (options.campaign === undefined && ids.length > 1) {
    throw new UsageError(`--campaign is needed: one of ${ids.join(', ')}.`);
  }
  return findSnapshot(queries, (await campaignIdOption(queries, options)) ?? only);
}

/** Null, for all campaigns, without the option. @throws UsageError for an unknown campaign */
export async function campaignIdOption(
  queries: Queries,
  { campaign: named }: Pick<CommandOptions, 'campaign'>,
): Promise<number | null> {
  if (named === undefined) return null;
  const ids = await findCampaignIds(queries);
  const id = idOf(named);
  if (!ids.includes(id)) {
    throw new UsageError(`There is no campaign ${id}, but ${ids.join(', ') || 'none yet'}.`);
  }
  return id;
}

/** False for a record of another campaign than --campaign names. */
export async function isOfCampaignOption(
  queries: Queries,
  options: CommandOptions,
  { table, id }: { table: RecordTable; id: number },
): Promise<boolean> {
  const campaignId = await campaignIdOption(queries, options);
  return campaignId === null || hasRecord(queries, { table, id, campaignId });
}

/** --confirm has to be one of the names. Scripts and dry runs may omit it; a terminal has always asked. */
export function checkConfirmation(
  { confirm, 'dry-run': isTried }: CommandOptions,
  names: readonly [string, ...string[]],
  { sentence, mayBeOmitted }: { sentence: string; mayBeOmitted: boolean },
): Refusal | null {
  const typed = confirm?.trim().toLowerCase();
  const isOmitted = typed === undefined && (mayBeOmitted || isTried);
  if (isOmitted || names.some((name) => name.toLowerCase() === typed)) return null;
  return notAllowedNow(`${sentence}: --confirm "${names[0]}".`);
}

export async function campaignIdFor(
  queries: Queries,
  options: Pick<CommandOptions, 'campaign'>,
): Promise<number> {
  return campaignIdOf((await snapshotFor(queries, options)).campaign);
}

export function drawOf({ campaign }: CampaignSnapshot, { engine: named }: CommandOptions): Engine {
  const draws = campaign.engines.filter(({ type }) => type === 'DRAW');
  const fitting = draws.filter(({ id }) => named === undefined || String(id) === named);
  const [draw, ...others] = fitting;
  if (draw && others.length === 0) return draw;
  if (draws.length === 0) throw new UsageError('The campaign has no draw.');
  throw new UsageError(`--engine is needed: one of ${draws.map(({ id }) => id).join(', ')}.`);
}

/**
 * Runs `work` for each record in its own transaction, dated when its turn comes: one for hundreds
 * would block all other calls. A refusal becomes a row with its reason; when all are refused, the
 * result is the first refusal. Ends before the next record once the operator has left.
 * @param table the records' table, to apply --campaign; null when `work` checks that itself
 */
export async function runForEach<Id extends number | string>(
  call: CommandCall,
  { table, ids }: { table: RecordTable | null; ids: readonly Id[] },
  work: (queries: Queries, id: Id, now: Date) => Promise<readonly Row[] | Refusal>,
): Promise<readonly Row[] | Refusal> {
  const isOurs = async (queries: Queries, id: Id) =>
    table === null || isOfCampaignOption(queries, call.options, { table, id: Number(id) });
  const rows: Row[] = [];
  const refusals: Refusal[] = [];
  for (const [done, id] of ids.entries()) {
    if (call.signal?.aborted) throw new StoppedByOperator(done, ids.length);
    const now = call.clock();
    const answer = await call
      .auditedAs(id, now)
      .transaction(async (queries) =>
        (await isOurs(queries, id)) ? work(queries, id, now) : refuse('NOT_FOUND'),
      );
    if (isRefusal(answer)) {
      refusals.push(answer);
      rows.push({ id, refused: refusalText(answer) });
    } else {
      rows.push(...answer);
    }
    if ((done + 1) % progressEvery === 0) call.progress(`${done + 1} of ${ids.length}`);
  }
  const [first] = refusals;
  if (first && refusals.length === ids.length) return first;
  if (first) call.progress(`${refusals.length} of ${ids.length} were refused.`);
  return rows;
}

const progressEvery = 100;

function refusalText({ code, message, fields }: Refusal): string {
  return [
    `${code}: ${message}`,
    ...fields.map((fieldError) => `${fieldError.field}: ${fieldError.message}`),
  ].join(' ');
}
