import { hexToBytes } from '@noble/hashes/utils.js';
import { firstInstantAfter, instantOf } from '../dates.ts';
import type {
  Commitments,
  DrawCommitment,
  DrawRules,
  EntryOf,
  ScheduleCommitment,
} from '../log/ledger-entry-types.ts';
import { scheduleCommitment } from '../rewards/instant-prize-schedule.ts';
import { commitment } from '../rewards/lucky-numbers.ts';
import { type Books, type DrawBook, type Fault, windowOf } from './books.ts';
import { outOfOrderFault } from './instant-prizes.ts';
import { IssuedNumbers } from './issued-numbers.ts';

export function recordCommitments(books: Books, entry: EntryOf<'COMMITMENTS'>): string | null {
  if (books.commitments) return 'repete os compromissos';
  const { type: _, at, ...commitments } = entry;
  books.commitments = commitments;
  books.committedAt = at;
  for (const draw of entry.draws) {
    books.draws.set(draw.engine, {
      ...draw,
      numbers: new IssuedNumbers(draw),
      key: null,
      daysWithoutExtraction: [],
      frozen: null,
      openings: { passedOver: [], people: {} },
      draw: null,
    });
  }
  for (const schedule of entry.schedules) {
    const total = schedule.prizes.reduce((sum, { quantity }) => sum + quantity, 0);
    const empty = {
      heldPrizes: new Map(),
      winsByPerson: new Map(),
      winningReceipts: new Set<number>(),
      moves: [],
      seed: null,
    };
    books.schedules.set(schedule.engine, { ...schedule, total, ...empty });
  }
  return null;
}

/** Valid if it repeats the earlier commitments and keeps what numbers and prizes derive from. */
export function changeCommitments(
  books: Books,
  { at, before, after, reason, regulationVersion }: EntryOf<'COMMITMENTS_CHANGED'>,
): string | null {
  if (books.closedAt) return 'muda os compromissos depois do encerramento';
  if (!reason.trim()) return 'muda os compromissos sem dizer por quê';
  if (!isSame(before, books.commitments)) return 'muda compromissos que não eram os que valiam';
  if (!isSame(boundOf(before), boundOf(after))) return 'muda o que os compromissos prendiam';
  const shortened: string[] = [];
  for (const { engine, rules } of after.draws) {
    const book = books.draws.get(engine);
    if (isTooLate(book, rules, at)) return 'muda as regras de um sorteio cuja extração já ocorreu';
    const promised = book?.rules?.prizes.length ?? 0;
    const left = rules?.prizes.length ?? 0;
    if (promised > left)
      shortened.push(` (prêmios do sorteio ${engine}: de ${promised} para ${left})`);
    if (book && rules) book.rules = rules;
  }
  changeCaps(books, after);
  books.commitments = after;
  books.notes.push(
    `O lançamento ${books.position} muda os compromissos${shortened.join()}, pela versão ${regulationVersion} do regulamento: ${reason}`,
  );
  return null;
}

/** After the extraction, a change of the rules could choose the result. */
function isTooLate(book: DrawBook | undefined, rules: DrawRules | undefined, at: string): boolean {
  const hour = book?.rules?.extractionAt;
  return Boolean(hour && new Date(at) >= instantOf(hour) && !isSame(book?.rules, rules));
}

function changeCaps(books: Books, { schedules }: Commitments): void {
  for (const { engine, maxRewardsByConsumer: maximum } of schedules) {
    const book = books.schedules.get(engine);
    if (book && maximum !== undefined) book.maxRewardsByConsumer = maximum;
  }
}

function boundOf({ campaign, draws, schedules, log = '' }: Commitments) {
  const withoutRules = ({ rules: _, ...draw }: DrawCommitment) => draw;
  const withoutCap = ({ maxRewardsByConsumer: _, ...schedule }: ScheduleCommitment) => schedule;
  return { campaign, draws: draws.map(withoutRules), schedules: schedules.map(withoutCap), log };
}

function isSame(a: unknown, b: unknown): boolean {
  return difference(a, b, '') === null;
}

/** The path of the first member that differs, such as `.draws.0.key`; null when nothing does. */
export function difference(a: unknown, b: unknown, path: string): string | null {
  if (Object.is(a, b)) return null;
  if (!isRecord(a) || !isRecord(b)) return path;
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const firstDifference = difference(a[name], b[name], `${path}.${name}`);
    if (firstDifference !== null) return firstDifference;
  }
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function close(books: Books, { at }: EntryOf<'CAMPAIGN_CLOSED'>): string | null {
  if (books.closedAt) return 'encerra de novo a promoção';
  const window = windowOf(books);
  if (window && new Date(at) < firstInstantAfter(window.endsAt)) {
    return 'encerra a promoção antes do fim';
  }
  books.closedAt = at;
  return null;
}

export function reveal(books: Books, entry: EntryOf<'SECRETS_REVEALED'>): string | Fault | null {
  if (!books.closedAt) return 'revela os segredos antes do encerramento';
  if (books.revealedAt) return 'revela os segredos de novo';
  books.revealedAt = entry.at;
  for (const book of books.draws.values()) {
    const revealed = entry.draws.find(({ engine }) => engine === book.engine);
    const key = secretOf(revealed?.key);
    if (!key || commitment(key, book) !== book.commitment) {
      return 'revela uma chave que não é a do compromisso';
    }
    book.key = key;
    if (book.numbers.hasGap()) return 'revela uma sequência de números em que ficou um vão';
  }
  for (const book of books.schedules.values()) {
    const revealed = entry.schedules.find(({ engine }) => engine === book.engine);
    const seed = secretOf(revealed?.seed);
    if (!seed || scheduleCommitment({ ...book, seed }) !== book.commitment) {
      return 'revela uma semente que não é a do compromisso';
    }
    book.seed = seed;
    const fault = outOfOrderFault(book, seed);
    if (fault) return fault;
  }
  return null;
}

function secretOf(text: string | undefined): Uint8Array | null {
  return text && /^(?:[0-9a-f]{2}){32,}$/.test(text) ? hexToBytes(text) : null;
}
