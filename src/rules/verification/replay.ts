import { isExtractionOver } from '../draws/federal-lottery.ts';
import { type DatedEntry, disorderMs, type EntryOf } from '../log/ledger-entry-types.ts';
import { readCheckpoint } from '../log/signed-note.ts';
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
import { type Contradiction, outsideCampaign, type ReplayState } from './replay-state.ts';

/** Applies the next entry of a ledger. @returns what it contradicts; null when nothing. */
export async function applyNext(
  state: ReplayState,
  entry: DatedEntry,
): Promise<Contradiction | null> {
  state.position += 1;
  const contradiction = timeContradiction(state, entry) ?? (await apply(state, entry));
  return typeof contradiction === 'string'
    ? { position: state.position, says: contradiction }
    : contradiction;
}

/** Nothing comes before the commitments, and time never goes backwards. */
function timeContradiction(state: ReplayState, { at, type }: DatedEntry): string | null {
  if (!state.commitments && type !== 'COMMITMENTS') return 'não traz os compromissos';
  const time = Date.parse(at);
  if (Number.isNaN(time)) return 'não diz quando foi feito';
  if (time < state.latestMs - disorderMs) return 'é mais antigo que os lançamentos antes dele';
  state.latestMs = Math.max(state.latestMs, time);
  return null;
}

/** Each check answers what is wrong, as the rest of “O lançamento 12 …”; null when nothing is. */
function apply(
  state: ReplayState,
  entry: DatedEntry,
): string | Contradiction | null | Promise<string | Contradiction | null> {
  switch (entry.type) {
    case 'LOG_OPENED':
      return 'abre o registro outra vez';
    case 'LOG_RESTORED':
      return goOnFromCopy(state, entry);
    case 'COMMITMENTS':
      return recordCommitments(state, entry);
    case 'COMMITMENTS_CHANGED':
      return changeCommitments(state, entry);
    case 'NUMBERS_ISSUED':
      return issueNumbers(state, entry);
    case 'NUMBERS_UNUSED':
      return declareUnused(state, entry);
    case 'NUMBERS_VOIDED':
      return voidNumbers(state, entry);
    case 'RECEIPT_MODERATED':
      return recordReceiptMove(state, entry);
    case 'PRIZE_WON':
      return winPrize(state, entry);
    case 'PRIZE_FREED':
      return freePrize(state, entry);
    case 'CAMPAIGN_CLOSED':
      return close(state, entry);
    case 'SECRETS_REVEALED':
      return reveal(state, entry);
    case 'LIST_FROZEN':
      return checkFrozenList(state, entry);
    case 'NO_EXTRACTION':
      return checkNoExtraction(state, entry);
    case 'NUMBERS_OPENED':
      return recordOpenings(state, entry);
    case 'DRAW_MADE':
      return checkDraw(state, entry);
    case 'DRAW_CORRECTED':
      return checkCorrectedDraw(state, entry);
    case 'WINNER_DISQUALIFIED':
      return checkDisqualified(state, entry);
    default:
      // Wallets and redemptions decide nothing about numbers, prizes and draws.
      return null;
  }
}

/** No error, but noted: a participant's proof of a lost entry still fails. */
function goOnFromCopy(
  state: ReplayState,
  { published, reason }: EntryOf<'LOG_RESTORED'>,
): string | null {
  const lost = readCheckpoint(published);
  if (!lost || !reason.trim())
    return 'continua o registro de uma cópia sem dizer de qual nem por quê';
  state.notes.push(
    `O lançamento ${state.position} diz que o registro continua de uma cópia de segurança mais antiga: já estavam publicados ${lost.size} lançamentos, e os últimos deles se perderam. Motivo: ${reason}`,
  );
  return null;
}

/** A receipt gets numbers of a draw once, at consecutive positions, while the campaign runs. */
function issueNumbers(
  state: ReplayState,
  { at, engine, receipt, consumer, owner = consumer, first, numbers }: EntryOf<'NUMBERS_ISSUED'>,
): string | null {
  const outside = outsideCampaign(state, { at, receipt });
  if (outside) return `entrega números ${outside}`;
  const { numbers: issued, rules } = state.draws.get(engine) ?? {};
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
  issued.recordReceipt({ receipt, owner, position: state.position, first });
  const wrong = numbers.find((number, index) => !issued.add(number, first + index));
  return wrong === undefined ? null : `repete o número ${wrong}, ou ele não é do sorteio`;
}

/** Declared after the close, so that they can no longer be given out. Rare, hence a note. */
function declareUnused(
  state: ReplayState,
  { engine, ranges }: EntryOf<'NUMBERS_UNUSED'>,
): string | null {
  if (!state.closedAt || state.revealedAt) return 'declara posições sem uso fora do encerramento';
  const issued = state.draws.get(engine)?.numbers;
  for (const { first, quantity } of ranges) {
    if (!issued?.leaveUnused(first, quantity)) return 'declara sem uso posições que não o são';
  }
  const total = ranges.reduce((sum, { quantity }) => sum + quantity, 0);
  state.notes.push(
    `O lançamento ${state.position} declara que ${total} posições da sequência do sorteio ${engine} não foram de ninguém.`,
  );
  return null;
}

/** Once, and only by its own receipt; a winning number only after the winner's disqualification. */
function voidNumbers(
  state: ReplayState,
  { at, engine, receipt, numbers }: EntryOf<'NUMBERS_VOIDED'>,
): string | null {
  const replayed = state.draws.get(engine);
  for (const number of numbers) {
    if (!replayed?.numbers.void(number, { receipt, at, position: state.position })) {
      return `anula o número ${number}, que não estava valendo`;
    }
    if (replayed.draw?.winners.includes(number)) {
      return `anula o número ${number}, que ganhou e não foi desclassificado`;
    }
    if (replayed.frozen && !replayed.draw) {
      state.notes.push(
        `O lançamento ${state.position} anula o número ${number} depois de congelada a lista: ele continua no sorteio.`,
      );
    }
  }
  return null;
}

/** Its numbers must become void next, except one that won, until its winner is disqualified. */
function recordReceiptMove(
  state: ReplayState,
  { receipt, to }: EntryOf<'RECEIPT_MODERATED'>,
): string | null {
  if (to !== 'REJECTED' && to !== 'NOT_ELIGIBLE') {
    state.deniedReceipts.delete(receipt);
    return null;
  }
  state.deniedReceipts.add(receipt);
  for (const { draw, numbers } of state.draws.values()) {
    const won = draw?.winners.find((number) => number && numbers.receiptOf(number) === receipt);
    if (won) return `recusa a nota ${receipt}, cujo número ${won} ganhou e não foi desclassificado`;
  }
  return null;
}
