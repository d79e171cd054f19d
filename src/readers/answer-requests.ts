/** Runs in a worker: answers each request of `askWorker` on the port that came with it. */
export function answerRequests<Request>(answer: (request: Request) => Promise<unknown>): void {
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
export interface WorkerFailure {
  name: string;
  message: string;
}

function failureOf(error: unknown): WorkerFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message };
}
