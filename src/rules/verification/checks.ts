import { formatDateTime, instantOf } from '../dates.ts';
import { type Evidence, headsIn, isGenuine } from '../held-heads.ts';
import { emptyLedger, type LedgerHead, readLedgerLine } from '../ledger.ts';
import { readLedgerEntry } from '../ledger-entries.ts';
import { formatLuckyNumber } from '../lucky-number-format.ts';
import { luckyNumbers } from '../lucky-numbers.ts';
import { type Books, emptyBooks, windowOf } from './books.ts';
import { difference } from './commitments.ts';
import { expectedSummary, hasItsRoot, numberLines, scheduleLines } from './published-lists.ts';
import { applyNext } from './replay.ts';

export type FileName = 'ledger' | 'numbers' | 'schedule';

export interface Check {
  name: string;
  /** `note`: no fault, but people should know it. */
  verdict: 'right' | 'wrong' | 'later' | 'note';
  sentence: string;
}

export type VerificationStep =
  | { step: 'checking'; name: string; done: number; total: number }
  | { step: 'checked'; check: Check };

export type OpenLines = (name: FileName) => Promise<AsyncIterable<string>>;

/** What the summary says that the checks begin with; the rest of it is compared with the ledger. */
export interface PublishedSummary {
  ledger: LedgerHead;
  phase: string;
}

export interface VisitorsOwn {
  evidence?: readonly Evidence[];
  number?: string | null;
}

const stride = 5000;

/** Checks the ledger, the lists and keys against it, and repeats the draws; names first faults. */
export async function* verification(
  summary: PublishedSummary,
  open: OpenLines,
  { evidence = [], number = null }: VisitorsOwn = {},
): AsyncGenerator<VerificationStep, void> {
  const books = emptyBooks();
  const heads = new Map(evidence.flatMap(headsIn).map(({ position }) => [position, '']));
  const ledger = yield* checkLedger(books, summary, await open('ledger'), heads);
  yield checked('Registro', ledger);
  if (ledger.verdict === 'wrong') return;
  if (number !== null) yield checked('Seu número', checkNumber(books, number));
  if (evidence.length > 0) {
    yield checked('Comprovantes', await checkEvidence(books, evidence, heads));
  }
  yield checked('Contagens', checkSummary(books, summary));
  if (!books.revealedAt) {
    for (const name of ['Números da sorte', 'Lista de números', 'Cronograma']) {
      yield checked(name, later('Confere-se depois do encerramento da promoção.'));
    }
  } else {
    yield checked('Números da sorte', yield* checkSequences(books));
    const numbers = await open('numbers');
    yield checked(
      'Lista de números',
      yield* compare('Lista de números', numbers, numberLines(books)),
    );
    yield checked('Cronograma', yield* checkSchedule(books, await open('schedule')));
  }
  yield checked('Sorteio', drawCheck(books));
  const notes = [...notesOf(books), ...(evidence.length > 0 ? [] : [withoutEvidence])];
  for (const sentence of notes) yield checked('Aviso', { verdict: 'note', sentence });
}

type Found = Omit<Check, 'name'>;
type Steps = Generator<VerificationStep, Found>;
type SlowSteps = AsyncGenerator<VerificationStep, Found>;

async function* checkLedger(
  books: Books,
  { ledger: { position: total, hash } }: PublishedSummary,
  lines: AsyncIterable<string>,
  heads: Map<number, string>,
): SlowSteps {
  let head = emptyLedger;
  for await (const line of lines) {
    if (head.position === total) break;
    const read = readLedgerLine(line, head);
    if (!read) return wrong(`O lançamento ${head.position + 1} não segue o anterior.`);
    head = read.head;
    if (heads.has(head.position)) heads.set(head.position, head.hash);
    const fault = await entryFault(books, read.entry, head.position);
    if (fault) return wrong(fault);
    if (head.position % stride === 0) yield checking('Registro', head.position, total);
  }
  if (head.position === 0) return wrong('Não há lançamentos.');
  if (head.position !== total || head.hash !== hash) {
    return wrong(`O lançamento ${head.position} é o último, mas não é o que está publicado.`);
  }
  return right(
    total === 1
      ? '1 lançamento, o primeiro da corrente.'
      : `${count(total)} lançamentos, cada um preso ao anterior.`,
  );
}

async function entryFault(books: Books, text: string, position: number): Promise<string | null> {
  const entry = readLedgerEntry(text);
  if (!entry) return `O lançamento ${position} não é um lançamento.`;
  const fault = await applyNext(books, entry);
  return fault && `O lançamento ${fault.position} ${fault.says}.`;
}

function checkNumber({ draws }: Books, number: string): Found {
  for (const { numbers } of draws.values()) {
    const found = numbers.find(number);
    if (!found) continue;
    const given = `O número ${number} foi entregue no lançamento ${found.position}, preso a todos os outros,`;
    return right(
      found.voidedAt
        ? `${given} e anulado em ${formatDateTime(found.voidedAt)}: não concorre.`
        : `${given} e vale no sorteio.`,
    );
  }
  return wrong(`O registro não tem o número ${number}.`);
}

