import { firstInstantAfter, instantOf, isCalendarDay } from '../../rules/dates.ts';
import { isCnpj, isCpf, normaliseDocument } from '../../rules/people/cpf-cnpj.ts';
import { normaliseEmail } from '../../rules/people/person-fields.ts';
import type { Queries } from '../db/database.ts';
import type { ListFilter, ListPage } from '../db/queries/list-filters.ts';
import { type CommandCall, campaignIdOption, oneOf } from './command.ts';
import { type CommandOptions, UsageError } from './options.ts';

export const personAndDayUsage = '[--cpf <cpf>] [--email <address>] [--day <yyyy-MM-dd>]';
export const filterUsage = `[--status <status>] ${personAndDayUsage}`;
export const pageUsage = '[--limit <rows>] [--page <number>]';

const defaultLimit = 100;
const maxLimit = 10_000;

export interface ListKind {
  /** Valid values of --status; empty where records have none. */
  statuses: readonly string[];
  /** Words for --status that mean several statuses. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** Turns the text of --key into the database's form; absent where records have no key. */
  keyOf?: (text: string) => string;
}

/** Reads the filter of a list or an export. @throws UsageError for one that matches nothing */
export async function filterOf(
  queries: Queries,
  options: CommandOptions,
  { statuses, groups = {}, keyOf }: ListKind,
): Promise<ListFilter> {
  const { status, cpf, email, key } = options;
  if (status !== undefined && statuses.length === 0) throw new UsageError('These have no status.');
  return {
    campaignId: await campaignIdOption(queries, options),
    statuses: status === undefined ? null : statusesNamed(status, statuses, groups),
    document: cpf === undefined ? null : documentOf(cpf),
    email: email === undefined ? null : normaliseEmail(email),
    key: key === undefined ? null : (keyOf?.(key) ?? null),
    ...daysOf(options),
  };
}

/** By --status: the statuses, one of which a record must still have to be changed. Null for any. */
export function expectedStatuses<Status extends string>(
  { status }: CommandOptions,
  statuses: readonly Status[],
  groups: Readonly<Record<string, readonly Status[]>> = {},
): readonly Status[] | null {
  return status === undefined ? null : statusesNamed(status, statuses, groups);
}

function statusesNamed<Status extends string>(
  text: string,
  statuses: readonly Status[],
  groups: Readonly<Record<string, readonly Status[]>>,
): readonly Status[] {
  return text.split(',').flatMap((word) => {
    const name = oneOf([...Object.keys(groups), ...statuses], word);
    return groups[name] ?? statuses.filter((status) => status === name);
  });
}

function documentOf(text: string): string {
  if (isCpf(text) || isCnpj(text)) return normaliseDocument(text);
  throw new UsageError(`${text} is no CPF, nor a CNPJ.`);
}

/** PostgreSQL cannot read a moment in the year 10000. */
const lastOfDays = '9999-12-31';

/** Whole days in São Paulo, the last one included. */
export function daysOf({ day, from, to }: CommandOptions): Pick<ListFilter, 'from' | 'until'> {
  if (day !== undefined && (from !== undefined || to !== undefined)) {
    throw new UsageError('--day stands alone, without --from and --to.');
  }
  const first = dayNamed(day ?? from);
  const last = dayNamed(day ?? to);
  if (first && last && last < first) throw new UsageError(`${last} is before ${first}.`);
  return {
    from: first === null ? null : instantOf(`${first}T00:00:00`),
    until: last === null || last === lastOfDays ? null : firstInstantAfter(`${last}T23:59:59`),
  };
}

function dayNamed(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isCalendarDay(text)) throw new UsageError(`A day is yyyy-MM-dd, not ${text}.`);
  return text;
}

export function rowsAskedFor({ limit }: CommandOptions): number {
  const rows = countNamed('limit', limit ?? String(defaultLimit));
  if (rows > maxLimit) throw new UsageError(`--limit is at most ${maxLimit}.`);
  return rows;
}

/** Asks for one row more than the page shows, to know whether there is a next page. */
export function pageOf(options: CommandOptions): Pick<ListPage, 'limit' | 'offset'> {
  const rows = rowsAskedFor(options);
  return { limit: rows + 1, offset: (countNamed('page', options.page ?? '1') - 1) * rows };
}

function countNamed(option: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--${option} is a number from 1 on, not ${text}.`);
}

/** The rows of one page; the error output says how to get the next one. */
export async function listPage<Row>(
  call: CommandCall,
  kind: ListKind,
  find: (page: ListPage) => Promise<Row[]>,
): Promise<Row[]> {
  const filter = await filterOf(call.database, call.options, kind);
  return withinPage(call, await find({ ...filter, ...pageOf(call.options) }));
}

export function withinPage<Row>({ options, progress }: CommandCall, rows: Row[]): Row[] {
  const shownRows = rowsAskedFor(options);
  if (rows.length > shownRows) {
    const page = Number(options.page ?? 1);
    progress(`${shownRows} rows, page ${page}; there are more: --page ${page + 1}, or --limit.`);
    if (options.status !== undefined) {
      progress('Once you have changed their status, list again without --page: the rest moves up.');
    }
  }
  return rows.slice(0, shownRows);
}
