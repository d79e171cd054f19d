import { type MockInstance, vi } from 'vitest';

/** Milliseconds between two steps of the clock, and how far one step sets it forward. */
const step = { every: 2, forward: 100 };

/** Saved before a fake replaces it. */
const everyRealMs = globalThis.setInterval;
const stopRepeating = globalThis.clearInterval;

let clock: ReturnType<typeof everyRealMs> | undefined;
let timeout: MockInstance | undefined;

/**
 * Time that runs fifty times as fast while the work in between runs as ever: waits before a retry
 * take no time of the test's, and a deadline still comes later than an answer. A busy machine makes
 * it slower, not unfair: a step that comes late sets the clock no further than any other.
 * @param fakes which functions of time; all of them unless named.
 */
export function startFastTime(...fakes: ('setTimeout' | 'clearTimeout')[]): void {
  stopFastTime();
  vi.useFakeTimers(fakes.length > 0 ? { toFake: fakes } : {});
  // Node counts this one in real time, whatever the fakes say.
  timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(abortedAfter);
  clock = everyRealMs(() => vi.advanceTimersByTime(step.forward), step.every);
}

/** Gives the test its real time back. */
export function stopFastTime(): void {
  stopRepeating(clock);
  timeout?.mockRestore();
  vi.useRealTimers();
}

function abortedAfter(milliseconds: number): AbortSignal {
  const late = new AbortController();
  setTimeout(() => late.abort(new DOMException('Late', 'TimeoutError')), milliseconds);
  return late.signal;
}
