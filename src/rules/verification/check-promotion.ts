import { formatDateTime, instantOf } from '../dates.ts';
import type { Evidence } from '../log/evidence.ts';
import { disorderMs } from '../log/ledger-entry-types.ts';
import { formatLuckyNumber } from '../rewards/lucky-number-format.ts';
import { luckyNumbers } from '../rewards/lucky-numbers.ts';
import { formatWhole } from '../text.ts';
import { LogReading, type ReadLogFile } from './check-log.ts';
import {
  checked,
  checking,
  type Found,
  later,
  progressEvery,
  right,
  type SlowSteps,
  type VerificationStep,
  wrong,
  wrongLine,
} from './check-result.ts';
import { difference } from './commitments.ts';
import { EvidenceInLog } from './evidence-in-log.ts';
import { expectedSummary, hasItsRoot, numberLines, scheduleLines } from './expected-publication.ts';
import { emptyReplayState, type ReplayState, windowOf } from './replay-state.ts';
import { checkStamps, type PublishedStamp, stampedHeads, withoutStamps } from './time-stamps.ts';

export type ListName = 'numbers' | 'schedule';

export interface PublishedFiles {
  lines(name: ListName): Promise<AsyncIterable<string>>;
  log: ReadLogFile;
}

/** The part of the summary the checks start from; the rest is compared with the ledger. */
export interface PublishedSummary {
  /** The log's signed checkpoint; everything is checked as of it. */
  checkpoint: string;
  phase: string;
  stamps?: readonly PublishedStamp[];
}

export interface VerificationOptions {
  evidence?: readonly Evidence[];
  number?: string | null;
  /** A promise can be broken only after its moment. */
  now?: Date;
  /** The authority of a time stamp, if the program can check certificate signatures. */
  signerOf?: (answer: Uint8Array) => string | null;
}

/** Checks the ledger, compares lists and keys with it, repeats draws; reports the first errors. */
export async function* verification(
  summary: PublishedSummary,
  files: PublishedFiles,
  { evidence = [], number = null, now = new Date(), signerOf }: VerificationOptions = {},
): AsyncGenerator<VerificationStep, void> {
  const state = emptyReplayState();
  const { stamps = [] } = summary;
  const evidenceInLog = new EvidenceInLog(evidence, stampedHeads(stamps));
  const reading = new LogReading(state, evidenceInLog);
  const ledger = yield* reading.check(summary.checkpoint, files.log);
  yield checked('log', ledger);
  if (ledger.verdict === 'wrong') return;
  if (number !== null) yield checked('ownNumber', checkNumber(state, number));
  if (evidence.length > 0) yield checked('evidence', await evidenceInLog.check(reading.log, now));
  const stampsFound = await checkStamps(state, stamps, {
    log: reading.log,
    isInLog: (head) => evidenceInLog.has(head),
    signerOf,
  });
  if (stampsFound) yield checked('stamps', stampsFound);
  yield checked('counts', checkSummary(state, summary));
  yield* checkLists(state, files);
  if (state.draws.size > 0) yield checked('draw', drawCheck(state));
  const notes = [
    ...notesOf(state),
    ...(stamps.length > 0 ? [] : [withoutStamps]),
    ...(evidence.length > 0 ? [] : [withoutEvidence]),
  ];
  for (const sentence of notes) yield checked('note', { verdict: 'note', sentence });
}

type Steps = Generator<VerificationStep, Found>;

/** Without instant prizes there is nothing to say of their schedule, unless one was published. */
async function* checkLists(
  state: ReplayState,
  files: PublishedFiles,
): AsyncGenerator<VerificationStep, void> {
  const hasSchedule = state.schedules.size > 0;
  if (!state.revealedAt) {
    for (const subject of ['numbers', 'numberList', 'schedule'] as const) {
      if (subject === 'schedule' && !hasSchedule) continue;
      yield checked(subject, later('Dá para conferir depois do encerramento da promoção.'));
    }
    return;
  }
  yield checked('numbers', yield* checkSequences(state));
  const numbers = await files.lines('numbers');
  const since = state.latestMs - disorderMs;
  const list = compareLines('numberList', numbers, numberLines(state), since);
  yield checked('numberList', yield* list);
  const schedule = yield* checkSchedule(state, await files.lines('schedule'));
  if (hasSchedule || schedule.verdict === 'wrong') yield checked('schedule', schedule);
}

function checkNumber({ draws }: ReplayState, number: string): Found {
  for (const { numbers, draw } of draws.values()) {
    const issuedNumber = numbers.find(number);
    if (!issuedNumber) continue;
    const sentence = `O número ${number} está no registro assinado (linha ${issuedNumber.position})`;
    return right(
      issuedNumber.voidedAt
        ? `${sentence} e foi anulado em ${formatDateTime(issuedNumber.voidedAt)}: não concorre.`
        : `${sentence} e ${draw ? 'concorreu' : 'vale'} no sorteio.`,
    );
  }
  return wrong(`O registro não tem o número ${number}.`);
}

