import type { Gateway } from '../gateway.ts';
import { currentRequestId } from '../log.ts';
import { Unavailable } from '../unavailable.ts';

const ours = /^\s+at (?!.*(?:node_modules|wasm:|node:))/;

/** Without the message: databases and parsers quote in it what users sent. */
function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => ours.test(line));
  return {
    kind: error.name,
    ...('code' in error ? { code: error.code } : {}),
    where: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause ? { cause: describeFailure(error.cause) } : {}),
  };
}

export function recordFailure(
  { log, metrics }: Pick<Gateway, 'log' | 'metrics'>,
  during: string,
  error: unknown,
): void {
  const service = error instanceof Unavailable ? error.service : null;
  metrics.failures.inc({ during, service: service ?? 'gateway' });
  const id = currentRequestId();
  const details = { ...(id && { id }), during, ...describeFailure(error) };
  log(service ? 'unavailable' : 'failure', details, 'error');
}
