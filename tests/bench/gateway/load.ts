import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import autocannon from 'autocannon';
import type { Journey } from './journeys.ts';

export const seconds = Number(process.env.LOAD_SECONDS ?? 4);
export const connections = 16;

/** What came of calls that were made side by side. */
export interface Load {
  /** Calls that were answered well, a second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  refused: number;
}

/**
 * Calls gateways at once, as a browser does that takes compressed answers.
 * @param rate calls a second; unset: as many as are answered
 */
export async function load(
  urls: readonly string[],
  journey: Journey,
  rate?: number,
): Promise<Load> {
  const times: number[] = [];
  let index = 0;
  let refused = 0;
  const next = (request: autocannon.Request): autocannon.Request => {
    const { body, token } = journey.ask(index);
    index += 1;
    return {
      ...request,
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
  };
  const started = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      const cannon = autocannon(
        {
          url: url + journey.path,
          method: journey.method,
          connections: connections / urls.length,
          duration: seconds,
          ...(rate !== undefined && { overallRate: Math.ceil(rate / urls.length) }),
          requests: [{ method: journey.method, path: journey.path, setupRequest: next }],
        },
        () => {},
      );
      cannon.on('response', (_client, status, _bytes, milliseconds) => {
        if (status < 300) times.push(milliseconds);
        else refused += 1;
      });
      await once(cannon, 'done');
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return {
    perSecond: Math.round(times.length / elapsed),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    refused,
  };
}
