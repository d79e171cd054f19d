import type { TaxOfficeState } from '../../contract/receipts.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import { addMs, dayMs, minuteMs } from '../../rules/dates.ts';
import { readAccessKey, type State } from '../../rules/receipts/access-key.ts';
import { fieldDoubts, type OfficeDoubt, pageDoubts } from '../../rules/receipts/receipt-review.ts';
import { creditedStatuses, type ReceiptStatus } from '../../rules/receipts/receipt-status.ts';
import { lockUntilCommit, type Queries } from '../db/database.ts';
import { findConsumerDocument } from '../db/queries/consumers.ts';
import { recordFailure } from '../failures.ts';
import type { Gateway } from '../gateway.ts';
import { atMostAtOnce } from '../memoize.ts';
import { isRefusal } from '../refusal.ts';
import { readInTurn, readWatchingForCode } from '../services/ocr/ocr.ts';
import { nothingRead, type OcrFileType } from '../services/ocr/ocr-answer.ts';
import {
  type AskResult,
  askOffice,
  givenUpResult,
  officePace,
} from '../tax-office/ask-and-retry.ts';
import { askedStates, asksOffices, canBeAsked } from '../tax-office/offices.ts';
import {
  claimQuestions,
  countDueQuestions,
  findQuestions,
  insertQuestion,
  type OfficeFacts,
  type OfficeQuestion,
  postponeQuestion,
  recordQuestionOutcome,
  setQrParameters,
} from '../tax-office/queries.ts';
import { hasSamePurchaseWithoutKey, raiseDoubts, setTaxOfficeState } from './moderation-queries.ts';
import { moveReceipt, type ReceiptMove } from './move-receipt.ts';
import {
  findReceipt,
  findReceiptByAccessKey,
  findReceiptContents,
  type ReceiptRecord,
} from './queries.ts';

export interface OfficeFinding {
  state: TaxOfficeState | null;
  facts: (OfficeFacts & { accessKey: string }) | null;
}

/** Per day; a person may send fewer receipts than that. */
export const maxQuestionsPerPerson = 60;

/** Both entering a receipt and storing an answer lock this first, so neither misses the other. */
export function lockOfficeQuestions(queries: Queries, identifier: string): Promise<void> {
  return lockUntilCommit(queries, `tax office ${identifier}`);
}

/** Not what the sender's own reading has asked, unless `evenIfAsked`. @returns a changed status */
export async function queueQuestion(
  gateway: Gateway,
  queries: Queries,
  { receiptId, evenIfAsked }: { receiptId: number; evenIfAsked: boolean },
): Promise<ReceiptStatus | null> {
  const receipt = await findReceipt(queries, receiptId);
  if (!receipt) return null;
  const key = readAccessKey(receipt.identifier);
  if (!key || !canBeAsked(key)) {
    await setTaxOfficeState(queries, { id: receipt.id, taxOffice: 'NOT_CONFIRMED', facts: null });
    return null;
  }
  const { campaignId, consumerId } = receipt;
  const question = { campaignId, consumerId, accessKey: key.key, qrParameters: null };
  const questions = await findQuestions(queries, question);
  const isAnswered = questions.some(({ outcome }) => finalOutcomes.has(outcome));
  if (!isAnswered && (evenIfAsked || hasNotAskedYet(questions, consumerId))) {
    const options = { now: gateway.now(), isLeased: false, limit: maxQuestionsPerPerson };
    await insertQuestion(queries, question, options);
  }
  return applyAnswers(gateway, queries, { receipt, accessKey: key.key });
}

const finalOutcomes = new Set<OfficeQuestion['outcome']>(['confirmed', 'cancelled']);

/** Only a question from this person's own reading counts: another reader's may name another buyer. */
function hasNotAskedYet(questions: readonly OfficeQuestion[], reader: number): boolean {
  return !questions.some(({ consumerId, isOfPicture }) => consumerId === reader && !isOfPicture);
}

export async function isConfirmedByOffice(
  { campaignId }: Gateway,
  queries: Queries,
  receipt: Pick<ReceiptRecord, 'identifier' | 'totalCentavos' | 'purchaseDate' | 'cnpj'>,
): Promise<boolean> {
  const key = readAccessKey(receipt.identifier);
  if (!key) return false;
  const { facts } = officeFinding(await findQuestions(queries, { campaignId, accessKey: key.key }));
  return facts !== null && fieldDoubts(receipt, facts).length === 0;
}

