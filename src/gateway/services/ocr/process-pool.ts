import type { ReadingProcess } from './start-reader.ts';

interface ProcessPool {
  /** First come, first served; null when the signal aborts first, or too many wait. */
  acquire(signal: AbortSignal): Promise<ReadingProcess | null>;
  /** Always call it, also for a process that crashed. */
  release(process: ReadingProcess): void;
  waiting(): number;
  close(): Promise<void>;
}

export interface PoolLimits {
  maxProcesses: number;
  /** How many files may wait, each in memory; further ones are not read, and their users type. */
  maxWaiting: number;
  /** A process idle for this long ends, to free its memory. */
  idleMs: number;
}

export const poolLimits: PoolLimits = { maxProcesses: 2, maxWaiting: 8, idleMs: 120_000 };

export function openProcessPool(
  startProcess: () => ReadingProcess,
  { maxProcesses, maxWaiting, idleMs }: PoolLimits,
): ProcessPool {
  const running = new Set<ReadingProcess>();
  const idle = new Map<ReadingProcess, NodeJS.Timeout>();
  const waiting = new Set<(process: ReadingProcess | null) => void>();
  let isClosed = false;

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

  const idleOrNewProcess = (): ReadingProcess | null => {
    for (const process of idle.keys()) {
      clearTimeout(idle.get(process));
      idle.delete(process);
      if (process.alive) return process;
      running.delete(process);
    }
    return running.size < maxProcesses ? start() : null;
  };

  return {
    acquire: async (signal) => {
      if (isClosed || signal.aborted) return null;
      const process = idleOrNewProcess();
      if (process || waiting.size >= maxWaiting) return process;
      return new Promise((resolve) => {
        const resolveWith = (process: ReadingProcess | null) => {
          waiting.delete(resolveWith);
          signal.removeEventListener('abort', onAbort);
          resolve(process);
        };
        const onAbort = () => resolveWith(null);
        signal.addEventListener('abort', onAbort);
        waiting.add(resolveWith);
      });
    },
    release: (process) => {
      if (!process.alive) running.delete(process);
      else if (!isClosed) {
        idle.set(process, setTimeout(() => void end(process), idleMs).unref());
      }
      const [next] = waiting;
      if (next) next(idleOrNewProcess());
    },
    waiting: () => waiting.size,
    close: async () => {
      isClosed = true;
      for (const resolveWith of waiting) resolveWith(null);
      await Promise.all([...running].map(end));
    },
  };
}