const withoutEvidence =
  'Daqui não se sabe se o registro inteiro foi trocado por outro: isso mostra quem guardou um comprovante.';

async function checkEvidence(
  { commitments }: Books,
  evidence: readonly Evidence[],
  heads: ReadonlyMap<number, string>,
): Promise<Found> {
  for (const each of evidence) {
    const held = headsIn(each);
    if (held.length === 0) return wrong(`${each.name} não é um comprovante.`);
    if (!(await isGenuine(each, commitments?.log ?? ''))) {
      return wrong(`${each.name} não foi assinado pela chave que o registro publica.`);
    }
    const exchanged = held.find(({ position, hash }) => heads.get(position) !== hash);
    if (exchanged) {
      return wrong(
        `O lançamento ${exchanged.position} não é o do comprovante ${each.name}: o registro foi trocado.`,
      );
    }
  }
  return right(
    evidence.length === 1
      ? 'O registro é o mesmo do comprovante guardado.'
      : `O registro é o mesmo dos ${count(evidence.length)} comprovantes guardados.`,
  );
}

const phases = ['not-published', 'not-started', 'open', 'over'];

function checkSummary(books: Books, { ledger: _, phase, ...summary }: PublishedSummary): Found {
  const different = phases.includes(phase)
    ? difference(summary, expectedSummary(books), '')
    : '.phase';
  return different === null
    ? right('Compromissos e contagens do resumo são os do registro.')
    : wrong(`O resumo diz em ${different.slice(1)} o que o registro não conta.`);
}

function* checkSequences({ draws }: Books): Steps {
  const total = [...draws.values()].reduce((sum, { numbers }) => sum + numbers.length, 0);
  let looked = 0;
  for (const { engine, key, numbers, ...space } of draws.values()) {
    if (!key) return wrong(`A chave do sorteio ${engine} não foi revelada.`);
    const numberAt = luckyNumbers(key, space);
    let place = 0;
    for (const given of numbers.list()) {
      const { series, number } = numberAt(place);
      const expected = formatLuckyNumber(series, number);
      if (given.number !== expected) {
        return wrong(`O número ${given.number}, na posição ${place}, deveria ser ${expected}.`);
      }
      place += 1;
      looked += 1;
      if (looked % stride === 0) yield checking('Números da sorte', looked, total);
    }
  }
  return right(`${count(total)} números saem da chave do compromisso, na ordem.`);
}

async function* checkSchedule(books: Books, lines: AsyncIterable<string>): SlowSteps {
  for (const [engine, book] of books.schedules) {
    if (!hasItsRoot(book)) return wrong(`O cronograma ${engine} não dá a raiz publicada.`);
  }
  return yield* compare('Cronograma', lines, scheduleLines(books));
}

async function* compare(
  name: string,
  lines: AsyncIterable<string>,
  expected: Iterator<string, void>,
): SlowSteps {
  let looked = 0;
  for await (const line of lines) {
    looked += 1;
    if (expected.next().value !== line) return wrong(`A linha ${looked} não confere.`);
    if (looked % stride === 0) yield checking(name, looked, looked);
  }
  if (!expected.next().done) return wrong(`Falta a linha ${looked + 1}.`);
  return right(`${count(looked - 1)} linhas, todas como devem ser.`);
}

function drawCheck({ draws }: Books): Found {
  const made = [...draws.values()].flatMap(({ draw }) => draw ?? []);
  if (made.length === 0) return later('O sorteio ainda não foi realizado.');
  const winners = made.flatMap((draw) => draw.winners.filter((number) => number !== null));
  return right(`Refeito, o sorteio dá o mesmo resultado: ${winners.join(', ') || 'ninguém'}.`);
}

function notesOf(books: Books): string[] {
  const window = windowOf(books);
  const isLate = window && new Date(books.committedAt) > instantOf(window.startsAt);
  const late = 'Os compromissos foram publicados depois do início da promoção.';
  const undeclared = [...books.draws.values()].filter(({ rules }) => !rules?.extractionAt);
  return [
    ...(isLate ? [late] : []),
    ...undeclared.map(
      ({ engine }) => `O sorteio ${engine} não declarou de antemão o dia da sua extração.`,
    ),
    ...books.notes,
  ];
}

function checking(name: string, done: number, total: number): VerificationStep {
  return { step: 'checking', name, done, total };
}

function checked(name: string, found: Found): VerificationStep {
  return { step: 'checked', check: { name, ...found } };
}

function right(sentence: string): Found {
  return { verdict: 'right', sentence };
}

function wrong(sentence: string): Found {
  return { verdict: 'wrong', sentence };
}

function later(sentence: string): Found {
  return { verdict: 'later', sentence };
}

function count(value: number): string {
  return value.toLocaleString('pt-BR');
}
