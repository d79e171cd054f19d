import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { is } from 'superstruct';
import { fileTypeOf, pdfPagesRead } from '../../../rules/receipts/file-limits.ts';
import {
  type DrawingRequest,
  nothingRead,
  type OcrAnswer,
  type PageReport,
  type PictureReport,
  ReadingReport,
  type ReadingRequest,
  type TableAnswer,
} from './ocr-answer.ts';
import { type TesseractCommand, yieldToOthers } from './tesseract-command.ts';

const childFile = fileURLToPath(new URL('./sandboxed-reader.ts', import.meta.url));

/** The process may read the program and its models, never stored receipts or secrets. */
const readable = ['src', 'node_modules', 'package.json'].map((name) =>
  realpathSync(new URL(`../../../../${name}`, import.meta.url)),
);

export const childPermissions: readonly string[] = [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--allow-addons',
  '--allow-worker',
];

/** Limit of the heap; pictures and the engine's model take some 300 MB outside of it. */
const heapMegabytes = 256;

/** Pictures that one reading may send to Tesseract; a page of a PDF takes 28 at most. */
const maxPictures = 64;
const maxPictureBytes = 16_000_000;

interface ReadingHelpers {
  /** Recognises pictures where the request's engine is the command. */
  command: TesseractCommand | null;
  onProgress?: ((soFar: OcrAnswer) => void) | undefined;
  onPage?: (report: PageReport) => void;
}

/** Reads untrusted files, so it may crash, hang or be killed. */
export interface ReadingProcess {
  /** Reads one file at a time; on an abort or a crash it answers what it knows by then. @throws when no process can be started */
  read(request: ReadingRequest, signal: AbortSignal, helpers: ReadingHelpers): Promise<OcrAnswer>;
  draw(request: DrawingRequest, signal: AbortSignal, helpers: ReadingHelpers): Promise<unknown>;
  readonly alive: boolean;
  end(): Promise<void>;
}

/** For a reading, which goes on in the background and yields to the gateway's calls. */
export function startReadingProcess(): ReadingProcess {
  const child = forkReader();
  yieldToOthers(child);
  return processOf(child);
}

/** The process has no secrets; it reads the program's files, writes none and starts no program. */
function forkReader(): ChildProcess {
  return fork(childFile, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`, ...childPermissions],
  });
}

function processOf(child: ChildProcess): ReadingProcess {
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).on('error', () => resolve());
  });
  return {
    read: (request, signal, helpers) => ask(child, request, signal, helpers),
    draw: (request, signal, helpers) => ask(child, request, signal, helpers),
    get alive() {
      const gone = child.killed || child.exitCode !== null || child.signalCode !== null;
      return child.connected && !gone;
    },
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const drawingMs = 20_000;

/** The first pages of a PDF as PNG pictures, for an operator who waits; fewer if that fails. */
export async function drawPdfPages(
  pdf: Uint8Array,
): Promise<{ pages: Uint8Array[]; pageCount: number }> {
  const process = processOf(forkReader());
  const pages: Uint8Array[] = [];
  let pageCount = 0;
  await process.draw({ pdf }, AbortSignal.timeout(drawingMs), {
    command: null,
    onPage: (report) => {
      pages.push(report.page);
      pageCount = report.pageCount;
    },
  });
  await process.end();
  return { pages: pages.filter((page) => fileTypeOf(page) === 'image/png'), pageCount };
}

function ask(
  child: ChildProcess,
  request: ReadingRequest | DrawingRequest,
  signal: AbortSignal,
  { command, onProgress, onPage }: ReadingHelpers,
): Promise<OcrAnswer> {
  return new Promise((resolve, reject) => {
    let soFar = nothingRead;
    let pictures = 0;
    let pages = 0;
    const over = new AbortController();
    const recognise = async ({ pictureNumber, ...picture }: PictureReport) => {
      // Where the machine is out of files or memory the command does not start: an empty table.
      const table = await command?.recognise(picture, over.signal).catch(() => '');
      if (child.connected) child.send({ pictureNumber, table: table ?? '' } satisfies TableAnswer);
    };
    const finish = () => {
      over.abort();
      child.off('message', listen).off('exit', finish).off('error', fail);
      signal.removeEventListener('abort', stop);
      resolve(soFar);
    };
    const fail = (error: Error) => {
      if (child.pid === undefined) reject(error);
      finish();
    };
    const stop = () => child.kill('SIGKILL');
    const recogniseWithinLimits = (report: PictureReport) => {
      pictures += 1;
      if (pictures > maxPictures || report.picture.length > maxPictureBytes) stop();
      else void recognise(report);
    };
    const passPageWithinLimits = (report: PageReport) => {
      pages += 1;
      if (!onPage || pages > pdfPagesRead || report.page.length > maxPictureBytes) stop();
      else onPage(report);
    };
    const listen = (report: unknown) => {
      if (!is(report, ReadingReport)) {
        stop();
        return;
      }
      if (report.kind === 'page') passPageWithinLimits(report);
      else if (report.kind === 'picture') recogniseWithinLimits(report);
      else {
        soFar = report.answer;
        if (report.final) finish();
        else onProgress?.(soFar);
      }
    };
    child.on('message', listen).on('exit', finish).on('error', fail);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else child.send(request);
  });
}

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
