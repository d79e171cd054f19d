import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { type CommandRequest, digitsAndGaps, inversionBelow, thresholdFor } from './recogniser.ts';

export interface TesseractCommand {
  /** A table as TSV; empty when the command failed or a limit ended it. */
  recognise(request: CommandRequest, signal: AbortSignal): Promise<string>;
}

/** Address space and processor seconds of one recognition; a large page takes a sixth of each. */
const limits = ['--as=800000000', '--cpu=10', '--core=0', '--nofile=64'];

const lowerPriority = 10;

/** Limit for the commands of all readings together; each takes some 75 MB. */
const commandsAtOnce = 4;

/** A machine that is busy when the first receipt comes may need longer to say its languages. */
const listingMs = 10_000;
const askAgainMs = 60_000;

/** Null without a Tesseract, or with one that lacks Portuguese or does not answer yet. */
export const findTesseract = tesseractFinder();

/** Asks the machine once, and again a minute after it was too slow. */
export function tesseractFinder(): () => Promise<TesseractCommand | null> {
  let finding: Promise<TesseractCommand | null> | undefined;
  return () => {
    finding ??= find(process.env.PATH ?? '').catch(() => {
      setTimeout(() => {
        finding = undefined;
      }, askAgainMs).unref();
      return null;
    });
    return finding;
  };
}

/** @throws Error when Tesseract is there, and does not list its languages */
async function find(path: string): Promise<TesseractCommand | null> {
  const [program, limiter] = await Promise.all([
    executable('tesseract', path),
    executable('prlimit', path),
  ]);
  if (program === null || limiter === null) return null;
  const languages = await run(program, ['--list-langs'], null, AbortSignal.timeout(listingMs));
  if (languages === '') throw new Error('Tesseract listed no languages');
  if (!/^por$/m.test(languages)) return null;
  const hasSecond = /^eng$/m.test(languages);
  const inTurn = pLimit(commandsAtOnce);
  return {
    recognise: ({ picture, digits, pale, inverted, secondModel }, signal) =>
      inTurn(
        run,
        limiter,
        [
          ...limits,
          program,
          ...['stdin', 'stdout', '--psm', '6', '--oem', '1', '--dpi', '200'],
          ...['-l', secondModel && hasSecond ? 'eng' : 'por'],
          ...(digits ? ['-c', `tessedit_char_whitelist=${digitsAndGaps}`] : []),
          ...['-c', `thresholding_method=${thresholdFor(pale)}`, '-c', 'tessedit_create_tsv=1'],
          ...['-c', `invert_threshold=${inversionBelow(inverted)}`],
        ],
        picture,
        signal,
      ),
  };
}

async function executable(name: string, path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter((folder) => folder.startsWith('/'))) {
    const file = join(folder, name);
    const runs = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return file;
  }
  return null;
}

/** Starts a program without a shell, and without the gateway's variables, which hold secrets. */
async function run(
  program: string,
  parameters: readonly string[],
  input: Uint8Array | null,
  signal: AbortSignal,
): Promise<string> {
  if (signal.aborted) return '';
  const child = spawn(program, parameters, {
    env: { OMP_THREAD_LIMIT: '1', LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  const failed = new Promise<string>((resolve) => {
    child.once('error', () => resolve(''));
  });
  yieldToOthers(child);
  // A program that ends before it has read its input answers an empty table; that is no crash.
  child.stdin.on('error', () => null);
  child.stdin.end(input ?? '');
  return Promise.race([text(child.stdout).catch(() => ''), failed]);
}

export function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, lowerPriority);
  } catch {
    // The program has already ended, or the machine forbids it; the reading continues.
  }
}
