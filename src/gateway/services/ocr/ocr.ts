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
  readingMs: number;
  waitingMs: number;
  /** Default: the machine's `tesseract` if it knows Portuguese, else the one in JavaScript. */
  engine?: OcrEngine;
}

const limits: OcrLimits = { ...poolLimits, readingMs: 10_000, waitingMs: 8_000 };

export function openOcr(custom: Partial<OcrLimits> = {}): Ocr {
  const { readingMs, waitingMs, engine: chosen, ...ofPool } = { ...limits, ...custom };
  let command: TesseractCommand | null = null;
  const pool = openProcessPool(() => startReadingProcess(command), ofPool);
  return {
    read: async (file, type, signal, tell) => {
      signal.throwIfAborted();
      if (chosen !== 'javascript') command = await findTesseract();
      const engine = command ? 'command' : 'javascript';
      const free = await pool.take(AbortSignal.any([signal, AbortSignal.timeout(waitingMs)]));
      const answer = free
        ? await free
            .read(
              { file, type, engine },
              AbortSignal.any([signal, AbortSignal.timeout(readingMs)]),
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
