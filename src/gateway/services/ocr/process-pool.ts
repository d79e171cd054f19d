import type { ReadingProcess } from './start-reader.ts';

interface ProcessPool {
  /** First come, first served; null when the signal aborts first, or too many wait. */
  take(signal: AbortSignal): Promise<ReadingProcess | null>;
  /** Always call it, also for a process that crashed. */
  giveBack(process: ReadingProcess): void;
  waiting(): number;
  close(): Promise<void>;
}

export interface PoolLimits {
  processes: number;
  /** How many files may wait, each in memory; further ones are not read, and their users type. */
  queue: number;
  /** A process idle for this long ends, to free its memory. */
  idleMs: number;
}

export const poolLimits: PoolLimits = { processes: 2, queue: 8, idleMs: 120_000 };

export function openProcessPool(
  startProcess: () => ReadingProcess,
  { processes, queue, idleMs }: PoolLimits,
): ProcessPool {
  const running = new Set<ReadingProcess>();
  const idle = new Map<ReadingProcess, NodeJS.Timeout>();
  const waiting = new Set<(process: ReadingProcess | null) => void>();
  let closed = false;

  const start = () => {
    const process = startProcess();
    running.add(process);
    return process;
  };

  const end = async (process: ReadingProcess) => {
    clearTimeout(idle.get(process));
    idle.delete(process);
    running.delete(process);
    await process.end();
  };

  const free = (): ReadingProcess | null => {
    for (const process of idle.keys()) {
      clearTimeout(idle.get(process));
      idle.delete(process);
      if (process.alive) return process;
      running.delete(process);
    }
    return running.size < processes ? start() : null;
  };

  return {
    take: async (signal) => {
      if (closed || signal.aborted) return null;
      const process = free();
      if (process || waiting.size >= queue) return process;
      return new Promise((resolve) => {
        const serve = (process: ReadingProcess | null) => {
          waiting.delete(serve);
          signal.removeEventListener('abort', giveUp);
          resolve(process);
        };
        const giveUp = () => serve(null);
        signal.addEventListener('abort', giveUp);
        waiting.add(serve);
      });
    },
    giveBack: (process) => {
      if (!process.alive) running.delete(process);
      else if (!closed) {
        idle.set(process, setTimeout(() => void end(process), idleMs).unref());
      }
      const [next] = waiting;
      if (next) next(free());
    },
    waiting: () => waiting.size,
    close: async () => {
      closed = true;
      for (const serve of waiting) serve(null);
      await Promise.all([...running].map(end));
    },
  };
}
