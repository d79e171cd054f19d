import { instantOf } from '../dates.ts';
import type { EntryOf } from '../log/ledger-entry-types.ts';
import { type Books, windowOf } from './books.ts';

/** Why a receipt may get nothing, or null. A receipt of the last days may until the close. */
export function outsideCampaign(
  books: Books,
  { at, receipt }: { at: string; receipt: number },
): string | null {
  if (books.closedAt) return 'depois do encerramento';
  if (books.refusedReceipts.has(receipt)) return `à nota ${receipt}, que foi recusada`;
  const window = windowOf(books);
  return window && new Date(at) < instantOf(window.startsAt) ? 'antes do início da promoção' : null;
}

/** A receipt gets numbers of a draw once, at consecutive positions, while the campaign runs. */
export function issueNumbers(
  books: Books,
  { at, engine, receipt, consumer, owner = consumer, first, numbers }: EntryOf<'NUMBERS_ISSUED'>,
): string | null {
  const outside = outsideCampaign(books, { at, receipt });
  if (outside) return `entrega números ${outside}`;
  const { numbers: issued, rules } = books.draws.get(engine) ?? {};
  if (rules?.extractionAt && new Date(at) >= instantOf(rules.extractionAt)) {
    return 'entrega números depois da hora da extração';
  }
  if (!issued?.isFree(first, numbers.length)) {
    return 'usa posições que a sequência não tem, ou que já foram usadas';
  }
  if (issued.hasReceipt(receipt)) return `entrega números de novo à nota ${receipt}`;
  const most = rules?.numbersPerReceipt ?? Infinity;
  if (numbers.length > most) {
    return `entrega ${numbers.length} números à nota ${receipt}; uma nota recebe no máximo ${most}`;
  }
  if (!owner) return 'entrega números sem dizer de quem são';
  issued.recordReceipt({ receipt, owner, position: books.position, first });
  const wrong = numbers.find((number, index) => !issued.add(number, first + index));
  return wrong === undefined ? null : `repete o número ${wrong}, ou ele não é do sorteio`;
}

/** Declared after the close, so that they can no longer be given out. Rare, hence a note. */
export function declareUnused(
  books: Books,
  { engine, ranges }: EntryOf<'NUMBERS_UNUSED'>,
): string | null {
  if (!books.closedAt || books.revealedAt) return 'declara posições sem uso fora do encerramento';
  const issued = books.draws.get(engine)?.numbers;
  for (const { first, quantity } of ranges) {
    if (!issued?.leaveUnused(first, quantity)) return 'declara sem uso posições que não o são';
  }
  const total = ranges.reduce((sum, { quantity }) => sum + quantity, 0);
  books.notes.push(
    `O lançamento ${books.position} declara que ${total} posições da sequência do sorteio ${engine} não foram de ninguém.`,
  );
  return null;
}

/** Once, and only by its own receipt; a winning number only after the winner's disqualification. */
export function voidNumbers(
  books: Books,
  { at, engine, receipt, numbers }: EntryOf<'NUMBERS_VOIDED'>,
): string | null {
  const book = books.draws.get(engine);
  for (const number of numbers) {
    if (!book?.numbers.void(number, { receipt, at, position: books.position })) {
      return `anula o número ${number}, que não estava valendo`;
    }
    if (book.draw?.winners.includes(number)) {
      return `anula o número ${number}, que ganhou e não foi desclassificado`;
    }
    if (book.frozen && !book.draw) {
      books.notes.push(
        `O lançamento ${books.position} anula o número ${number} depois de congelada a lista: ele continua no sorteio.`,
      );
    }
  }
  return null;
}

/** Its numbers must become void next, except one that won, until its winner is disqualified. */
export function recordReceiptMove(
  books: Books,
  { receipt, to }: EntryOf<'RECEIPT_MODERATED'>,
): string | null {
  if (to !== 'REJECTED' && to !== 'NOT_ELIGIBLE') {
    books.refusedReceipts.delete(receipt);
    return null;
  }
  books.refusedReceipts.add(receipt);
  for (const { draw, numbers } of books.draws.values()) {
    const won = draw?.winners.find((number) => number && numbers.receiptOf(number) === receipt);
    if (won) return `recusa a nota ${receipt}, cujo número ${won} ganhou e não foi desclassificado`;
  }
  return null;
}
