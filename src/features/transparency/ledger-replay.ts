import type { DatedEntry } from '../../contract/ledger-entries.ts';
import { drawnNumber, drawOrder, parseFederalPrizes } from '../../rules/federal-draw.ts';
import { scheduleCommitment, scheduleLeaf } from '../../rules/instant-prizes.ts';
import type { DrawCommitment, DrawResult, ScheduleCommitment } from '../../rules/ledger.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { commitment } from '../../rules/lucky-numbers.ts';
import { isInTree } from '../../rules/merkle.ts';
import { distributedNumbers } from './draw-again.ts';

/** The state of a draw after some entries of the ledger. */
export interface DrawBook extends DrawCommitment {
  /** In the order of the draw's sequence. */
  numbers: string[];
  places: Map<string, number>;
  /** Date of voiding, by place in the sequence. */
  voided: Map<number, string>;
  key: Uint8Array | null;
}

export interface ScheduleBook extends ScheduleCommitment {
  total: number;
  won: Set<number>;
  seed: Uint8Array | null;
}

export interface Books {
  campaign: number | null;
  committedAt: string;
  revealedAt: string | null;
  draws: Map<number, DrawBook>;
  schedules: Map<number, ScheduleBook>;
  results: (DrawResult & { at: string })[];
}

export function emptyBooks(): Books {
  return {
    campaign: null,
    committedAt: '',
    revealedAt: null,
    draws: new Map(),
    schedules: new Map(),
    results: [],
  };
}

/** Applies an entry. Returns how it contradicts earlier entries, or null. */
export async function enter(books: Books, entry: DatedEntry): Promise<string | null> {
  if (books.campaign === null && entry.type !== 'COMMITMENTS') return 'não traz os compromissos';
  switch (entry.type) {
    case 'COMMITMENTS':
      return open(books, entry);
    case 'NUMBERS_ISSUED':
      return issue(books.draws.get(entry.engine), entry);
    case 'NUMBERS_VOIDED':
      return voidNumbers(books.draws.get(entry.engine), entry);
    case 'PRIZE_WON':
      return win(books.schedules.get(entry.engine), entry);
    case 'PRIZE_FREED':
      return books.schedules.get(entry.engine)?.won.delete(entry.index)
        ? null
        : 'libera um prêmio que ninguém tinha';
    case 'SECRETS_REVEALED':
      return reveal(books, entry);
    case 'DRAW_MADE':
      return draw(books, entry);
    default:
      return null;
  }
}

type EntryOf<Type> = Extract<DatedEntry, { type: Type }>;

function open(books: Books, entry: EntryOf<'COMMITMENTS'>): string | null {
  if (books.campaign !== null) return 'repete os compromissos';
  books.campaign = entry.campaign;
  books.committedAt = entry.at;
  for (const each of entry.draws) {
    const empty = { numbers: [], places: new Map(), voided: new Map(), key: null };
    books.draws.set(each.engine, { ...each, ...empty });
  }
  for (const each of entry.schedules) {
    const total = each.prizes.reduce((sum, { quantity }) => sum + quantity, 0);
    books.schedules.set(each.engine, { ...each, total, won: new Set(), seed: null });
  }
  return null;
}

function issue(
  book: DrawBook | undefined,
  { first, numbers }: EntryOf<'NUMBERS_ISSUED'>,
): string | null {
  if (!book || first !== book.numbers.length) return 'deixa um vão na sequência de números';
  for (const number of numbers) {
    if (book.places.has(number)) return `repete o número ${number}`;
    book.places.set(number, book.numbers.length);
    book.numbers.push(number);
  }
  return null;
}

function voidNumbers(
  book: DrawBook | undefined,
  { at, numbers }: EntryOf<'NUMBERS_VOIDED'>,
): string | null {
  for (const number of numbers) {
    const place = book?.places.get(number);
    if (!book || place === undefined || book.voided.has(place)) {
      return `anula o número ${number}, que não estava valendo`;
    }
    book.voided.set(place, at);
  }
  return null;
}

function win(book: ScheduleBook | undefined, { leaf, proof }: EntryOf<'PRIZE_WON'>): string | null {
  if (!book || book.won.has(leaf.index)) return `entrega duas vezes o prêmio ${leaf.index}`;
  const claim = { index: leaf.index, size: book.total, proof, root: book.root };
  if (!isInTree(scheduleLeaf(leaf), claim)) return 'entrega um prêmio que não estava no cronograma';
  book.won.add(leaf.index);
  return null;
}

function reveal(books: Books, entry: EntryOf<'SECRETS_REVEALED'>): string | null {
  books.revealedAt = entry.at;
  for (const { engine, key } of entry.draws) {
    const book = books.draws.get(engine);
    const bytes = bytesOf(key);
    if (!book || !bytes || commitment(bytes, book) !== book.commitment) {
      return 'revela uma chave que não é a do compromisso';
    }
    book.key = bytes;
  }
  for (const { engine, seed } of entry.schedules) {
    const book = books.schedules.get(engine);
    const bytes = bytesOf(seed);
    if (!book || !bytes || scheduleCommitment({ ...book, seed: bytes }) !== book.commitment) {
      return 'revela uma semente que não é a do compromisso';
    }
    book.seed = bytes;
  }
  return null;
}

/** Repeats the draw from the earlier entries. */
async function draw(
  books: Books,
  { type: _, ...result }: EntryOf<'DRAW_MADE'>,
): Promise<string | null> {
  const book = books.draws.get(result.engine);
  const federal = parseFederalPrizes(result.federal.join(' '));
  if (!book || !('prizes' in federal)) return 'faz um sorteio sem os cinco prêmios';
  const drawn = drawnNumber(federal.prizes, book);
  const inDraw = book.numbers.filter((_number, place) => !book.voided.has(place));
  const nearest: string[] = [];
  const wanted = result.winners.length + result.passedOver.length;
  for await (const { series, number } of drawOrder(drawn, distributedNumbers(inDraw))) {
    if (nearest.length === wanted) break;
    nearest.push(formatLuckyNumber(series, number));
  }
  const winners = nearest.filter((number) => !result.passedOver.includes(number));
  if (formatLuckyNumber(drawn.series, drawn.number) !== result.drawn) {
    return `diz que a Loteria Federal aponta ${result.drawn}`;
  }
  if (winners.join() !== result.winners.join()) {
    return `diz que ganharam ${result.winners.join(', ')}; ganhariam ${winners.join(', ')}`;
  }
  books.results.push(result);
  return null;
}

/** Decodes 32 bytes or more of hexadecimal text; null for any other text. */
export function bytesOf(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2}){32,}$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
