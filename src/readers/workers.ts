interface ScriptPolicy {
  createScriptURL(url: string): string;
}

let policy: ScriptPolicy | undefined;

/** An address written by the build, for pages that enforce Trusted Types. */
export function trustedAddress(url: string): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): ScriptPolicy };
  };
  // The one policy of ours; a page may create it once.
  policy ??= trustedTypes?.createPolicy('promo-readers', { createScriptURL: (own: string) => own });
  return policy?.createScriptURL(url) ?? url;
}

export function startWorker(url: string): Worker {
  return new Worker(trustedAddress(url), { type: 'module' });
}

interface AskOptions {
  transfer?: Transferable[];
  signal?: AbortSignal | undefined;
}

/** Firefox was once seen to start a worker that never answered: the server reads the file then. */
const answerTimeoutMs = 30_000;

/** A port for each answer. Throws if the worker does not load, is lost or aborted, and its errors. */
export function askWorker<Result>(
  worker: Worker,
  request: object,
  { transfer = [], signal }: AskOptions,
): Promise<Result> {
  const { port1: answer, port2 } = new MessageChannel();
  const answered = new AbortController();
  const once = { signal: answered.signal };
  let tooLate: ReturnType<typeof setTimeout> | undefined;
  return new Promise<Result>((resolve, reject) => {
    answer.onmessage = ({
      data,
    }: MessageEvent<{ result: Result } | { failure: WorkerFailure }>) => {
      if ('result' in data) resolve(data.result);
      else reject(Object.assign(new Error(data.failure.message), { name: data.failure.name }));
    };
    tooLate = setTimeout(() => reject(new Error('The worker does not answer')), answerTimeoutMs);
    worker.addEventListener('error', () => reject(new Error('The worker failed')), once);
    signal?.addEventListener('abort', () => reject(signal.reason), once);
    worker.postMessage(request, [...transfer, port2]);
  }).finally(() => {
    clearTimeout(tooLate);
    answered.abort();
    answer.close();
  });
}

/** The worker's side: answers each request of `askWorker` on its port. A page gets no requests. */
export function answerRequests<Request>(answer: (request: Request) => Promise<unknown>): void {
  if (typeof document !== 'undefined') return;
  addEventListener('message', async ({ data, ports }: MessageEvent<Request>) => {
    const [port] = ports;
    try {
      const result = await answer(data);
      port?.postMessage({ result }, result instanceof ImageBitmap ? [result] : []);
    } catch (error) {
      port?.postMessage({ failure: failureOf(error) });
    }
  });
}

/** A cloned error of a library would lose its name. */
interface WorkerFailure {
  name: string;
  message: string;
}

function failureOf(error: unknown): WorkerFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message };
}
