/** In milliseconds. */
export interface PostgresLimits {
  connection: number;
  /** Waits for locks included. */
  statement: number;
  lock: number;
  /** Between two statements: a process that stands still lets go of its locks. */
  idle: number;
  /** For a server that may have gone without a word. */
  answer: number;
}

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
