import type { ReadingProcess } from './reading-process.ts';

/** At most so many processes, started when there is work and ended when there is none. */
export interface ProcessPool {
  /**
   * A process for one reading, in the order of asking; null when the signal aborts before, or when
   * too many wait already.
   */
  take(signal: AbortSignal): Promise<ReadingProcess | null>;
  /** Always release the process, also when it crashed. */
  giveBack(process: ReadingProcess): void;
  /** Readings that wait for a process. */
  waiting(): number;
  close(): Promise<void>;
}

/**
 * @param startProcess starts one
 * @param queue how many may wait: each holds its file in memory
 */
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
