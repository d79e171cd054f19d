/** Longer than the gateway waits for its own services. */
export const defaultTimeoutMs = 30_000;

const late = 'TimeoutError';

export interface Timeout {
  readonly signal: AbortSignal;
  release(): void;
}

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

export function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === late;
}

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
