import { userInfo } from 'node:os';
import { isCalendarDay } from '../../rules/dates.ts';
import { receiptStatuses } from '../../rules/receipts/receipt-status.ts';
import { parseLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import { deliveryStatuses } from '../../rules/rewards/prize-delivery.ts';
import { redemptionStatuses } from '../../rules/rewards/redeem.ts';
import { withdrawalStatuses } from '../../rules/rewards/withdrawal-and-payment-key.ts';
import { type Database, named, type Queries } from '../db/database.ts';
import { findCampaignIds } from '../db/queries/campaigns.ts';
import { pageSql } from '../db/queries/list-filters.ts';
import { isRefusal, transactionUnlessRefused } from '../refusal.ts';
import type { Command } from './command.ts';
import { daysOf, pageOf, pageUsage, withinPage } from './list-options.ts';
import { type CommandOptions, UsageError } from './options.ts';

/** A command that an operator ran, without free text and personal data. */
interface AuditEntry {
  at: Date;
  author: string;
  command: string;
  /** Id of a receipt, person or order, or a lucky number; null when it concerns several. */
  subject: string | null;
  words: string;
}

export const auditCommands: readonly Command[] = [
  {
    usage: `acts list [--by <name>] [--day <yyyy-MM-dd>] ${pageUsage}`,
    does: 'lists who changed or took out what by command, newest first; without free text and people’s data',
    run: async (call) => {
      const { options, database } = call;
      if (options.campaign !== undefined && (await findCampaignIds(database)).length > 1) {
        throw new UsageError('Acts are of the whole database: list them without --campaign.');
      }
      const filter = { author: options.by ?? null, ...daysOf(options), ...pageOf(options) };
      return withinPage(call, await findAuditEntries(database, filter)).map(
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

/** Each transaction also writes the entry; one that is refused changes and records nothing. */
export function auditedDatabase(database: Database, entry: AuditEntry): Database {
  return {
    ...database,
    transaction: (work) =>
      transactionUnlessRefused(database, async (queries) => {
        const result = await work(queries);
        if (!isRefusal(result)) await insertAuditEntry(queries, entry);
        return result;
      }),
  };
}

/** The words and options typed, with `…` for any that may contain personal data. */
export function describeWords(
  words: readonly string[],
  options: CommandOptions,
  { shownWord }: Pick<Command, 'shownWord'>,
): string {
  const shown = shownWord === 'last' ? words.at(-1) : undefined;
  const { status, day, from, to, engine, batch, force } = options;
  const shownOptions = { status, day, from, to, engine, batch };
  return [
    ...words.map((word) => (word === shown || isPlain(word) ? word : '…')),
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

/** A day does not count as plain: among the words it may be a birth date. */
function isPlain(word: string): boolean {
  if (isId(word) || parseLuckyNumber(word)) return true;
  return word.split(',').every((part) => statuses.has(part.toUpperCase().replaceAll('-', '_')));
}

/** At most ten digits: documents and phones have more. */
function isId(word: string): boolean {
  return /^\d{1,10}$/.test(word);
}

const columnsSql = 'at, author, command, subject, words';

async function insertAuditEntry(queries: Queries, entry: AuditEntry): Promise<void> {
  await queries.query(
    ...named(
      `insert into operator_acts (${columnsSql})
       values ($at, $author, $command, $subject, $words)`,
      entry,
    ),
  );
}

function findAuditEntries(
  queries: Queries,
  filter: {
    author: string | null;
    from: Date | null;
    until: Date | null;
    limit: number;
    offset: number;
  },
): Promise<AuditEntry[]> {
  return queries.query(
    ...named(
      `select ${columnsSql} from operator_acts
       where ($author::text is null or author = $author)
         and ($from::timestamptz is null or at >= $from)
         and ($until::timestamptz is null or at < $until)
       order by id desc ${pageSql}`,
      filter,
    ),
  );
}

/** Oldest first. @param topic the first word of the commands, such as `receipts` */
export function findAuditEntriesOn(
  queries: Queries,
  { topic, subject }: { topic: string; subject: string },
): Promise<AuditEntry[]> {
  return queries.query(
    `select ${columnsSql} from operator_acts
     where subject = $2 and split_part(command, ' ', 1) = $1 order by id`,
    [topic, subject],
  );
}
