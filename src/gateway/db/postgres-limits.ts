/** In milliseconds. */
export interface PostgresLimits {
  connection: number;
  /** Includes waiting for locks. */
  statement: number;
  lock: number;
  /** Between two statements of a transaction: a process that hangs must release its locks. */
  idle: number;
  /** Until the driver gives up on a server whose connection died silently. */
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
