import { isExtractionOver } from '../draws/federal-lottery.ts';
import { type DatedEntry, disorderMs, type EntryOf } from '../log/ledger-entry-types.ts';
import { readCheckpoint } from '../log/signed-note.ts';
import { type Books, type Fault, outsideCampaign } from './books.ts';
import { changeCommitments, close, recordCommitments, reveal } from './commitments.ts';
import {
  checkCorrectedDraw,
  checkDisqualified,
  checkDraw,
  checkFrozenList,
  checkNoExtraction,
  recordOpenings,
} from './draws.ts';
import { freePrize, winPrize } from './instant-prizes.ts';

/** Applies the next entry of a ledger. @returns what it contradicts; null when nothing. */
export async function applyNext(books: Books, entry: DatedEntry): Promise<Fault | null> {
  books.position += 1;
  const fault = timeFault(books, entry) ?? (await apply(books, entry));
  return typeof fault === 'string' ? { position: books.position, contradiction: fault } : fault;
}

/** Nothing comes before the commitments, and time never goes backwards. */
function timeFault(books: Books, { at, type }: DatedEntry): string | null {
  if (!books.commitments && type !== 'COMMITMENTS') return 'não traz os compromissos';
  const time = Date.parse(at);
  if (Number.isNaN(time)) return 'não diz quando foi feito';
  if (time < books.latestMs - disorderMs) return 'é mais antigo que os lançamentos antes dele';
  books.latestMs = Math.max(books.latestMs, time);
  return null;
}

/** Each check answers what is wrong, as the rest of “O lançamento 12 …”; null when nothing is. */
function apply(
  books: Books,
  entry: DatedEntry,
): string | Fault | null | Promise<string | Fault | null> {
  switch (entry.type) {
    case 'LOG_OPENED':
      return 'abre o registro outra vez';
    case 'LOG_RESTORED':
      return goOnFromCopy(books, entry);
    case 'COMMITMENTS':
      return recordCommitments(books, entry);
    case 'COMMITMENTS_CHANGED':
      return changeCommitments(books, entry);
    case 'NUMBERS_ISSUED':
      return issueNumbers(books, entry);
    case 'NUMBERS_UNUSED':
      return declareUnused(books, entry);
    case 'NUMBERS_VOIDED':
      return voidNumbers(books, entry);
    case 'RECEIPT_MODERATED':
      return recordReceiptMove(books, entry);
    case 'PRIZE_WON':
      return winPrize(books, entry);
    case 'PRIZE_FREED':
      return freePrize(books, entry);
    case 'CAMPAIGN_CLOSED':
      return close(books, entry);
    case 'SECRETS_REVEALED':
      return reveal(books, entry);
    case 'LIST_FROZEN':
      return checkFrozenList(books, entry);
    case 'NO_EXTRACTION':
      return checkNoExtraction(books, entry);
    case 'NUMBERS_OPENED':
      return recordOpenings(books, entry);
    case 'DRAW_MADE':
      return checkDraw(books, entry);
    case 'DRAW_CORRECTED':
      return checkCorrectedDraw(books, entry);
    case 'WINNER_DISQUALIFIED':
      return checkDisqualified(books, entry);
    default:
      // Wallets and redemptions decide nothing about numbers, prizes and draws.
      return null;
  }
}

/** No error, but noted: a participant's proof of a lost entry still fails. */
function goOnFromCopy(books: Books, { published, reason }: EntryOf<'LOG_RESTORED'>): string | null {
  const lost = readCheckpoint(published);
  if (!lost || !reason.trim())
    return 'continua o registro de uma cópia sem dizer de qual nem por quê';
  books.notes.push(
    `O lançamento ${books.position} diz que o registro continua de uma cópia de segurança mais antiga: já estavam publicados ${lost.size} lançamentos, e os últimos deles se perderam. Motivo: ${reason}`,
  );
  return null;
}

/** A receipt gets numbers of a draw once, at consecutive positions, while the campaign runs. */
function issueNumbers(
  books: Books,
  { at, engine, receipt, consumer, owner = consumer, first, numbers }: EntryOf<'NUMBERS_ISSUED'>,
): string | null {
  const outside = outsideCampaign(books, { at, receipt });
  if (outside) return `entrega números ${outside}`;
  const { numbers: issued, rules } = books.draws.get(engine) ?? {};
  if (isExtractionOver(rules, new Date(at))) {
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
function declareUnused(books: Books, { engine, ranges }: EntryOf<'NUMBERS_UNUSED'>): string | null {
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
function voidNumbers(
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
function recordReceiptMove(
  books: Books,
  { receipt, to }: EntryOf<'RECEIPT_MODERATED'>,
): string | null {
  if (to !== 'REJECTED' && to !== 'NOT_ELIGIBLE') {
    books.deniedReceipts.delete(receipt);
    return null;
  }
  books.deniedReceipts.add(receipt);
  for (const { draw, numbers } of books.draws.values()) {
    const won = draw?.winners.find((number) => number && numbers.receiptOf(number) === receipt);
    if (won) return `recusa a nota ${receipt}, cujo número ${won} ganhou e não foi desclassificado`;
  }
  return null;
}
