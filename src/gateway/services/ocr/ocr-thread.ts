import { once } from 'node:events';
import {
  isMainThread,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import { type Ocr, openOcr } from './ocr.ts';
import { nothingRead, type OcrAnswer, type OcrFileType } from './ocr-answer.ts';
import { poolLimits } from './reading-processes.ts';

const role = 'readers of receipts';

type Order =
  | { kind: 'read'; id: number; file: Uint8Array; type: OcrFileType }
  | { kind: 'abort'; id: number }
  | { kind: 'close' };

type Report = { id: number; answer: OcrAnswer; final: boolean } | { id: number; failure: unknown };

/**
 * `openOcr` in a thread of its own, begun at the first reading. Starting a program stops the thread
 * that starts it, on a busy machine for a tenth of a second, and pictures go to and fro.
 */
export function openOcrInThread(): Ocr {
  const listeners = new Map<number, (report: Report) => void>();
  let thread: Worker | null = null;
  let isClosed = false;
  let latest = 0;

  function startThread(): Worker {
    const worker = new Worker(new URL(import.meta.url), { workerData: role, execArgv: [] });
    const end = (failure: unknown) => {
      if (thread !== worker) return;
      thread = null;
      for (const [id, listen] of listeners)
        listen(isClosed ? { id, answer: nothingRead, final: true } : { id, failure });
    };
    worker.on('message', (report: Report) => listeners.get(report.id)?.(report));
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread that reads receipts has ended'))).unref();
    return worker;
  }

  const readInThread: Ocr['read'] = (file, type, signal, onProgress) => {
    thread ??= startThread();
    const to = thread;
    const send = (order: Order) => to.postMessage(order);
    latest += 1;
    const id = latest;
    return new Promise((resolve, reject) => {
      const stop = () => send({ kind: 'abort', id });
      listeners.set(id, (report) => {
        const hasFailed = 'failure' in report;
        if (!hasFailed && !report.final) return onProgress?.(report.answer);
        listeners.delete(id);
        signal.removeEventListener('abort', stop);
        if (hasFailed) reject(signal.aborted ? signal.reason : report.failure);
        else resolve(report.answer);
      });
      signal.addEventListener('abort', stop);
      send({ kind: 'read', id, file, type });
    });
  };

  return {
    read: async (file, type, signal, onProgress) => {
      signal.throwIfAborted();
      const answer = isClosed ? nothingRead : await readInThread(file, type, signal, onProgress);
      signal.throwIfAborted();
      return answer;
    },
    waiting: () => Math.max(0, listeners.size - poolLimits.maxProcesses),
    close: async () => {
      isClosed = true;
      if (!thread) return;
      const ended = once(thread, 'exit');
      thread.postMessage({ kind: 'close' } satisfies Order);
      await ended;
    },
  };
}

function answerOrders(port: MessagePort): void {
  const ocr = openOcr();
  const callers = new Map<number, AbortController>();
  const report = (what: Report) => port.postMessage(what);
  port.on('message', async (order: Order) => {
    if (order.kind === 'close') {
      await ocr.close();
      process.exit();
    } else if (order.kind === 'abort') callers.get(order.id)?.abort();
    else {
      const { id, file, type } = order;
      const caller = new AbortController();
      callers.set(id, caller);
      const onProgress = (answer: OcrAnswer) => report({ id, answer, final: false });
      await ocr.read(file, type, caller.signal, onProgress).then(
        (answer) => report({ id, answer, final: true }),
        (failure: unknown) => report({ id, failure }),
      );
      callers.delete(id);
    }
  });
}

if (!isMainThread && workerData === role && parentPort) answerOrders(parentPort);