const maxAskersPerOffice = 4;
const retryWhenBusyMs = minuteMs;
const givenUpAfterMs = 3 * dayMs;
const maxGivenUpAtOnce = 100;

/** Wakes what asks one office all that is due: a few at a time, however many receipts come in. */
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
export async function askAllOffices(gateway: Gateway): Promise<void> {
  if (!asksOffices(gateway.settings)) return;
  for (const state of askedStates)
    gateway.runInBackground('tax office', () => gateway.askTaxOffice(state));
}

export function askOfficeInBackground(gateway: Gateway, identifier: string): void {
  const key = readAccessKey(identifier);
  if (!key || !canBeAsked(key)) return;
  gateway.runInBackground('tax office', () => gateway.askTaxOffice(key.state));
}

async function askDueQuestions(gateway: Gateway, state: State): Promise<void> {
  const { database, campaignId, now, stopping } = gateway;
  let readAgainAt = now();
  while (!stopping.aborted) {
    const [question] = await claimQuestions(database, officePace(gateway, state), {
      campaignId,
      dueBy: now(),
      officeMayBeAsked: true,
      withPictures: now() >= readAgainAt,
      atMost: 1,
    });
    if (!question) break;
    const asking = await askOfficeAndApply(gateway, question);
    if (asking === 'office has no room') return;
    if (asking === 'no reader is free') readAgainAt = addMs(now(), retryWhenBusyMs);
  }
  await giveUpOverdue(gateway, state);
}

/** Only where the office still may not be asked: else the loop above has asked. */
async function giveUpOverdue(gateway: Gateway, state: State): Promise<void> {
  const { database, campaignId, now, stopping } = gateway;
  const dueBy = addMs(now(), -givenUpAfterMs);
  while (!stopping.aborted) {
    const overdue = await claimQuestions(database, officePace(gateway, state), {
      campaignId,
      dueBy,
      officeMayBeAsked: false,
      withPictures: true,
      atMost: maxGivenUpAtOnce,
    });
    for (const question of overdue)
      await applyResult(gateway, question, givenUpResult(question, now()));
    if (overdue.length < maxGivenUpAtOnce) return;
  }
}

export async function countDueOfficeQuestions(gateway: Gateway): Promise<void> {
  const { database, campaignId, now, metrics, settings } = gateway;
  if (!asksOffices(settings)) return;
  const counts = await countDueQuestions(database, { campaignId, now: now() });
  for (const state of askedStates) metrics.dueQuestions.set({ state }, counts.get(state) ?? 0);
}

export const unconfirmed: OfficeFinding = { state: 'NOT_CONFIRMED', facts: null };

type Asking = 'answered' | 'office has no room' | 'no reader is free';

export async function askOfficeAndApply(
  gateway: Gateway,
  claimed: OfficeQuestion,
): Promise<Asking> {
  const { database } = gateway;
  const question =
    claimed.qrParameters === null ? await readCodeInPicture(gateway, claimed) : claimed;
  if (!question) return 'no reader is free';
  const document = await findConsumerDocument(database, question.consumerId);
  const result = await askOffice(gateway, question, document);
  if (!result) return 'office has no room';
  await applyResult(gateway, question, result);
  return 'answered';
}

async function applyResult(
  gateway: Gateway,
  question: OfficeQuestion,
  result: AskResult,
): Promise<void> {
  const { database, now } = gateway;
  await database.transaction(async (queries) => {
    await lockOfficeQuestions(queries, question.accessKey);
    await recordQuestionOutcome(queries, question, { ...result, now: now() });
    const receipt = await findReceiptByAccessKey(queries, question);
    if (receipt) await applyAnswers(gateway, queries, { receipt, accessKey: question.accessKey });
  });
}

const readingLimitMs = 20_000;

