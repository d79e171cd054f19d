import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { nothingRead, type OcrAnswer, type OcrEngine, type OcrFileType } from './ocr-answer.ts';
import { openProcessPool, type PoolLimits, poolLimits } from './process-pool.ts';
import { startReadingProcess } from './start-reader.ts';
import { findTesseract, type TesseractCommand } from './tesseract-command.ts';

export interface Ocr {
  /** Fields that are not read in time are null. @throws the signal's reason when it aborts */
  read(
    file: Uint8Array,
    type: OcrFileType,
    signal: AbortSignal,
    tell?: (soFar: OcrAnswer) => void,
  ): Promise<OcrAnswer>;
  waiting(): number;
  close(): Promise<void>;
}

interface OcrLimits extends PoolLimits {
  /** Default: what is usual for the engine and the machine. */
  readingMs?: number;
  waitingMs: number;
  /** Whether other programs slow the machine down. */
  isBusy(): boolean;
  /** Default: the machine's `tesseract` if it knows Portuguese, else the one in JavaScript. */
  engine?: OcrEngine;
}

const limits: OcrLimits = {
  ...poolLimits,
  waitingMs: 8_000,
  isBusy: () => (loadavg()[0] ?? 0) > 2 * availableParallelism(),
};

/** When this is over, the answer is what is proven by then; the person types the rest. */
const readingLimitsMs: Readonly<Record<OcrEngine, number>> = { command: 4_500, javascript: 9_500 };

/** On a busy machine the same work takes longer, but no person waits for more than this. */
const busyLimitMs = 10_000;

export function openOcr(custom: Partial<OcrLimits> = {}): Ocr {
  const { readingMs, waitingMs, isBusy, engine: chosen, ...ofPool } = { ...limits, ...custom };
  let command: TesseractCommand | null = null;
  const pool = openProcessPool(() => startReadingProcess(command), ofPool);
  return {
    read: async (file, type, signal, tell) => {
      signal.throwIfAborted();
      if (chosen !== 'javascript') command = await findTesseract();
      const engine = command ? 'command' : 'javascript';
      const free = await pool.take(AbortSignal.any([signal, AbortSignal.timeout(waitingMs)]));
      const limitMs = readingMs ?? (isBusy() ? busyLimitMs : readingLimitsMs[engine]);
      const answer = free
        ? await free
            .read(
              { file, type, engine },
              AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
              tell,
            )
            .finally(() => pool.giveBack(free))
        : nothingRead;
      signal.throwIfAborted();
      return answer;
    },
    waiting: () => pool.waiting(),
    close: () => pool.close(),
  };
}

const role = 'readers of receipts';

type Order =
  | { kind: 'read'; id: number; file: Uint8Array; type: OcrFileType }
  | { kind: 'abort'; id: number }
  | { kind: 'close' };

interface Report {
  id: number;
  answer: OcrAnswer;
  final: boolean;
}

/**
 * The same in a thread of its own, begun at the first reading. Starting a program stops the thread
 * that starts it, on a busy machine for a tenth of a second, and pictures go to and fro.
 */
export function openOcrInThread(): Ocr {
  const open = new Map<number, (report: Omit<Report, 'id'>) => void>();
  let thread: Worker | null = null;
  let isClosed = false;
  let latest = 0;

  function startThread(): Worker {
    const worker = new Worker(new URL(import.meta.url), { workerData: role, execArgv: [] });
    const end = () => {
      if (thread !== worker) return;
      thread = null;
      for (const hear of open.values()) hear({ answer: nothingRead, final: true });
    };
    worker.on('message', ({ id, ...report }: Report) => open.get(id)?.(report));
    worker.on('error', end).on('exit', end).unref();
    return worker;
  }

  function readInThread(
    { file, type }: { file: Uint8Array; type: OcrFileType },
    signal: AbortSignal,
    tell?: (soFar: OcrAnswer) => void,
  ): Promise<OcrAnswer> {
    thread ??= startThread();
    const to = thread;
    const send = (order: Order) => to.postMessage(order);
    latest += 1;
    const id = latest;
    return new Promise((resolve) => {
      const stop = () => send({ kind: 'abort', id });
      open.set(id, ({ answer, final }) => {
        if (!final) return tell?.(answer);
        open.delete(id);
        signal.removeEventListener('abort', stop);
        resolve(answer);
      });
      signal.addEventListener('abort', stop);
      send({ kind: 'read', id, file, type });
    });
  }

  return {
    read: async (file, type, signal, tell) => {
      signal.throwIfAborted();
      const answer = isClosed ? nothingRead : await readInThread({ file, type }, signal, tell);
      signal.throwIfAborted();
      return answer;
    },
    waiting: () => Math.max(0, open.size - poolLimits.processes),
    close: async () => {
      isClosed = true;
      if (!thread) return;
      const ended = once(thread, 'exit');
      thread.postMessage({ kind: 'close' } satisfies Order);
      await ended;
    },
  };
}

if (!isMainThread && workerData === role) {
  const ocr = openOcr();
  const callers = new Map<number, AbortController>();
  const report = (what: Report) => parentPort?.postMessage(what);
  parentPort?.on('message', async (order: Order) => {
    if (order.kind === 'close') {
      await ocr.close();
      process.exit();
    } else if (order.kind === 'abort') callers.get(order.id)?.abort();
    else {
      const { id, file, type } = order;
      const caller = new AbortController();
      callers.set(id, caller);
      const tell = (answer: OcrAnswer) => report({ id, answer, final: false });
      const answer = await ocr.read(file, type, caller.signal, tell).catch(() => nothingRead);
      callers.delete(id);
      report({ id, answer, final: true });
    }
  });
}
