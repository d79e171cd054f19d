import type { Database } from '../db/database.ts';
import type { Refusal } from '../http/refusal.ts';

/** What one line of a command's answer holds, by column. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The options that any command may read. */
export interface Options {
  status?: string | undefined;
  reason?: string | undefined;
  author?: string | undefined;
  resolve?: boolean | undefined;
}

export interface Call {
  database: Database;
  /** What stands after the command's name. */
  words: readonly string[];
  options: Options;
  now: Date;
}

/** The call lacks a word, or a word is none of the possible ones. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** One thing that whoever runs the campaign can do. */
export interface Command {
  /** As typed: topic, verb, then what it needs. */
  usage: string;
  /** One or more lines. */
  does: string;
  /** A text is a document of its own, written as it is. */
  run(call: Call): Promise<readonly Row[] | string | Refusal>;
}

/**
 * Reads the number of a receipt, redemption or conversation.
 * @throws UsageError
 */
export function idOf(word: string | undefined): number {
  if (word === undefined || !/^\d{1,15}$/.test(word)) {
    throw new UsageError(`An id is a number, not ${word ?? 'nothing'}.`);
  }
  return Number(word);
}

/**
 * Reads a word that must be one of some.
 * @throws UsageError
 */
export function oneOf<Word extends string>(
  words: readonly Word[],
  given: string | undefined,
): Word {
  const found = words.find((word) => word === given?.toUpperCase());
  if (!found)
    throw new UsageError(`Expected one of ${words.join(', ')}, not ${given ?? 'nothing'}.`);
  return found;
}
