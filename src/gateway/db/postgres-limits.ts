/** Milliseconds after which a call is answered that the database is unavailable. */
export interface PostgresLimits {
  connection: number;
  /** For one statement, its waits for locks included. */
  statement: number;
  lock: number;
  /** Between two statements of a transaction: a process that stands still lets go of its locks. */
  idle: number;
  /** Until a server that may have gone without a word has answered a statement. */
  answer: number;
}

/** For calls that users wait for. */
export const callLimits: PostgresLimits = {
  connection: 5_000,
  statement: 8_000,
  lock: 5_000,
  idle: 10_000,
  answer: 10_000,
};

export const operatorLimits: PostgresLimits = {
  connection: 5_000,
  statement: 0,
  lock: 0,
  idle: 0,
  answer: 0,
};
