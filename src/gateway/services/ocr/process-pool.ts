import type { ReadingProcess } from './start-reader.ts';

interface ProcessPool {
  /** First come, first served; null when the signal aborts before, or too many wait. */
  take(signal: AbortSignal): Promise<ReadingProcess | null>;
  /** Always call it, also for a process that crashed. */
  giveBack(process: ReadingProcess): void;
  waiting(): number;
  close(): Promise<void>;
}

/** @param queue how many may wait; each of them holds its file in memory */
export function openProcessPool(
  startProcess: () => ReadingProcess,
  size: number,
  queue: number,
  idleMilliseconds: number,
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
    return running.size < size ? start() : null;
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
        idle.set(process, setTimeout(() => void end(process), idleMilliseconds).unref());
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
