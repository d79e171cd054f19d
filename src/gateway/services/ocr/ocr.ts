import { nothingRead, type OcrAnswer, type OcrEngine, type OcrFileType } from './ocr-answer.ts';
import { openProcessPool } from './process-pool.ts';
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

interface OcrLimits {
  processes: number;
  /** Files that may wait; one more is not read, and its user types what it shows. */
  queue: number;
  /** Milliseconds that a file is read. */
  reading: number;
  /** Milliseconds that it waits for a process. */
  waiting: number;
  /** Milliseconds without work after which a process ends, for its memory. */
  idle: number;
  /** Default: the machine's `tesseract` if it knows Portuguese, else the one in JavaScript. */
  engine?: OcrEngine;
}

const limits: OcrLimits = {
  processes: 2,
  queue: 8,
  reading: 10_000,
  waiting: 8_000,
  idle: 120_000,
};

export function openOcr(custom: Partial<OcrLimits> = {}): Ocr {
  const { processes, queue, reading, waiting, idle, engine: chosen } = { ...limits, ...custom };
  let command: TesseractCommand | null = null;
  const pool = openProcessPool(() => startReadingProcess(command), processes, queue, idle);
  return {
    read: async (file, type, signal, tell) => {
      signal.throwIfAborted();
      if (chosen !== 'javascript') command = await findTesseract();
      const engine = command ? 'command' : 'javascript';
      const free = await pool.take(AbortSignal.any([signal, AbortSignal.timeout(waiting)]));
      const answer = free
        ? await free
            .read(
              { file, type, engine },
              AbortSignal.any([signal, AbortSignal.timeout(reading)]),
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
