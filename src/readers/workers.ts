import type { WorkerFailure } from './answer-requests.ts';

/** The one policy of Trusted Types here: it passes addresses that the build wrote into the code. */
const policy = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): ScriptPolicy } }
).trustedTypes?.createPolicy('promo-readers', { createScriptURL: (url: string) => url });

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** An address of a script of ours, for a page that enforces Trusted Types. */
export function trustedAddress(url: string): string {
  return policy?.createScriptURL(url) ?? url;
}

export function startWorker(url: string): Worker {
  return new Worker(trustedAddress(url), { type: 'module' });
}

interface AskOptions {
  transfer?: Transferable[];
  signal?: AbortSignal | undefined;
}

/** A port for each answer. Throws when the worker cannot be loaded, at an abort, and its errors. */
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
