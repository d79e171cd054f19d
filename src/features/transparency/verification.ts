import { readLedgerEntry } from '../../contract/ledger-entries.ts';
import { listHeadings, type Transparency } from '../../contract/transparency.ts';
import { instantPrizeSchedule, scheduleLeaf, scheduleNonce } from '../../rules/instant-prizes.ts';
import { emptyLedger, readLedgerLine } from '../../rules/ledger.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { luckyNumbers } from '../../rules/lucky-numbers.ts';
import { merkleTree } from '../../rules/merkle.ts';
import { linesOf } from '../../rules/text.ts';
import { type Books, emptyBooks, enter, type ScheduleBook } from './ledger-replay.ts';

export type FileName = 'ledger' | 'numbers' | 'schedule';

export interface Check {
  name: string;
  verdict: 'right' | 'wrong' | 'later';
  sentence: string;
}

export type VerificationStep =
  | { step: 'checking'; name: string; done: number; total: number }
  | { step: 'checked'; check: Check };

export type OpenLines = (name: FileName) => Promise<AsyncIterable<string>>;

/** Lines between two reports of progress. */
const stride = 5000;

/**
 * Checks all that a promotion published: the ledger's chain and entries, the lists and keys
 * against the ledger, and the draws by repeating them. Each check names the first fault.
 */
export async function* verification(
  summary: Transparency,
  open: OpenLines,
): AsyncGenerator<VerificationStep, void> {
  const books = emptyBooks();
  const ledger = yield* checkLedger(books, summary, await open('ledger'));
  yield checked('Registro', ledger);
  if (ledger.verdict === 'wrong') return;
  yield checked('Contagens', checkCounts(books, summary));
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
}

type Found = Omit<Check, 'name'>;
type Steps = Generator<VerificationStep, Found>;
type SlowSteps = AsyncGenerator<VerificationStep, Found>;

async function* checkLedger(
  books: Books,
  { ledger: { position: total, hash } }: Transparency,
  lines: AsyncIterable<string>,
): SlowSteps {
  let head = emptyLedger;
  for await (const line of lines) {
    if (head.position === total) break;
    const read = readLedgerLine(line, head);
    if (!read) return wrong(`O lançamento ${head.position + 1} não segue o anterior.`);
    head = read.head;
    const entry = readLedgerEntry(read.entry);
    const fault = entry ? await enter(books, entry) : 'não é um lançamento';
    if (fault) return wrong(`O lançamento ${head.position} ${fault}.`);
    if (head.position % stride === 0) yield checking('Registro', head.position, total);
  }
  if (head.position !== total || head.hash !== hash) {
    return wrong(`O lançamento ${head.position} é o último, mas não é o que está publicado.`);
  }
  return right(
    total === 1
      ? '1 lançamento, o primeiro da corrente.'
      : `${count(total)} lançamentos, cada um preso ao anterior.`,
  );
}

/** Compares the counts on the page with the ledger. */
function checkCounts(books: Books, { draws, schedules }: Transparency): Found {
  for (const { engine, issued, voided, commitment } of draws) {
    const book = books.draws.get(engine);
    const total = issued.reduce((sum, each) => sum + each, 0);
    const same = book?.numbers.length === total && book.voided.size === voided;
    if (!same || book.commitment !== commitment) {
      return wrong(`Os números do sorteio ${engine} não são os do registro.`);
    }
  }
  for (const { engine, total, left, root, commitment } of schedules) {
    const book = books.schedules.get(engine);
    const same = book?.total === total && book.total - book.won.size === left;
    if (!same || book.root !== root || book.commitment !== commitment) {
      return wrong(`Os prêmios ${engine} não são os do registro.`);
    }
  }
  return right('Compromissos e contagens desta página são os do registro.');
}

function* checkSequences({ draws }: Books): Steps {
  const total = [...draws.values()].reduce((sum, { numbers }) => sum + numbers.length, 0);
  let looked = 0;
  for (const { engine, key, numbers, ...space } of draws.values()) {
    if (!key) return wrong(`A chave do sorteio ${engine} não foi revelada.`);
    const numberAt = luckyNumbers(key, space);
    for (const [place, given] of numbers.entries()) {
      const { series, number } = numberAt(place);
      const expected = formatLuckyNumber(series, number);
      if (given !== expected) {
        return wrong(`O número ${given}, na posição ${place}, deveria ser ${expected}.`);
      }
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

function drawCheck({ results }: Books): Found {
  if (results.length === 0) return later('O sorteio ainda não foi realizado.');
  const winners = results.flatMap((result) => result.winners);
  return right(`Refeito, o sorteio dá o mesmo resultado: ${winners.join(', ') || 'ninguém'}.`);
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

/** The list of numbers, computed from the ledger. */
export function* numberLines({ draws }: Books): Generator<string, void> {
  yield listHeadings.numbers;
  for (const [engine, { numbers, voided }] of inOrder(draws)) {
    for (const [place, number] of numbers.entries()) {
      yield `${engine},${place},${number},${voided.get(place) ?? ''}`;
    }
  }
}

/** The prize schedule, computed from the revealed seeds. */
export function* scheduleLines({ schedules }: Books): Generator<string, void> {
  yield listHeadings.schedule;
  for (const [engine, book] of inOrder(schedules)) {
    for (const { index, moment, campaignPrizeId, nonce } of leavesOf(book)) {
      yield [engine, index, moment, campaignPrizeId, nonce].join(',');
    }
  }
}

/** Whether the revealed seed gives the Merkle root that was published before the start. */
export function hasItsRoot(book: ScheduleBook): boolean {
  return merkleTree(leavesOf(book).map(scheduleLeaf)).root === book.root;
}

function leavesOf({ seed, startsAt, endsAt, prizes }: ScheduleBook) {
  if (!seed) return [];
  return instantPrizeSchedule({ seed, startsAt, endsAt, prizes })
    .sort((a, b) => a.index - b.index)
    .map((prize) => ({ ...prize, nonce: scheduleNonce(seed, prize.index) }));
}

function inOrder<Book>(books: Map<number, Book>): [number, Book][] {
  return [...books].sort(([a], [b]) => a - b);
}

/** The lines of a file while it is downloading, without line ends. */
export function textLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  return linesOf(decoded(bytes));
}

/** Uses a reader: not every browser can iterate a stream. */
async function* decoded(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = bytes.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    yield decoder.decode(value, { stream: !done });
    if (done) return;
  }
}
