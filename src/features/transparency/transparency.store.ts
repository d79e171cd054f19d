import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { storedInclusionPromises } from '../../client/ledger-promises.ts';
import { resource } from '../../client/resource.ts';
import { errorMessages } from '../../client/result.ts';
import {
  getTransparencyEndpoint,
  type Transparency,
  transparencyFiles,
} from '../../contract/transparency.ts';
import { environment } from '../../environment.ts';
import { numberParameter } from '../../paths.ts';
import { startWorker } from '../../readers/workers.ts';
import { parseFederalPrizes } from '../../rules/draws/federal-lottery.ts';
import type { Evidence } from '../../rules/log/evidence.ts';
import { readCheckpoint } from '../../rules/log/signed-note.ts';
import type { ListName } from '../../rules/verification/check-promotion.ts';
import type { Check, VerificationStep } from '../../rules/verification/check-result.ts';
import { newestIn } from '../../rules/verification/evidence-in-log.ts';
import type { Errors, Values } from '../../ui/form.ts';
import { ListLineError, type RepeatedDraw } from './repeat-draw.ts';
import { swapInclusionPromises } from './swap-promises.ts';
import type { Sources, Task, TaskMessage } from './verification.worker.ts';
import workerUrl from './verification.worker.ts?worker&url';

export const { $state: $published, load: loadPublished } = resource(() =>
  readPublished(storedInclusionPromises()),
);

/** The address says how far the evidence reaches, so that no cache answers with an older state. */
function readPublished(evidence: readonly Evidence[]) {
  return call(getTransparencyEndpoint, { query: { since: newestIn(evidence) } });
}

async function readLogFile(path: string): Promise<Uint8Array> {
  const file = await fetch(publishedAddress(`${transparencyFiles.log}/${path}`));
  if (!file.ok) throw new Error(`${file.url}: ${file.status}`);
  return new Uint8Array(await file.arrayBuffer());
}

export interface Checked {
  checks: readonly Check[];
  /** The visitor's own lists, which were compared instead of the published ones. */
  ownLists: readonly ListName[];
}

export type Verification =
  | { state: 'idle' }
  | ({ state: 'running'; current: Progress | null } & Checked)
  | ({ state: 'done' } & Checked)
  | { state: 'failed'; lines: readonly string[] };

export type VerificationResult = 'right' | 'wrong' | 'number-not-found' | 'own-list-differs';

/** Neither a number that was mistyped, or never given, nor a foreign list is a fault of the log. */
export function resultOf({ checks, ownLists }: Checked): VerificationResult {
  const wrongChecks = checks.filter(({ verdict }) => verdict === 'wrong');
  if (wrongChecks.length === 0) return 'right';
  const ownSubjects: Check['subject'][] = ownLists.map((name) => subjects[name]);
  const faults = wrongChecks.filter(({ subject }) => subject !== 'ownNumber');
  if (faults.length === 0) return 'number-not-found';
  const isForeign = ({ subject, line }: Check) => !!line && ownSubjects.includes(subject);
  return faults.every(isForeign) ? 'own-list-differs' : 'wrong';
}

const subjects = { numbers: 'numberList', schedule: 'schedule' } as const satisfies Readonly<
  Record<ListName, Check['subject']>
>;

/** Checks that wait for the end are counted; later ones are named. */
export function laterSentences(checks: readonly Check[]): string[] {
  const laterChecks = checks.filter(({ verdict }) => verdict === 'later');
  const ownReceipts = laterChecks.filter(({ subject }) => subject === 'evidence');
  const draws = laterChecks.filter(({ subject }) => subject === 'draw');
  const count = laterChecks.length - ownReceipts.length;
  const isAfterEnd = count === draws.length;
  const counted = count === 1 ? 'Mais 1 conferência' : `Mais ${count} conferências`;
  const lists = draws.length > 0 ? 'as listas completas e o sorteio' : 'as listas completas';
  return [
    ...(isAfterEnd ? [] : [`${counted} depois do encerramento, com ${lists}`]),
    ...[...(isAfterEnd ? draws : []), ...ownReceipts].map(({ sentence }) => sentence),
  ];
}

