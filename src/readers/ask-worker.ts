import type { WorkerFailure } from './answer-requests.ts';

interface AskOptions {
  transfer?: Transferable[];
  signal?: AbortSignal | undefined;
}

/**
 * Sends one request to a worker, with a port of its own for the answer.
 * @throws when the worker cannot be loaded, or the signal aborts; what the worker throws, by its name.
 */
export function askWorker<Result>(
  worker: Worker,
  request: object,
  { transfer = [], signal }: AskOptions,
): Promise<Result> {
  const { port1: answer, port2 } = new MessageChannel();
  const answered = new AbortController();
  const once = { signal: answered.signal };
  return new Promise<Result>((resolve, reject) => {
    answer.onmessage = ({
      data,
    }: MessageEvent<{ result: Result } | { failure: WorkerFailure }>) => {
      if ('result' in data) resolve(data.result);
      else reject(Object.assign(new Error(data.failure.message), { name: data.failure.name }));
    };
    worker.addEventListener('error', () => reject(new Error('The worker failed')), once);
    signal?.addEventListener('abort', () => reject(signal.reason), once);
    worker.postMessage(request, [...transfer, port2]);
  }).finally(() => {
    answered.abort();
    answer.close();
  });
}
