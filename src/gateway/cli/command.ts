import { resolve } from 'node:path';
import type { Database } from '../db/database.ts';
import type { ApiError } from '../http/api-error.ts';
import type { Storage } from '../services/storage.ts';
import { type CommandOptions, UsageError } from './options.ts';

/** A table shows a `Date` in São Paulo’s time, JSON in UTC. */
export type Row = Readonly<Record<string, string | number | boolean | Date | null>>;

export interface Dependencies {
  /** While a command runs, each transaction is recorded as an act of the operator. */
  database: Database;
  storage: Storage;
}

interface FileCall {
  words: readonly string[];
  options: CommandOptions;
  now: Date;
  /** The name given by --by, else the system’s user. */
  author: string;
  /** Relative file names are resolved from this folder. */
  directory: string;
  progress: (sentence: string) => void;
}

export interface Call extends FileCall, Dependencies {
  /** The same database, recording the act on one of several records. */
  acting(subject: number | string): Database;
  /** The same database, for changes that are not recorded as acts. */
  unrecorded: Database;
}

/** Rows become a table; a text is a whole document and is printed as it is. */
type CommandAnswer = Promise<readonly Row[] | string | ApiError>;

export type Command = {
  /** As typed: topic, verb, then the arguments. */
  usage: string;
  does: string;
} & (
  | { run(call: Call): CommandAnswer }
  /** Needs no database and creates none. */
  | { runOnFiles(call: FileCall): CommandAnswer }
);

export function idOf(word: string | undefined): number {
  if (word === undefined || !/^\d{1,15}$/.test(word)) {
    throw new UsageError(`An id is a number, not ${word ?? 'nothing'}.`);
  }
  return Number(word);
}

/** @throws UsageError without an id, and for an id that is given twice */
export function idsOf(words: readonly string[]): number[] {
  const ids = words.length > 0 ? words.map(idOf) : [idOf(undefined)];
  if (new Set(ids).size < ids.length) throw new UsageError('An id is there twice.');
  return ids;
}

/** Accepts small letters and hyphens. @throws UsageError that lists the valid words */
export function oneOf<Word extends string>(
  words: readonly Word[],
  typed: string | undefined,
): Word {
  const found = words.find((word) => word === typed?.trim().replaceAll('-', '_').toUpperCase());
  if (!found)
    throw new UsageError(`Expected one of ${words.join(', ')}, not ${typed ?? 'nothing'}.`);
  return found;
}

export function fileNamed({ words: [name], directory }: FileCall): string {
  if (!name) throw new UsageError('The name of a file or folder is needed.');
  return resolve(directory, name);
}
