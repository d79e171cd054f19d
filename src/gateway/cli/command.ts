import { resolve } from 'node:path';
import type { Database } from '../db/database.ts';
import type { ApiError } from '../http/api-error.ts';
import type { Storage } from '../services/storage.ts';
import { type CommandOptions, UsageError } from './options.ts';

/** What one line of a command's answer holds, by column. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** What a command works on. */
export interface Dependencies {
  database: Database;
  storage: Storage;
}

/** The command line, and who gave it when. */
export interface FileCall {
  /** What stands after the command's name. */
  words: readonly string[];
  options: CommandOptions;
  now: Date;
  /** Where the caller stands; names of files start from here. */
  directory: string;
  /** Shows the operator how far the work is. */
  progress: (sentence: string) => void;
}

export interface Call extends FileCall, Dependencies {}

/** A text is a document of its own, written as it is. */
type CommandAnswer = Promise<readonly Row[] | string | ApiError>;

/** One thing that the operator can do. */
export type Command = {
  /** As typed: topic, verb, then what it needs. */
  usage: string;
  /** One or more lines. */
  does: string;
} & (
  | { run(call: Call): CommandAnswer }
  /** What works on files alone needs no database, and leaves one that is not there unmade. */
  | { runOnFiles(call: FileCall): CommandAnswer }
);

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

/**
 * The path of a file or folder that the caller names.
 * @throws UsageError
 */
export function fileNamed({ words: [name], directory }: FileCall): string {
  if (!name) throw new UsageError('The name of a file or folder is needed.');
  return resolve(directory, name);
}
