import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { minuteMs } from '../../rules/dates.ts';
import type { OfficePage } from './read-page.ts';

/** A receipt takes 0.1 s to read; a page built to take long is given up. */
const timeLimitMs = 8_000;

/** Loading the parser takes longer than reading a page, so a thread waits a while for the next. */
const idleLimitMs = minuteMs;
const maxIdleThreads = 2;

const role = 'reader of office pages';

const idle = new Map<Worker, NodeJS.Timeout>();

/** Reads in a thread: a page that fills the memory ends only that. @returns null if unreadable */
export function readInThread(bytes: Uint8Array, limitMs = timeLimitMs): Promise<OfficePage | null> {
  return new Promise((done) => {
    const thread = idleThread() ?? startThread();
    const limit = setTimeout(() => giveUp(), limitMs);
    const finish = (page: OfficePage | null) => {
      clearTimeout(limit);
      thread.off('message', readWell).off('error', giveUp).off('exit', giveUp);
      done(page);
    };
    const readWell = (page: OfficePage) => {
      finish(page);
      parkThread(thread);
    };
    const giveUp = () => {
      finish(null);
      void thread.terminate();
    };
    thread.on('message', readWell).on('error', giveUp).on('exit', giveUp);
    thread.postMessage(bytes);
  });
}

/** Call it when a page may be needed soon: it loads the parser ahead. */
export function prepareThread(): void {
  if (idle.size === 0) parkThread(startThread());
}

function startThread(): Worker {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: role,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const forget = () => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
  };
  // An error without a listener would end the gateway, also while the thread waits.
  return thread.on('error', forget).on('exit', forget);
}

function idleThread(): Worker | undefined {
  const [thread] = idle.keys();
  if (!thread) return undefined;
  clearTimeout(idle.get(thread));
  idle.delete(thread);
  thread.ref();
  return thread;
}

function parkThread(thread: Worker): void {
  if (idle.size === maxIdleThreads) return void thread.terminate();
  thread.unref();
  const end = () => {
    // Give it no more pages: ending takes a moment.
    idle.delete(thread);
    void thread.terminate();
  };
  idle.set(thread, setTimeout(end, idleLimitMs).unref());
}

if (!isMainThread && workerData === role) {
  // Loaded only here, so that the parser takes no memory in the main thread.
  const { decodePage, readPage } = await import('./read-page.ts');
  parentPort?.on('message', (page: Uint8Array) => {
    parentPort?.postMessage(readPage(decodePage(page)));
  });
}
