import { nothingRead, type OcrAnswer, type OcrEngine, type OcrFileType } from './ocr-answer.ts';
import { openProcessPool } from './process-pool.ts';
import { startReadingProcess } from './start-reader.ts';
import { findTesseract, type TesseractCommand } from './tesseract-command.ts';

export interface Ocr {
  /** What cannot be read in time is null. @throws the signal's reason when it aborts */
  read(
    file: Uint8Array,
    type: OcrFileType,
    signal: AbortSignal,
    tell?: (soFar: OcrAnswer) => void,
  ): Promise<OcrAnswer>;
  waiting(): number;
  close(): Promise<void>;
}

export interface OcrLimits {
  processes: number;
  /** Past these nothing is read, and the person types. */
  queue: number;
  /** In milliseconds. */
  reading: number;
  /** In milliseconds. */
  waiting: number;
  /** Milliseconds after which a process without work ends and gives back its memory. */
  idle: number;
  /** Unset: the machine's command where it has one with Portuguese, else the engine of the packages. */
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
