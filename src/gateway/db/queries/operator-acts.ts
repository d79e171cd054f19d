import type { Queries } from '../database.ts';

/** A command that an operator ran, without free text and personal data. */
export interface OperatorAct {
  at: Date;
  author: string;
  command: string;
  /** Id of a receipt, person or order, or a lucky number; null when the act concerns several. */
  subject: string | null;
  words: string;
}

const columnsSql = 'at, author, command, subject, words';

export async function insertOperatorAct(
  queries: Queries,
  { at, author, command, subject, words }: OperatorAct,
): Promise<void> {
  await queries.query(`insert into operator_acts (${columnsSql}) values ($1, $2, $3, $4, $5)`, [
    at,
    author,
    command,
    subject,
    words,
  ]);
}

export function findOperatorActs(
  queries: Queries,
  filter: {
    author: string | null;
    from: Date | null;
    until: Date | null;
    limit: number;
    offset: number;
  },
): Promise<OperatorAct[]> {
  return queries.query(
    `select ${columnsSql} from operator_acts
     where ($1::text is null or author = $1)
       and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at < $3)
     order by id desc limit $4 offset $5`,
    [filter.author, filter.from, filter.until, filter.limit, filter.offset],
  );
}

/** Oldest first. @param topic the first word of the commands, such as `receipts` */
export function findActsOn(
  queries: Queries,
  { topic, subject }: { topic: string; subject: string },
): Promise<OperatorAct[]> {
  return queries.query(
    `select ${columnsSql} from operator_acts
     where subject = $2 and split_part(command, ' ', 1) = $1 order by id`,
    [topic, subject],
  );
}
