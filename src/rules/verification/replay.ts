import { type DatedEntry, disorderMs, type EntryOf } from '../log/ledger-entry-types.ts';
import { readCheckpoint } from '../log/signed-note.ts';
import type { Books, Fault } from './books.ts';
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
import { declareUnused, issueNumbers, recordReceiptMove, voidNumbers } from './number-entries.ts';

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
