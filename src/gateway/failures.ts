import { currentRequestId, type Log } from './logging.ts';

/** Something outside this process does not answer: 503, try again. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
  readonly service: string;

  constructor(service: string, cause?: unknown, message = `The ${service} does not answer`) {
    super(message, { cause });
    this.service = service;
  }
}

/** Given up by a fault of ours, since all other statements of the database waited for it. */
export class TransactionStoodStill extends Unavailable {
  override readonly name = 'TransactionStoodStill';

  constructor(cause: Error) {
    super('database', cause, 'A transaction of the database stood still, and was undone');
  }
}

/** This gateway is overloaded: 503, try again. */
export class Busy extends Error {
  override readonly name = 'Busy';
  readonly work: string;

  constructor(work: string) {
    super(`Too many wait for ${work}`);
    this.work = work;
  }
}

/** Between two records, as by Ctrl-C: what was done before stays. */
export class StoppedByOperator extends Error {
  override readonly name = 'StoppedByOperator';

  constructor(done: number, all: number) {
    super(`Stopped after ${done} of ${all}.`);
  }
}

// Three that are thrown deep inside a transaction, after another one has changed what it relies on.
// The code that began the transaction catches them.

/** A receipt would earn though the secrets are public. `http/idempotency.ts` answers CAMPAIGN_OVER. */
export class CampaignClosed extends Error {
  override readonly name = 'CampaignClosed';

  constructor(id: number) {
    super(`Campaign ${id} was closed meanwhile`);
  }
}

/** `http/idempotency.ts` answers UNAUTHENTICATED. */
export class ConsumerErased extends Error {
  override readonly name = 'ConsumerErased';

  constructor(id: number) {
    super(`Consumer ${id} was erased`);
  }
}

/** The rules in memory are older than the database's: `createReceipt` starts over with the new ones. */
export class CampaignChanged extends Error {
  override readonly name = 'CampaignChanged';
}

/**
 * SQLSTATEs that are the server's fault (PostgreSQL, Appendix A): connection lost, read-only (a demoted
 * primary), a full disk, shutting down, broken files; cancelled, or blocked for too long.
 */
const serverTrouble = /^(?:08|25006|53|57P|58|57014|55P03|25P03|25P04)/;
const networkTrouble = /^E(?:CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND)/;

/** Distinguishes a server that is down, full or stuck from a wrong statement. */
export function throwDatabaseFailure(error: unknown): never {
  throw isServerTrouble(error) ? new Unavailable('database', error) : error;
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function isServerTrouble(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== '') return serverTrouble.test(code) || networkTrouble.test(code);
  // Errors of the drivers themselves, about a lost or late connection, have no code.
  return error instanceof Error && /connection|timeout|not queryable/i.test(error.message);
}

const ownFrame = /^\s+at (?!.*(?:node_modules|wasm:|node:))/;

/** Leaves out the message, in which databases and parsers quote what users sent. */
function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => ownFrame.test(line));
  return {
    kind: error.name,
    ...('code' in error ? { code: error.code } : {}),
    where: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause ? { cause: describeFailure(error.cause) } : {}),
  };
}

/** The same for each repetition. Messages, which quote data, do not count, but a service's do. */
export function failureFingerprint(error: unknown): string {
  const said = error instanceof Unavailable ? String(error.cause) : '';
  return JSON.stringify([describeFailure(error), said]);
}

export interface FailureRecords {
  log: Log;
  metrics: { failures: { inc(labels: { during: string; service: string }): void } };
}

export function countFailure(
  { metrics }: Pick<FailureRecords, 'metrics'>,
  during: string,
  error: unknown,
): void {
  metrics.failures.inc({
    during,
    service: error instanceof Unavailable ? error.service : 'gateway',
  });
}

export function recordFailure(records: FailureRecords, during: string, error: unknown): void {
  const { log } = records;
  const service = error instanceof Unavailable ? error.service : null;
  countFailure(records, during, error);
  const id = currentRequestId();
  const details = { ...(id && { id }), during, ...describeFailure(error) };
  log(service ? 'unavailable' : 'failure', details, 'error');
}
