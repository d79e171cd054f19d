import { addMs, dayMs, minuteMs } from '../../rules/dates.ts';
import { readAccessKey, type State } from '../../rules/receipts/access-key.ts';
import type { ReceiptStatus } from '../../rules/receipts/receipt-status.ts';
import { lockUntilCommit, type Queries, type Transaction } from '../db/database.ts';
import { findConsumerDocument, lockOwnerOf } from '../db/queries/consumers.ts';
import { recordFailure } from '../failures.ts';
import type { Gateway } from '../gateway.ts';
import { readInTurn, readWatchingForCode } from '../services/ocr/ocr.ts';
import { nothingRead, type OcrFileType } from '../services/ocr/ocr-answer.ts';
import { atMostAtOnce } from '../share-work.ts';
import { askOffice, givenUpOutcome, officePace } from '../tax-office/ask-and-retry.ts';
import { askedStates, asksOffices, canBeAsked } from '../tax-office/offices.ts';
import {
  claimDueQuestion,
  claimOverdueQuestions,
  countDueQuestions,
  findQuestions,
  insertQuestion,
  type OfficeQuestion,
  postponeQuestion,
  type QuestionOutcome,
  recordQuestionOutcome,
  restartOldQuestions,
  setQrParameters,
} from '../tax-office/queries.ts';
import { findReceiptByAccessKey, lockReceipt, setTaxOfficeState } from './queries.ts';
import { applyFinding, type PictureFinding } from './tax-office-finding.ts';

/** Both entering a receipt and storing an outcome lock this first, so neither misses the other. */
export async function lockOfficeQuestions(
  { settings }: Gateway,
  queries: Transaction,
  identifier: string,
): Promise<void> {
  if (asksOffices(settings)) await lockUntilCommit(queries, `tax office ${identifier}`);
}

/** Per day; a person may send fewer receipts than that. */
export const maxQuestionsPerPerson = 60;

/**
 * Call it after all else that follows `lockOfficeQuestions`. Without `askAgain`, a receipt about which
 * the sender's own reading has asked already is not asked about again. @returns a changed status
 */
export async function queueOfficeQuestion(
  gateway: Gateway,
  queries: Queries,
  { receiptId, askAgain }: { receiptId: number; askAgain: boolean },
): Promise<ReceiptStatus | null> {
  if (!asksOffices(gateway.settings)) return null;
  const receipt = await lockReceipt(queries, receiptId);
  if (!receipt) return null;
  const key = readAccessKey(receipt.identifier);
  if (!key || !canBeAsked(key)) {
    await setTaxOfficeState(queries, { id: receipt.id, taxOffice: 'NOT_CONFIRMED', facts: null });
    return null;
  }
  const { campaignId, consumerId } = receipt;
  const question = { campaignId, consumerId, accessKey: key.key, qrParameters: null };
  if (!askAgain) await restartOldQuestions(queries, question, gateway.now());
  const questions = await findQuestions(queries, question);
  const isAnswered = questions.some(({ outcome }) => finalOutcomes.has(outcome));
  const asks = !isAnswered && (askAgain || hasNotAskedYet(questions, consumerId));
  const options = {
    now: gateway.now(),
    isLeased: false,
    refusesGuessers: false,
    limit: maxQuestionsPerPerson,
  };
  const inserted = asks ? await insertQuestion(queries, question, options) : null;
  // A new question's picture is still to be read: what the one before showed no longer counts.
  const pictureFinding = inserted ? 'NOT_CONTRADICTED' : 'AS_BEFORE';
  return applyFinding(gateway, queries, { receipt, accessKey: key.key, pictureFinding });
}

const finalOutcomes = new Set<OfficeQuestion['outcome']>(['confirmed', 'cancelled']);

/** Only a question from this person's own reading counts: another reader's may name another buyer. */
function hasNotAskedYet(questions: readonly OfficeQuestion[], reader: number): boolean {
  return !questions.some(
    (question) =>
      question.consumerId === reader && !question.isOfPicture && !isGivenUpUnanswered(question),
  );
}

function isGivenUpUnanswered({ outcome, nextAt }: OfficeQuestion): boolean {
  return outcome === 'unavailable' && nextAt === null;
}

const maxAskersPerOffice = 4;
const retryWhenBusyMs = minuteMs;
const givenUpAfterMs = 3 * dayMs;
const maxGivenUpAtOnce = 100;

/** Each office has a few workers, however many receipts come in. They ask all that is due. */
export function openOfficeAskers(gateway: Gateway): (state: State) => Promise<void> {
  const askers = new Map(
    askedStates.map((state) => [
      state,
      atMostAtOnce(maxAskersPerOffice, () =>
        askDueQuestions(gateway, state).catch((error: unknown) =>
          recordFailure(gateway, 'tax office', error),
        ),
      ),
    ]),
  );
  return async (state) => askers.get(state)?.();
}

/** Waits for none of them: one office's backlog may last until its questions of the day are asked. */
export async function wakeAllOfficeAskers(gateway: Gateway): Promise<void> {
  if (!asksOffices(gateway.settings)) return;
  for (const state of askedStates)
    gateway.runInBackground('tax office', () => gateway.askTaxOffice(state));
}

/** Call it once the transaction has queued the question. */
export function wakeOfficeAsker(gateway: Gateway, identifier: string): void {
  const key = readAccessKey(identifier);
  if (!asksOffices(gateway.settings) || !key || !canBeAsked(key)) return;
  gateway.runInBackground('tax office', () => gateway.askTaxOffice(key.state));
}

