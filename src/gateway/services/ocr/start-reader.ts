import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { is } from 'superstruct';
import {
  nothingRead,
  type OcrAnswer,
  type PictureReport,
  ReadingReport,
  type ReadingRequest,
  type TableAnswer,
} from './ocr-answer.ts';
import { type TesseractCommand, yieldToOthers } from './tesseract-command.ts';

const childFile = fileURLToPath(new URL('./sandboxed-reader.ts', import.meta.url));

/** Programs and models, and nothing that people sent: receipts and keys lie elsewhere. */
const readable = ['src', 'node_modules', 'package.json'].map((name) =>
  realpathSync(new URL(`../../../../${name}`, import.meta.url)),
);

export const childPermissions: readonly string[] = [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--allow-addons',
  '--allow-worker',
];

/** Pictures and the engine's model come on top, some 300 MB. */
const heapMegabytes = 256;

/** What one reading may ask of the command: a receipt's second page, tried every way, takes 24. */
const mostPictures = 32;
const largestPicture = 16_000_000;

/** For untrusted files: it may crash, hang or be killed. */
export interface ReadingProcess {
  /** One at a time; on an abort or a crash, what was known by then. */
  read(
    request: ReadingRequest,
    signal: AbortSignal,
    tell?: (soFar: OcrAnswer) => void,
  ): Promise<OcrAnswer>;
  readonly alive: boolean;
  end(): Promise<void>;
}

/** Without the gateway's secrets; it can read the program's own files, but neither write nor start programs. */
export function startReadingProcess(command: TesseractCommand | null): ReadingProcess {
  const child = fork(childFile, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`, ...childPermissions],
  });
  yieldToOthers(child);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).on('error', () => resolve());
  });
  return {
    read: (request, signal, tell) => ask(child, command, request, signal, tell),
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

function ask(
  child: ChildProcess,
  command: TesseractCommand | null,
  request: ReadingRequest,
  signal: AbortSignal,
  tell: ((soFar: OcrAnswer) => void) | undefined,
): Promise<OcrAnswer> {
  return new Promise((resolve) => {
    let known = nothingRead;
    let pictures = 0;
    const over = new AbortController();
    const recognise = async ({ place, ...picture }: PictureReport) => {
      // A machine without files or memory to spare starts no command: nothing is recognised then.
      const table = await command?.recognise(picture, over.signal).catch(() => '');
      if (child.connected) child.send({ place, table: table ?? '' } satisfies TableAnswer);
    };
    const finish = () => {
      over.abort();
      child.off('message', listen).off('exit', finish).off('error', finish);
      signal.removeEventListener('abort', stop);
      resolve(known);
    };
    const stop = () => child.kill('SIGKILL');
    const listen = (report: unknown) => {
      if (!is(report, ReadingReport)) {
        stop();
        return;
      }
      if (report.kind === 'picture') {
        pictures += 1;
        if (pictures > mostPictures || report.picture.length > largestPicture) stop();
        else void recognise(report);
        return;
      }
      known = report.answer;
      if (report.final) finish();
      else tell?.(known);
    };
    child.on('message', listen).on('exit', finish).on('error', finish);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else child.send(request);
  });
}
