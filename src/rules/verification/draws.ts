import { formatDate, instantOf } from '../dates.ts';
import {
  drawnNumber,
  extractionMoment,
  otherDecidingDay,
  parseFederalPrizes,
} from '../draws/federal-lottery.ts';
import {
  type DrawnPlaces,
  distributedNumbers,
  drawOrder,
  fillPlaces,
  frozenListHash,
  succession,
} from '../draws/winners-and-alternates.ts';
import { openedPerson } from '../log/hidden-owners.ts';
import type { DrawResult, EntryOf } from '../log/ledger-entry-types.ts';
import { formatLuckyNumber } from '../rewards/lucky-number-format.ts';
import type { Books, DrawBook } from './books.ts';

/** The list is frozen once, after the close, and binds the numbers that take part. */
export function checkFrozenList(books: Books, entry: EntryOf<'LIST_FROZEN'>): string | null {
  const book = books.draws.get(entry.engine);
  if (!book) return 'congela a lista de um sorteio que não há';
  if (!books.closedAt) return 'congela a lista antes do encerramento';
  if (book.frozen) return 'congela a lista de novo';
  const deniedNumber = book.numbers.firstValidOf(books.deniedReceipts);
  if (deniedNumber) return `congela a lista com o número ${deniedNumber} de uma nota recusada`;
  const hour = book.rules?.extractionAt;
  const extractionAt = hour ? instantOf(hour).getTime() : Infinity;
  const frozen = { position: books.position, extractionAt, at: entry.at };
  const numbers = [...book.numbers.inDraw(frozen)];
  if (
    numbers.length !== entry.numbers ||
    frozenListHash(numbers.map(formatLuckyNumber)) !== entry.hash
  ) {
    return 'congela outra lista que não a dos números que valiam';
  }
  book.frozen = frozen;
  if (extractionAt <= Date.parse(entry.at)) {
    books.notes.push(
      `O lançamento ${books.position} congela a lista depois da hora da extração: concorre o que valia até essa hora.`,
    );
  }
  if (entry.unjudged > 0) {
    if (!entry.reason?.trim()) return 'congela uma lista com notas por julgar, sem dizer por quê';
    books.notes.push(
      `Ao congelar a lista havia ${entry.unjudged} notas por julgar: ${entry.reason}`,
    );
  }
  return null;
}

/** Only a day that would have decided can be declared without an extraction. */
export function checkNoExtraction(books: Books, entry: EntryOf<'NO_EXTRACTION'>): string | null {
  const book = books.draws.get(entry.engine);
  if (!book || book.draw) return 'fala da extração de um sorteio que não está por fazer';
  if (otherDecidingDay(entry.day, book))
    return `fala de ${formatDate(entry.day)}, que não decidia o sorteio`;
  book.daysWithoutExtraction.push(entry.day);
  const early = isBeforeExtraction(book, entry.at, entry.day) ? 'já antes da hora dela, ' : '';
  books.notes.push(`A promoção diz, ${early}que não houve extração em ${formatDate(entry.day)}.`);
  return null;
}

/** Whether they are right shows in the draw that follows. */
export function recordOpenings(
  { draws, revealedAt }: Books,
  { engine, passedOver, people }: EntryOf<'NUMBERS_OPENED'>,
): string | null {
  const book = draws.get(engine);
  if (!book) return 'mostra de quem são números de um sorteio que não há';
  if (!revealedAt) return 'mostra de quem são números antes do encerramento';
  book.openings.passedOver.push(...passedOver);
  Object.assign(book.openings.people, people);
  return null;
}

export async function checkDraw(books: Books, entry: EntryOf<'DRAW_MADE'>): Promise<string | null> {
  const book = books.draws.get(entry.engine);
  if (book?.draw) return `faz outra vez o sorteio do lançamento ${book.draw.position}`;
  return recordDraw(books, book, entry);
}

