import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from '../../../src/contract/endpoint.ts';

/** An action that happens once, however often it has to be sent. */
export interface Act {
  readonly endpoint: { readonly method: string; readonly path: string };
  readonly token: string;
  readonly body?: unknown;
  readonly key: string;
}

export interface Outcome {
  /** 0 if no answer came for long. */
  readonly status: number;
  readonly text: string;
  readonly tries: number;
  /** From the first try to the answer. */
  readonly milliseconds: number;
}

/** Waits as the pages' own client does, in milliseconds; the last one repeats, as a page that waits. */
const waits = [400, 1200, 2000];
const maxWaitMs = 120_000;
const tryTimeoutMs = 30_000;

/** Whether a call succeeded, and its caller got the answer. */
export function isAcknowledged({ status }: Outcome): boolean {
  return status >= 200 && status < 300;
}

/**
 * Sends an act to one gateway after the other, always under its key, until one of them answers it:
 * a lost connection, a gateway without its database (503) and a twin that still runs are no answers.
 */
export async function sendUntilAnswered(act: Act, urls: readonly string[]): Promise<Outcome> {
  const started = performance.now();
  for (let tries = 1; ; tries += 1) {
    turn = (turn + 1) % urls.length;
    const answer = await attempt(act, urls[turn] ?? '').catch(() => null);
    const milliseconds = performance.now() - started;
    if (answer && isFinal(answer)) return { ...answer, tries, milliseconds };
    if (milliseconds > maxWaitMs) {
      return { status: 0, text: answer?.text ?? '', tries, milliseconds };
    }
    await pause(waits[Math.min(tries, waits.length) - 1]);
  }
}

let turn = 0;

async function attempt({ endpoint, token, body, key }: Act, url: string) {
  const response = await fetch(url + pathOf(endpoint.path, { campaignId: 19 }), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'Idempotency-Key': key,
    },
    signal: AbortSignal.timeout(tryTimeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

function isFinal({ status, text }: { status: number; text: string }): boolean {
  return status !== 503 && !text.includes('REQUEST_IN_PROGRESS');
}
