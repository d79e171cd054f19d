import { availableParallelism, loadavg } from 'node:os';
import { Busy } from '../../failures.ts';
import type { QueueEntry, QueueLimits, WorkQueue } from '../queues.ts';
import { nothingRead, type OcrAnswer, type OcrEngine, type OcrFileType } from './ocr-answer.ts';
import {
  openProcessPool,
  type PoolLimits,
  poolLimits,
  startReadingProcess,
} from './reading-processes.ts';
import { findTesseract } from './tesseract-command.ts';

export interface Ocr {
  /** Fields that are not read in time are null. @throws the signal's reason when it aborts */
  read(
    file: Uint8Array,
    type: OcrFileType,
    signal: AbortSignal,
    onProgress?: (soFar: OcrAnswer) => void,
  ): Promise<OcrAnswer>;
  waiting(): number;
  close(): Promise<void>;
}

interface OcrLimits extends PoolLimits {
  /** Default: what is usual for the engine and the machine. */
  readingMs?: number;
  waitingMs: number;
  isBusy(): boolean;
  /** Default: the machine's `tesseract` if it knows Portuguese, else the one in JavaScript. */
  engine?: OcrEngine;
}

const limits: OcrLimits = {
  ...poolLimits,
  waitingMs: 8_000,
  isBusy: () => (loadavg()[0] ?? 0) > 2 * availableParallelism(),
};

/** Networks take turns, in each its accounts, and so does the tax office's work. */
export const readingLimits: QueueLimits = {
  atOnce: poolLimits.maxProcesses,
  perQueue: 2,
  total: poolLimits.maxWaiting,
};

/** Null when its turn does not come in time, or too many wait. */
export async function readInTurn<Answer>(
  queue: WorkQueue,
  { signal, ...entry }: QueueEntry & { signal: AbortSignal },
  read: () => Promise<Answer>,
): Promise<Answer | null> {
  const waitLimit = AbortSignal.any([signal, AbortSignal.timeout(limits.waitingMs)]);
  try {
    return await queue.run({ ...entry, signal: waitLimit }, read);
  } catch (error) {
    if (error instanceof Busy) return null;
    throw error;
  }
}

/** `withCode` is what was read up to the code for the tax office; it may never resolve. */
export function readWatchingForCode<Answer>(
  start: (onProgress: (soFar: OcrAnswer) => void) => Promise<Answer>,
): { reading: Promise<Answer>; withCode: Promise<OcrAnswer> } {
  const { promise: withCode, resolve } = Promise.withResolvers<OcrAnswer>();
  const reading = start((soFar) => {
    if (soFar.qrParameters !== null) resolve(soFar);
  });
  return { reading, withCode };
}

/** After this time we answer with the fields that are proven so far; the user types the others. */
const readingLimitsMs: Readonly<Record<OcrEngine, number>> = { command: 4_500, javascript: 9_500 };

/** On a busy machine the same work takes longer, but no user waits longer than this. */
const busyLimitMs = 10_000;

export function openOcr(custom: Partial<OcrLimits> = {}): Ocr {
  const { readingMs, waitingMs, isBusy, engine: chosen, ...ofPool } = { ...limits, ...custom };
  const pool = openProcessPool(startReadingProcess, ofPool);
  return {
    read: async (file, type, signal, onProgress) => {
      signal.throwIfAborted();
      const command = chosen === 'javascript' ? null : await findTesseract();
      const engine = command ? 'command' : 'javascript';
      const reader = await pool.acquire(AbortSignal.any([signal, AbortSignal.timeout(waitingMs)]));
      const limitMs = readingMs ?? (isBusy() ? busyLimitMs : readingLimitsMs[engine]);
      const answer = reader
        ? await reader
            .read({ file, type, engine }, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]), {
              command,
              onProgress,
            })
            .finally(() => pool.release(reader))
        : nothingRead;
      signal.throwIfAborted();
      return answer;
    },
    waiting: () => pool.waiting(),
    close: () => pool.close(),
  };
}