async function askDueQuestions(gateway: Gateway, state: State): Promise<void> {
  const { database, campaignId, now, stopping } = gateway;
  let readAgainAt = now();
  while (!stopping.aborted) {
    const withPictures = now() >= readAgainAt;
    const claim = (withFruitless: boolean) =>
      claimDueQuestion(database, officePace(gateway, state), {
        campaignId,
        withPictures,
        withFruitless,
      });
    // Made-up keys are asked about again and again: they must not keep new receipts waiting.
    const question = (await claim(false)) ?? (await claim(true));
    if (!question) break;
    const result = await askOfficeAndApply(gateway, question);
    if (result === 'OFFICE_NOT_READY') return;
    if (result === 'READERS_BUSY') readAgainAt = addMs(now(), retryWhenBusyMs);
  }
  await giveUpOverdue(gateway, state);
}

/** Only where the office is still not ready: otherwise the loop above has asked. */
async function giveUpOverdue(gateway: Gateway, state: State): Promise<void> {
  const { database, campaignId, now, stopping } = gateway;
  const dueBy = addMs(now(), -givenUpAfterMs);
  while (!stopping.aborted) {
    const overdue = await claimOverdueQuestions(database, officePace(gateway, state), {
      campaignId,
      dueBy,
      limit: maxGivenUpAtOnce,
    });
    for (const question of overdue) {
      const unread = { ...question, pictureFinding: 'AS_BEFORE' } as const;
      await recordOutcome(gateway, unread, givenUpOutcome(question, now()));
    }
    if (overdue.length < maxGivenUpAtOnce) return;
  }
}

export async function countDueOfficeQuestions(gateway: Gateway): Promise<void> {
  const { database, campaignId, now, metrics, settings } = gateway;
  if (!asksOffices(settings)) return;
  const counts = await countDueQuestions(database, { campaignId, now: now() });
  for (const state of askedStates) metrics.dueQuestions.set({ state }, counts.get(state) ?? 0);
}

type ReadQuestion = OfficeQuestion & { pictureFinding: PictureFinding };

type AskResult = 'ANSWERED' | 'OFFICE_NOT_READY' | 'READERS_BUSY';

export async function askOfficeAndApply(
  gateway: Gateway,
  claimed: OfficeQuestion,
): Promise<AskResult> {
  const { database } = gateway;
  const question: ReadQuestion | null =
    claimed.qrParameters === null
      ? await readCodeInPicture(gateway, claimed)
      : { ...claimed, pictureFinding: 'AS_BEFORE' };
  if (!question) return 'READERS_BUSY';
  const document = await findConsumerDocument(database, question.consumerId);
  const outcome = await askOffice(gateway, question, document);
  if (!outcome) return 'OFFICE_NOT_READY';
  await recordOutcome(gateway, question, outcome);
  return 'ANSWERED';
}

async function recordOutcome(
  gateway: Gateway,
  question: ReadQuestion,
  outcome: QuestionOutcome,
): Promise<void> {
  const { database, now } = gateway;
  await database.transaction(async (queries) => {
    await lockOfficeQuestions(gateway, queries, question.accessKey);
    const found = await findReceiptByAccessKey(queries, question);
    // As in every change of a person's records: the owner first.
    if (found) await lockOwnerOf(queries, 'receipts', found.id);
    const receipt = found && (await lockReceipt(queries, found.id));
    await recordQuestionOutcome(queries, question, { ...outcome, now: now() });
    const { accessKey, pictureFinding } = question;
    if (receipt) await applyFinding(gateway, queries, { receipt, accessKey, pictureFinding });
  });
}

const readingLimitMs = 20_000;

/** Reads the receipt's picture, when only the access key is known. Null to try again later. */
async function readCodeInPicture(
  gateway: Gateway,
  question: OfficeQuestion,
): Promise<ReadQuestion | null> {
  const { database, ocr, readingQueue, now } = gateway;
  const signal = AbortSignal.timeout(readingLimitMs);
  const { reading, withCode } = readWatchingForCode((onProgress) =>
    // The picture is fetched only once a reader is free for it.
    readInTurn(readingQueue, { queueKey: 'tax office', signal }, async () => {
      const picture = await findPicture(gateway, question);
      if (!picture) return nothingRead;
      const { file, type } = picture;
      return ocr.read(file, type, signal, onProgress).catch((error: unknown) => {
        // A picture that takes too long would take as long the next time.
        if (signal.aborted) return nothingRead;
        recordFailure(gateway, 'reading', error);
        return null;
      });
    }),
  );
  const found = await Promise.race([withCode, reading]);
  if (found === null) {
    await postponeQuestion(database, question, addMs(now(), retryWhenBusyMs));
    return null;
  }
  const { number } = found;
  const qrParameters = (number === question.accessKey && found.qrParameters) || '';
  const pictureFinding = isOtherKey(number, question) ? 'OTHER_RECEIPT' : 'NOT_CONTRADICTED';
  // Of another receipt's picture nothing is stored, so that it is read again if this gateway stops now.
  if (pictureFinding === 'NOT_CONTRADICTED')
    await setQrParameters(database, question, qrParameters);
  return { ...question, qrParameters, pictureFinding };
}

function isOtherKey(number: string | null, { accessKey }: OfficeQuestion): boolean {
  return number !== accessKey && readAccessKey(number ?? '') !== null;
}

async function findPicture(
  { database, storage }: Gateway,
  question: OfficeQuestion,
): Promise<{ file: Uint8Array; type: OcrFileType } | null> {
  const receipt = await findReceiptByAccessKey(database, question);
  const type = receipt?.fileType;
  if (!receipt?.fileKey || !type || type === 'image/heic') return null;
  const file = await storage.get(receipt.fileKey);
  return file && { file, type };
}
