/** More than the gateway waits for its own services, so that its answer reaches the user. */
export const defaultTimeoutMs = 30_000;

/** Why a signal aborted that only time aborts. */
const late = 'TimeoutError';

/** A wait that ends when its time is over, or its caller ends it. */
export interface Timeout {
  readonly signal: AbortSignal;
  /** Forgets the time and the caller. */
  release(): void;
}

/** What AbortSignal.any does in browsers that have it. */
export function timeoutAfter(milliseconds: number, caller?: AbortSignal): Timeout {
  const wait = new AbortController();
  const stop = () => wait.abort(caller?.reason);
  const clock = setTimeout(() => wait.abort(new DOMException('Late', late)), milliseconds);
  caller?.addEventListener('abort', stop);
  if (caller?.aborted) stop();
  return {
    signal: wait.signal,
    release() {
      clearTimeout(clock);
      caller?.removeEventListener('abort', stop);
    },
  };
}

/** Whether time ended the wait, rather than the caller. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === late;
}

/** Resolves after so many milliseconds, or at once when the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const clock = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(clock);
      resolve();
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
