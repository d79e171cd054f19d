import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export const logLevels = ['info', 'warning', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Writes one line for the operator, `info` by default. Never pass personal data. */
export type Log = (event: string, details?: Record<string, unknown>, level?: LogLevel) => void;

/** JSON lines on stderr; stdout only says that the server is ready. */
export function stderrLog(minLevel: LogLevel): Log {
  const shownLevels = logLevels.slice(logLevels.indexOf(minLevel));
  return (event, details, level = 'info') => {
    if (!shownLevels.includes(level)) return;
    const line = { at: new Date().toISOString(), level, event, ...details };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };
}

const requests = new AsyncLocalStorage<string>();

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The caller's id if it is a UUID (RFC 9562): another text could hold personal data. */
export function requestIdOf(request: Request): string {
  const fromProxy = request.headers.get('X-Request-Id') ?? '';
  return uuid.test(fromProxy) ? fromProxy : randomUUID();
}

export function duringRequest<Result>(id: string, work: () => Result): Result {
  return requests.run(id, work);
}

export function currentRequestId(): string | undefined {
  return requests.getStore();
}