export async function checkCorrectedDraw(
  books: Books,
  entry: EntryOf<'DRAW_CORRECTED'>,
): Promise<string | null> {
  const book = books.draws.get(entry.engine);
  if (!book?.draw || book.draw.position !== entry.corrects) {
    return `corrige o lançamento ${entry.corrects}, que não é o sorteio que vale`;
  }
  if (!entry.reason.trim()) return 'corrige um sorteio sem dizer por quê';
  const fault = await recordDraw(books, book, entry);
  books.notes.push(
    `O lançamento ${books.position} corrige o sorteio do lançamento ${entry.corrects}: ${entry.reason}`,
  );
  return fault;
}

export function checkDisqualified(
  books: Books,
  entry: EntryOf<'WINNER_DISQUALIFIED'>,
): string | null {
  const book = books.draws.get(entry.engine);
  const index = book?.draw?.winners.indexOf(entry.number) ?? -1;
  if (!book?.draw || index < 0) return `desclassifica ${entry.number}, que não ganhou`;
  if (!entry.reason.trim()) return 'desclassifica um ganhador sem dizer por quê';
  const hasSuccession = book.rules?.disqualified !== 'TREASURY';
  const candidates = hasSuccession ? book.draw.alternates : [];
  const { successor, fallen, alternates } = succession(candidates, (number) =>
    book.numbers.isValid(number, books.deniedReceipts),
  );
  if (successor !== entry.successor) {
    return `diz que depois de ${entry.number} vem ${entry.successor ?? 'ninguém'}; viria ${successor ?? 'ninguém'}`;
  }
  book.draw.winners[index] = successor;
  book.draw.alternates = alternates;
  books.notes.push(
    ...fallen.map(
      (number) => `O suplente ${number} foi anulado depois do sorteio: não recebe o prêmio.`,
    ),
  );
  books.notes.push(
    `${entry.number} foi desclassificado (${entry.reason.replace(/\.$/, '')}); ${successor ? `ganha ${successor}` : 'o prêmio fica sem ganhador'}.`,
  );
  return null;
}

type Result = DrawResult & { at: string };

async function recordDraw(
  books: Books,
  book: DrawBook | undefined,
  entry: EntryOf<'DRAW_MADE'> | EntryOf<'DRAW_CORRECTED'>,
): Promise<string | null> {
  if (!book) return 'faz um sorteio que não há';
  if (!books.closedAt || !books.revealedAt) return 'faz o sorteio antes do encerramento';
  const { openings } = book;
  book.openings = { passedOver: [], people: {} };
  const fault = await drawFault(book, {
    ...entry,
    passedOver: [...openings.passedOver, ...entry.passedOver],
    people: { ...openings.people, ...entry.people },
  });
  if (fault) return fault;
  const { type: _, ...result } = entry;
  books.notes.push(
    `Compare com os da Caixa os cinco prêmios ${entry.extraction ? `da extração de ${formatDate(entry.extraction)}` : 'da Loteria Federal'}: ${entry.federal.join(', ')}.`,
  );
  book.draw = {
    position: books.position,
    result,
    winners: Array.from(
      { length: book.rules?.prizes.length ?? result.winners.length },
      (_, prize) => result.winners[prize] ?? null,
    ),
    alternates: [...(result.alternates ?? [])],
  };
  return null;
}

/** Without a frozen list, numbers that are not void at the draw take part. */
const unfrozen = { position: Infinity, extractionAt: Infinity };

async function drawFault(book: DrawBook, result: Result): Promise<string | null> {
  const federal = parseFederalPrizes(result.federal.join(' '));
  if (!('prizes' in federal)) return 'faz um sorteio sem os cinco prêmios';
  const day = otherDecidingDay(result.extraction ?? '', book);
  if (day) {
    return `usa a extração de ${formatDate(result.extraction ?? '')}; a do regulamento é a de ${formatDate(day)}`;
  }
  if (isBeforeExtraction(book, result.at, result.extraction))
    return 'faz o sorteio antes da extração';
  if (book.rules && !book.frozen) return 'faz o sorteio sem congelar a lista dos números';
  const drawnLuckyNumber = drawnNumber(federal.prizes, book);
  if (formatLuckyNumber(drawnLuckyNumber) !== result.drawn) {
    return `diz que a Loteria Federal aponta ${result.drawn}; ela aponta ${formatLuckyNumber(drawnLuckyNumber)}`;
  }
  const numbers = book.numbers.inDraw(book.frozen ?? unfrozen);
  const order = drawOrder(drawnLuckyNumber, distributedNumbers(numbers));
  const limits = drawLimitsOf(book, result);
  const checkedNumbers: string[] = [];
  const expected = await fillPlaces(order, limits, (number) => {
    checkedNumbers.push(formatLuckyNumber(number));
    return personOf(book, result, formatLuckyNumber(number)) ?? formatLuckyNumber(number);
  });
  const opened =
    limits.maxWinsPerPerson === Infinity ? expected.winners.map(formatLuckyNumber) : checkedNumbers;
  return (
    wrongPersonFault(book, result) ??
    placesFault(result, expected) ??
    ownersFault(book, result, expected) ??
    hiddenPersonFault(book, result, opened)
  );
}