const withoutEvidence =
  'Guarde o comprovante das suas notas: com ele você confere também que o registro é o mesmo de antes.';

/** Older summaries have neither; a summary made before the log had the winners names none. */
function asFarAsPublished(
  { draws, ...expected }: ReturnType<typeof expectedSummary>,
  summary: { draws?: readonly { winners?: unknown; frozenAt?: unknown }[] },
) {
  const drawFacts = draws.map(({ winners, frozenAt, ...draw }, index) => {
    const shownDraw = summary.draws?.[index];
    return {
      ...draw,
      ...(shownDraw?.winners == null ? {} : { winners }),
      ...(shownDraw?.frozenAt === undefined ? {} : { frozenAt }),
    };
  });
  return { ...expected, draws: drawFacts };
}

const phases = ['not-published', 'not-started', 'open', 'over'];

function checkSummary(
  state: ReplayState,
  { checkpoint: _, stamps: __, phase, ...summary }: PublishedSummary,
): Found {
  const different = phases.includes(phase)
    ? difference(summary, asFarAsPublished(expectedSummary(state), summary), '')
    : '.phase';
  return different === null
    ? right('Compromissos e contagens do resumo são os do registro.')
    : wrong(`O resumo diz em ${different.slice(1)} o que o registro não conta.`);
}

function* checkSequences({ draws }: ReplayState): Steps {
  const total = [...draws.values()].reduce((sum, { numbers }) => sum + numbers.length, 0);
  let checkedCount = 0;
  for (const { engine, key, numbers, ...space } of draws.values()) {
    if (!key) return wrong(`A chave do sorteio ${engine} não foi revelada.`);
    const numberAt = luckyNumbers(key, space);
    for (const { counter, number: issued } of numbers.list()) {
      const { series, number } = numberAt(counter);
      const expected = formatLuckyNumber({ series, number });
      if (issued !== expected) {
        return wrong(`O número ${issued}, na posição ${counter}, deveria ser ${expected}.`);
      }
      checkedCount += 1;
      if (checkedCount % progressEvery === 0) yield checking('numbers', checkedCount, total);
    }
  }
  return right(`${formatWhole(total)} números saem da chave do compromisso, na ordem.`);
}

async function* checkSchedule(state: ReplayState, lines: AsyncIterable<string>): SlowSteps {
  for (const [engine, schedule] of state.schedules) {
    if (!hasItsRoot(schedule)) return wrong(`O cronograma ${engine} não dá a raiz publicada.`);
  }
  return yield* compareLines('schedule', lines, scheduleLines(state));
}

async function* compareLines(
  subject: 'numberList' | 'schedule',
  lines: AsyncIterable<string>,
  expected: Iterator<string, void>,
  since = Infinity,
): SlowSteps {
  let checkedCount = 0;
  let voided = 0;
  for await (const line of lines) {
    checkedCount += 1;
    const expectedLine = expected.next().value ?? '';
    if (expectedLine !== line) {
      if (!isVoidedSince(since, line, expectedLine))
        return wrongLine(checkedCount, `A linha ${checkedCount} não confere.`);
      voided += 1;
    }
    if (checkedCount % progressEvery === 0) yield checking(subject, checkedCount, checkedCount);
  }
  const missing = checkedCount + 1;
  if (!expected.next().done) return wrongLine(missing, `Falta a linha ${missing}.`);
  const more = voided > 0 ? ` Anulados depois do último lançamento conferido: ${voided}.` : '';
  return right(`${formatWhole(checkedCount - 1)} linhas, todas como devem ser.${more}`);
}

/** The list was downloaded later than the checkpoint up to which the log is read. */
function isVoidedSince(since: number, line: string, expectedLine: string): boolean {
  const isValid = expectedLine.endsWith(',') && line.startsWith(expectedLine);
  return isValid && Date.parse(line.slice(expectedLine.length)) > since;
}

function drawCheck({ draws }: ReplayState): Found {
  const madeDraws = [...draws.values()].flatMap(({ draw }) => draw ?? []);
  if (madeDraws.length === 0) return later('O sorteio ainda não foi realizado.');
  const winners = madeDraws.flatMap((draw) => draw.winners.filter((number) => number !== null));
  return right(`Refeito, o sorteio dá o mesmo resultado: ${winners.join(', ') || 'ninguém'}.`);
}

function notesOf(state: ReplayState): string[] {
  const window = windowOf(state);
  const isLate = window && new Date(state.committedAt) > instantOf(window.startsAt);
  const late = 'Os compromissos foram publicados depois do início da promoção.';
  const undeclared = [...state.draws.values()].filter(({ rules }) => !rules?.extractionAt);
  return [
    ...(isLate ? [late] : []),
    ...undeclared.map(
      ({ engine }) => `O sorteio ${engine} não declarou de antemão o dia da sua extração.`,
    ),
    ...state.notes,
  ];
}