type Progress = Extract<VerificationStep, { step: 'checking' }>;

export const $verification = atom<Verification>({ state: 'idle' });

export const $ownFiles = atom<Readonly<Partial<Record<ListName, File>>>>({});

const endings: Readonly<Record<ListName, RegExp>> = {
  numbers: /numbers[^/]*\.csv$/i,
  schedule: /schedule[^/]*\.csv$/i,
};

const listNames = Object.keys(endings) as ListName[];

/** The lucky number that the address names, as people see it. */
export const $ownNumber = atom<string | null>(null);

/** About what an entry and its hash weigh. */
const entryBytes = 200;

const smallDownloadBytes = 2_000_000;

/** What a check downloads, in whole megabytes, where that is much to ask of a phone; else null. */
export function heavyMegabytes({ checkpoint }: Transparency): number | null {
  const bytes = (readCheckpoint(checkpoint)?.size ?? 0) * entryBytes;
  return bytes > smallDownloadBytes ? Math.round(bytes / 1_000_000) : null;
}

function savesData(): boolean {
  return 'connection' in navigator && Object(navigator.connection).saveData === true;
}

export async function openTransparency(search: string): Promise<void> {
  const number = new URLSearchParams(search).get(numberParameter);
  $ownNumber.set(number);
  await loadPublished();
  const published = $published.get();
  const isHeavy = published.state === 'loaded' && heavyMegabytes(published.value) !== null;
  if (number && !isHeavy && !savesData()) await startVerification();
}

export const $evidence = atom<readonly File[]>([]);

function evidenceFiles() {
  return Promise.all(
    $evidence.get().map(async (file) => ({ name: file.name, text: await file.text() })),
  );
}

/** Returns which file its name says it is; null when it is of no use here. */
export function takeFile(file: File): ListName | 'evidence' | null {
  if (/\.(?:txt|tlog-proof|jsonl)$|^checkpoint$/i.test(file.name)) {
    $evidence.set([...$evidence.get(), file]);
    return 'evidence';
  }
  const name = listNames.find((candidate) => endings[candidate].test(file.name)) ?? null;
  if (name) $ownFiles.set({ ...$ownFiles.get(), [name]: file });
  return name;
}

export function clearFiles(): void {
  $ownFiles.set({});
  $evidence.set([]);
}

let running = new AbortController();

export async function startVerification(): Promise<void> {
  stopVerification();
  running = new AbortController();
  const { signal } = running;
  const ownFiles = $ownFiles.get();
  const ownLists = listNames.filter((name) => ownFiles[name]);
  $verification.set({ state: 'running', checks: [], ownLists, current: null });
  try {
    const evidence = [...(await evidenceFiles()), ...storedInclusionPromises()];
    const result = await readPublished(evidence);
    if (signal.aborted) return;
    if (!result.ok) return showFailure(errorMessages(result.error));
    const summary = result.value;
    $published.set({ state: 'loaded', value: summary });
    // Notes that cannot be replaced now are tried again at the next check.
    swapInclusionPromises(summary.checkpoint, readLogFile).catch(() => {});
    const own = { evidence, number: $ownNumber.get() };
    const task = { kind: 'verify' as const, summary, sources: sourcesOf(summary, ownFiles), own };
    signal.addEventListener('abort', startTask(task, onMessage));
  } catch (failure) {
    if (!signal.aborted) showFailure(errorMessages(failure));
  }
}

export function stopVerification(): void {
  running.abort();
  $verification.set({ state: 'idle' });
}