/** Reads the receipt's picture, when only the access key is known. Null to try again later. */
async function readCodeInPicture(
  gateway: Gateway,
  question: OfficeQuestion,
): Promise<OfficeQuestion | null> {
  const { database, ocr, readingQueue, now } = gateway;
  const signal = AbortSignal.timeout(readingLimitMs);
  const { reading, withCode } = readWatchingForCode((onProgress) =>
    // The picture is fetched only once a reader is free for it.
    readInTurn(readingQueue, { queueKey: 'tax office', signal }, async () => {
      const picture = await findPicture(gateway, question);
      if (!picture) return nothingRead;
      const { file, type } = picture;
      return ocr.read(file, type, signal, onProgress).catch((error: unknown) => {
        // It takes too long, as it will the next time.
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
  const qrParameters = (found.number === question.accessKey && found.qrParameters) || '';
  await setQrParameters(database, question, qrParameters);
  return { ...question, qrParameters };
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

/** One confirmed question is enough: codes of other readings may be wrong. */
export function officeFinding(questions: readonly OfficeQuestion[]): OfficeFinding {
  const confirmed = questions.find(({ outcome }) => outcome === 'confirmed');
  if (confirmed?.facts && !isCancelled(questions)) {
    const { accessKey } = confirmed;
    return { state: 'CONFIRMED', facts: { ...confirmed.facts, accessKey } };
  }
  const isOpen = questions.some(({ nextAt }) => nextAt !== null);
  return isOpen ? { state: 'WAITING', facts: null } : unconfirmed;
}

function isCancelled(questions: readonly OfficeQuestion[]): boolean {
  return questions.some(({ outcome }) => outcome === 'cancelled');
}

/**
 * Gives and takes no rewards itself: a moderator judges doubts, and confirmed receipts may be
 * approved. @returns the receipt's status if that changed
 */
async function applyAnswers(
  gateway: Gateway,
  queries: Queries,
  { receipt, accessKey }: { receipt: ReceiptRecord; accessKey: string },
): Promise<ReceiptStatus | null> {
  const { campaignId, id } = receipt;
  const questions = await findQuestions(queries, { campaignId, accessKey });
  const { state, facts } = officeFinding(questions);
  const doubts: OfficeDoubt[] = [];
  if (facts !== null) {
    const { lines } = await findReceiptContents(queries, id);
    doubts.push(...pageDoubts({ ...receipt, lines }, facts, gateway.snapshot.products));
  }
  if (isCancelled(questions)) doubts.push('CANCELLED');
  await storeAnswers(gateway, queries, { receipt, finding: { state, facts }, doubts });
  return moveAfterAnswers(gateway, queries, {
    receipt,
    isConfirmed: facts !== null,
    isDoubted: doubts.length > 0,
  });
}

async function storeAnswers(
  gateway: Gateway,
  queries: Queries,
  {
    receipt,
    finding: { state, facts },
    doubts,
  }: { receipt: ReceiptRecord; finding: OfficeFinding; doubts: readonly OfficeDoubt[] },
): Promise<void> {
  const { id, status } = receipt;
  await setTaxOfficeState(queries, { id, taxOffice: stateAfter(receipt, state, doubts), facts });
  const raised = await raiseDoubts(queries, { id, doubts });
  if (raised.length > 0 && creditedStatuses.includes(status)) {
    gateway.log('approved receipt doubted', { receipt: id, doubts: raised.join(', ') });
  }
}

async function moveAfterAnswers(
  { snapshot: { campaign }, now }: Gateway,
  queries: Queries,
  {
    receipt: { id, status },
    isConfirmed,
    isDoubted,
  }: { receipt: ReceiptRecord; isConfirmed: boolean; isDoubted: boolean },
): Promise<ReceiptStatus | null> {
  if (status !== 'IN_ANALYSIS') return null;
  // Another number of the same paper may have earned already: a person compares the two.
  const mayApprove =
    isConfirmed &&
    isOn(campaign, 'TAX_OFFICE_APPROVES') &&
    !(await hasSamePurchaseWithoutKey(queries, id));
  if (!isDoubted && !mayApprove) return null;
  const to = isDoubted ? 'PENDING_ANALYSIS' : 'APPROVED';
  const problemOf: ReceiptMove['problemOf'] = (locked) =>
    locked.status === status ? null : `Uma nota ${locked.status} foi julgada antes da resposta.`;
  const moved = await moveReceipt(queries, { receiptId: id, to, problemOf, now: now() });
  return isRefusal(moved) ? null : to;
}

/** A confirmation stays, even if its question was deleted and a new one finds the office away. */
function stateAfter(
  { taxOffice: former }: ReceiptRecord,
  found: TaxOfficeState | null,
  doubts: readonly OfficeDoubt[],
): TaxOfficeState | null {
  if (doubts.some((doubt) => doubt !== 'PRODUCT')) return 'NOT_CONFIRMED';
  return former === 'CONFIRMED' ? former : found;
}