function personOf({ engine, numbers }: DrawBook, { people }: Result, number: string) {
  return openedPerson(numbers.ownerOf(number) ?? '', engine, people?.[number]);
}

function wrongPersonFault(book: DrawBook, result: Result): string | null {
  const number = Object.keys(result.people ?? {}).find(
    (number) => personOf(book, result, number) === null,
  );
  return number ? givenToAnother(number) : null;
}

function hiddenPersonFault(book: DrawBook, result: Result, opened: string[]): string | null {
  const number = opened.find((number) => personOf(book, result, number) === null);
  return number ? `não mostra de quem é o número ${number}` : null;
}

function placesFault(result: Result, expected: DrawnPlaces<string>): string | null {
  const winners = expected.winners.map(formatLuckyNumber);
  const alternates = expected.alternates.map(formatLuckyNumber);
  const { alternates: published = [] } = result;
  if (winners.join() !== result.winners.join()) {
    return `diz que ${won(result.winners)}; ${wouldWin(winners)}`;
  }
  if (alternates.join() !== published.join()) {
    return `diz que os suplentes são ${published.join(', ')}; seriam ${alternates.join(', ')}`;
  }
  return expected.passedOver.map(formatLuckyNumber).join() === result.passedOver.join()
    ? null
    : 'deixa de lado números que não são os de quem já ganhou';
}

/** Draws from before numbers had owners repeat the pseudonyms. */
function ownersFault(
  { numbers }: DrawBook,
  { owners }: Result,
  { winners, alternates }: DrawnPlaces<string>,
): string | null {
  if (!owners) return null;
  const places = [...winners, ...alternates].map(formatLuckyNumber);
  if (owners.length !== places.length) return 'não diz de quem é cada número sorteado';
  const wrong = places.find((number, index) => owners[index] !== numbers.ownerOf(number));
  return wrong ? givenToAnother(wrong) : null;
}

function givenToAnother(number: string): string {
  return `dá ${number} a uma pessoa; o registro o entregou a outra`;
}

/** The first ledgers had no positions: there, the named winners must come first in the order. */
function drawLimitsOf(book: DrawBook, result: Result) {
  const { winners, passedOver } = result;
  if (book.rules) {
    const { prizes, alternates, maxRewardsByConsumer } = book.rules;
    return {
      prizes: prizes.length,
      alternates,
      maxWinsPerPerson: maxRewardsByConsumer ?? Infinity,
    };
  }
  const wins = new Map<ReturnType<typeof personOf>, number>();
  for (const number of winners) {
    const person = personOf(book, result, number);
    wins.set(person, (wins.get(person) ?? 0) + 1);
  }
  const most = Math.max(1, ...wins.values());
  const maxWinsPerPerson = passedOver.length > 0 ? most : Infinity;
  return { prizes: Math.max(1, winners.length), alternates: 0, maxWinsPerPerson };
}

function isBeforeExtraction(book: DrawBook, at: string, day: Result['extraction']): boolean {
  if (!book.rules?.extractionAt || !day) return false;
  return new Date(at) < instantOf(extractionMoment(day, book));
}

function won(winners: readonly string[]): string {
  return winners.length === 0 ? 'ninguém ganhou' : `ganhou ${winners.join(', ')}`;
}

function wouldWin(winners: readonly string[]): string {
  return winners.length === 0 ? 'não ganharia ninguém' : `ganharia ${winners.join(', ')}`;
}
