import { userInfo } from 'node:os';
import { isCalendarDay } from '../../rules/dates.ts';
import { receiptStatuses } from '../../rules/receipts/receipt-status.ts';
import { parseLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import { deliveryStatuses } from '../../rules/rewards/prize-delivery.ts';
import { redemptionStatuses } from '../../rules/rewards/redeem.ts';
import { withdrawalStatuses } from '../../rules/rewards/withdrawal.ts';
import type { Database, Queries } from '../db/database.ts';
import { findCampaignIds } from '../db/queries/campaigns.ts';
import {
  findOperatorActs,
  insertOperatorAct,
  type OperatorAct,
} from '../db/queries/operator-acts.ts';
import { isRefusal, type Refusal, refuse, transactionUnlessRefused } from '../refusal.ts';
import { type Call, type Command, isOfCampaign, type RecordTable, type Row } from './command.ts';
import { daysOf, pageOf, pageUsage, withinPage } from './list-options.ts';
import { type CommandOptions, UsageError } from './options.ts';

export const actCommands: readonly Command[] = [
  {
    usage: `acts list [--by <name>] [--day <yyyy-MM-dd>] ${pageUsage}`,
    does: 'lists who changed or took out what by command, newest first; without free text and people’s data',
    run: async (call) => {
      const { options, database } = call;
      if (options.campaign !== undefined && (await findCampaignIds(database)).length > 1) {
        throw new UsageError('Acts are of the whole database: list them without --campaign.');
      }
      const filter = { author: options.by ?? null, ...daysOf(options), ...pageOf(options) };
      return withinPage(call, await findOperatorActs(database, filter)).map(
        ({ at, author, command, subject, words }) => ({
          at,
          by: author,
          command,
          subject,
          words,
        }),
      );
    },
  },
];

/** The system's user, or its number if it has no name, as in some containers. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`;
  }
}

/** Records the act inside each transaction. One that is refused leaves nothing behind. */
export function recordingActs(database: Database, act: OperatorAct): Database {
  return {
    ...database,
    transaction: (work) =>
      transactionUnlessRefused(database, async (queries) => {
        const result = await work(queries);
        if (!isRefusal(result)) await insertOperatorAct(queries, act);
        return result;
      }),
  };
}

/** Taking out data is an act too. An empty transaction records it first: no file lacks its record. */
export async function recordTaking({ database }: { database: Database }): Promise<void> {
  await database.transaction(async () => null);
}

/**
 * Runs `work` for each record in its own transaction, dated when its turn comes: one for hundreds
 * would block all other calls. A refusal becomes a row with its reason; when all are refused, the
 * result is the first refusal. Ends before the next record once the operator has left.
 * @param table the records' table, to apply --campaign; null when `work` checks that itself
 */
export async function runForEach<Id extends number | string>(
  call: Call,
  { table, ids }: { table: RecordTable | null; ids: readonly Id[] },
  work: (queries: Queries, id: Id, now: Date) => Promise<readonly Row[] | Refusal>,
): Promise<readonly Row[] | Refusal> {
  const isOurs = async (queries: Queries, id: Id) =>
    table === null || isOfCampaign(queries, call.options, { table, id: Number(id) });
  const rows: Row[] = [];
  const refusals: Refusal[] = [];
  for (const id of ids) {
    if (call.signal?.aborted) throw new StoppedByOperator(ids.indexOf(id), ids.length);
    const now = call.clock();
    const answer = await call
      .acting(id, now)
      .transaction(async (queries) =>
        (await isOurs(queries, id)) ? work(queries, id, now) : refuse('NOT_FOUND'),
      );
    if (isRefusal(answer)) {
      refusals.push(answer);
      rows.push({ id, refused: refusalText(answer) });
    } else {
      rows.push(...answer);
    }
    if (ids.length > 1 && rows.length % step === 0)
      call.progress(`${rows.length} of ${ids.length}`);
  }
  const [first] = refusals;
  if (first && refusals.length === ids.length) return first;
  if (first) call.progress(`${refusals.length} of ${ids.length} were refused.`);
  return rows;
}

const step = 100;

export class StoppedByOperator extends Error {
  override readonly name = 'StoppedByOperator';

  constructor(done: number, all: number) {
    super(`Stopped after ${done} of ${all}.`);
  }
}

function refusalText({ code, message, fields }: Refusal): string {
  return [
    `${code}: ${message}`,
    ...fields.map((fieldError) => `${fieldError.field}: ${fieldError.message}`),
  ].join(' ');
}

/** The words and options typed, with `…` for any that may contain personal data. */
export function describeWords(
  words: readonly string[],
  options: CommandOptions,
  { usage }: Pick<Command, 'usage'>,
): string {
  // One of the campaign's own codes: acts with any other word there are refused, so not recorded.
  const optIn = usage.endsWith(' <opt-in>') ? words.at(-1) : undefined;
  const { status, day, from, to, engine, batch, force } = options;
  const shownOptions = { status, day, from, to, engine, batch };
  return [
    ...words.map((word) => (word === optIn || isPlain(word) ? word : '…')),
    ...Object.entries(shownOptions).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [`--${name} ${isPlain(value) || isCalendarDay(value) ? value : '…'}`],
    ),
    ...(force ? ['--force'] : []),
  ].join(' ');
}

/** The id or lucky number that the command changes; null if its first word is neither. */
export function subjectOf([word]: readonly string[]): string | null {
  return word !== undefined && (isId(word) || parseLuckyNumber(word)) ? word : null;
}

const statuses = new Set<string>([
  ...receiptStatuses,
  ...redemptionStatuses,
  ...withdrawalStatuses,
  ...deliveryStatuses,
  'UNJUDGED',
  'RETURNED',
]);

/** No day, which may be a birth date among the words. */
function isPlain(word: string): boolean {
  if (isId(word) || parseLuckyNumber(word)) return true;
  return word.split(',').every((part) => statuses.has(part.toUpperCase().replaceAll('-', '_')));
}

/** At most ten digits: documents and phones have more. */
function isId(word: string): boolean {
  return /^\d{1,10}$/.test(word);
}
