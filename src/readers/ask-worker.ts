/**
 * Sends one request to a worker, with a port of its own for the answer.
 * @throws when the worker cannot be loaded, fails, or the signal aborts.
 */
export function askWorker<Result>(
  worker: Worker,
  request: object,
  { transfer = [], signal }: { transfer?: Transferable[]; signal: AbortSignal },
): Promise<Result> {
  const { port1: answer, port2 } = new MessageChannel();
  const answered = new AbortController();
  const once = { signal: answered.signal };
  return new Promise<Result>((resolve, reject) => {
    answer.onmessage = ({ data }: MessageEvent<{ result: Result } | { failure: string }>) => {
      if ('result' in data) resolve(data.result);
      else reject(new Error(data.failure));
    };
    worker.addEventListener('error', () => reject(new Error('The worker failed')), once);
    signal.addEventListener('abort', () => reject(signal.reason), once);
    worker.postMessage(request, [...transfer, port2]);
  }).finally(() => {
    answered.abort();
    answer.close();
  });
}