function onMessage(message: TaskMessage): void {
  const current = $verification.get();
  if (current.state !== 'running') return;
  const { checks, ownLists } = current;
  if (message.step === 'checking') $verification.set({ ...current, current: message });
  if (message.step === 'checked') {
    $verification.set({ ...current, checks: [...checks, message.check], current: null });
  }
  if (message.step === 'ended') $verification.set({ state: 'done', checks, ownLists });
  if (message.step === 'broken') showFailure([brokenSentence(message.wrongLine)]);
}

const notRead = 'Não foi possível ler os arquivos publicados. Tente de novo em instantes.';

function brokenSentence(wrongLine: number | null): string {
  return wrongLine === null ? notRead : `A linha ${wrongLine} não é da lista.`;
}

function showFailure(lines: readonly string[]): void {
  $verification.set({ state: 'failed', lines });
}

function sourcesOf({ checkpoint }: Transparency, ownFiles = $ownFiles.get()): Sources {
  return {
    log: publishedAddress(transparencyFiles.log),
    numbers: ownFiles.numbers ?? publishedFile('numbers', checkpoint),
    schedule: ownFiles.schedule ?? publishedFile('schedule', checkpoint),
  };
}

/** The address says where the log ends, so that no cache answers with an older file. */
function publishedFile(name: ListName, checkpoint: string): string {
  const head = readCheckpoint(checkpoint)?.root ?? '';
  return `${publishedAddress(transparencyFiles[name])}?head=${head}`;
}

function publishedAddress(path: string): string {
  return new URL(path, environment().site.apiUrl || window.location.origin).href;
}

export const $repeatedDraw = atom<(RepeatedDraw & { engine: number }) | null>(null);

const fivePrizes = 'Informe os cinco prêmios da Loteria Federal, com cinco dígitos cada um';

export function drawFormConfig(summary: Transparency, draw: Transparency['draws'][number]) {
  const result = summary.results.find(({ engine }) => engine === draw.engine);
  return {
    id: `sorteio-${draw.engine}`,
    labels: { federal: 'Prêmios da Loteria Federal (1º\u00a0ao\u00a05º)' },
    initial: { federal: result?.federal.join(' ') ?? '' },
    validate: ({ federal = '' }: Values): Errors =>
      'prizes' in parseFederalPrizes(federal) ? {} : { federal: fivePrizes },
    submit: async ({ federal = '' }: Values) => {
      $repeatedDraw.set(null);
      const parsedPrizes = parseFederalPrizes(federal);
      if (!('prizes' in parsedPrizes)) throw new Error('The form lets no other text pass');
      const input = { federal: parsedPrizes.prizes, draw, drawnAt: result?.at ?? null };
      const task = { kind: 'draw' as const, draw: input, sources: sourcesOf(summary) };
      $repeatedDraw.set({ engine: draw.engine, ...(await runDraw(task)) });
      return { ok: true as const };
    },
    explain: (problem: unknown) => [
      brokenSentence(problem instanceof ListLineError ? problem.line : null),
    ],
  };
}

function runDraw(task: Task): Promise<RepeatedDraw> {
  return new Promise((resolve, reject) => {
    startTask(task, (message) => {
      if (message.step === 'drawn') resolve(message.result);
      if (message.step === 'broken') {
        const { wrongLine } = message;
        reject(wrongLine === null ? new Error(notRead) : new ListLineError(wrongLine));
      }
    });
  });
}

/** In a worker: a million numbers would block the page. @returns a function that stops it */
function startTask(task: Task, onMessage: (message: TaskMessage) => void): () => void {
  const worker = startWorker(workerUrl);
  worker.addEventListener('message', ({ data }: MessageEvent<TaskMessage>) => {
    onMessage(data);
    if (data.step === 'ended' || data.step === 'broken') worker.terminate();
  });
  worker.addEventListener('error', () => {
    onMessage({ step: 'broken', wrongLine: null });
    worker.terminate();
  });
  worker.postMessage(task);
  return () => worker.terminate();
}
