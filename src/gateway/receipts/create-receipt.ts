import type { Campaign } from '../../contract/campaign.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Engine } from '../../contract/engines.ts';
import type { OwnReceipt } from '../../contract/errors.ts';
import type { createReceiptEndpoint, ReceiptBody } from '../../contract/receipts.ts';
import { type Attribution, readAttribution } from '../../rules/campaign/attribution.ts';
import { startOfDayInSaoPaulo } from '../../rules/dates.ts';
import { duplicateReceiptMessage } from '../../rules/messages/receipt-messages.ts';
import { receiptFileTypes } from '../../rules/receipts/file-limits.ts';
import { receiptRules } from '../../rules/receipts/receipt-fields.ts';
import {
  type EarlierReceipts,
  earnsOnApproval,
  firstStatus,
  type ReviewReason,
  receiptLimits,
  reviewReasons,
} from '../../rules/receipts/review-reasons-and-doubts.ts';
import type { EngineType } from '../../rules/rewards/engines-and-reward-status.ts';
import { insertAttribution } from '../attribution/queries.ts';
import { checkOpen } from '../campaign/published-campaign.ts';
import { type Queries, sendInOrder } from '../db/database.ts';
import { campaignIdOf, findSnapshot, lockCampaignIfOpen } from '../db/queries/campaigns.ts';
import { type ConsumerRecord, lockConsumer } from '../db/queries/consumers.ts';
import { countConfirmation, queueEmail, receivedEmailKey } from '../emails/queue-email.ts';
import { CampaignChanged } from '../failures.ts';
import type { Gateway } from '../gateway.ts';
import { checkBot } from '../http/rate-limit.ts';
import type { RouteCall } from '../http/route.ts';
import { appendToLedger, entryText } from '../ledger/append-entries.ts';
import { promiseSigner, type SignPromise } from '../ledger/log-key.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { mayWaitForFund } from '../rewards/cashback.ts';
import { type EarningReceipt, isPendingOrder } from '../rewards/engine.ts';
import {
  isRewarded,
  pendingOrders,
  runEngines,
  type UnwrittenRewards,
  writeRewards,
} from '../rewards/run-engines.ts';
import { sanitiseUpload } from '../uploads/decode-and-sanitise.ts';
import { lockOfficeQuestions, queueOfficeQuestion, wakeOfficeAsker } from './ask-tax-offices.ts';
import { cancelFileDeletion } from './file-deletion.ts';
import {
  findEarlierReceipts,
  findOwnDuplicate,
  insertReceipt,
  isSamePurchase,
  lockLookAlikes,
  markForReview,
  type ReceiptToInsert,
} from './queries.ts';
import { type CheckedReceipt, readReceiptBody } from './read-receipt-body.ts';
import { type StoredFile, storeReceiptFile } from './receipt-files-and-links.ts';
import { isProvenByOffice } from './tax-office-finding.ts';

type CreateReceiptAnswer = AnswerOf<typeof createReceiptEndpoint>;

type CreatedReceipt = CreateReceiptAnswer & { id: number };

type CreateCall = Pick<
  RouteCall<ReceiptBody, CreateReceiptAnswer, 'consumer'>,
  'body' | 'consumer' | 'address' | 'arrivedAt' | 'idempotent'
>;

export async function createReceipt(
  gateway: Gateway,
  call: CreateCall,
): Promise<CreateReceiptAnswer | Refusal> {
  const prepared = await prepareReceipt(gateway, call);
  if (isRefusal(prepared)) return prepared;
  // Not the arrival: verifiers refuse a ledger whose times go back by a minute.
  const now = gateway.now();
  const enterBy = (snapshot: Gateway['snapshot']) =>
    call.idempotent((queries) => enterReceipt({ ...gateway, snapshot }, queries, prepared, now));
  const created = await enterBy(gateway.snapshot).catch(async (error: unknown) => {
    if (!(error instanceof CampaignChanged)) throw error;
    return enterBy(await findSnapshot(gateway.database, gateway.campaignId));
  });
  if (!isRefusal(created)) wakeOfficeAsker(gateway, prepared.receipt.identifier);
  return created;
}

interface PreparedReceipt {
  receipt: CheckedReceipt;
  file: StoredFile;
  consumer: ConsumerRecord;
  attribution: Attribution | null;
  signPromise: SignPromise;
  arrivedAt: Date;
}

/** Checks as of the arrival: a slow picture must not make a receipt late. */
async function prepareReceipt(
  gateway: Gateway,
  {
    body,
    consumer,
    address,
    arrivedAt,
  }: Pick<CreateCall, 'body' | 'consumer' | 'address' | 'arrivedAt'>,
): Promise<PreparedReceipt | Refusal> {
  const { database, snapshot } = gateway;
  const closed = await checkOpen(database, snapshot, arrivedAt);
  if (closed) return closed;
  const rules = receiptRules(snapshot.campaign);
  const { receipt, violations } = readReceiptBody(body, {
    consumer,
    snapshot,
    rules,
    now: arrivedAt,
  });
  const token = body.recaptchaToken;
  // Before the picture, which takes far more time.
  const suspected = await checkBot(gateway, { token, action: 'create_coupon', address });
  if (suspected) return suspected;
  const sentFile = { imageBase64: body.imageBase64, consumerId: consumer.id };
  const { file, violation } = await sanitiseUpload(
    gateway.pictureQueue,
    sentFile,
    receiptFileTypes,
  );
  if (violation) violations.push({ field: 'imageBase64', violation });
  if (!file || violations.length > 0) return refuseFields(violations, rules);
  const signPromise = await promiseSigner(database, gateway.campaignId);
  const uploader = { consumerId: consumer.id, now: arrivedAt };
  const storedFile = await storeReceiptFile(gateway, file, uploader);
  if (isRefusal(storedFile)) return storedFile;
  const attribution = readAttribution(body.attribution ?? {});
  return { receipt, file: storedFile, consumer, attribution, signPromise, arrivedAt };
}

async function enterReceipt(
  gateway: Gateway,
  queries: Queries,
  prepared: PreparedReceipt,
  now: Date,
): Promise<CreatedReceipt | Refusal> {
  const { receipt } = prepared;
  await lockOfficeQuestions(gateway, queries, receipt.identifier);
  const isProven = await isProvenByOffice(gateway, queries, receipt);
  const created = await insertAndEarn(gateway, queries, prepared, { isProven, now });
  if (isRefusal(created)) return created;
  const question = { receiptId: created.id, askAgain: false };
  const status = await queueOfficeQuestion(gateway, queries, question);
  return status ? { ...created, status } : created;
}

/** Refuses a duplicate, and names the earlier receipt only to its own sender. */
async function insertAndEarn(
  gateway: Gateway,
  queries: Queries,
  prepared: PreparedReceipt,
  { isProven, now }: { isProven: boolean; now: Date },
): Promise<CreatedReceipt | Refusal> {
  const { campaign } = gateway.snapshot;
  const { receipt, file, consumer, arrivedAt } = prepared;
  const campaignId = campaignIdOf(campaign);
  const row: ReceiptToInsert = {
    ...receipt,
    ...file,
    campaignId,
    consumerId: consumer.id,
    // `markForReview` changes it, once the reasons are found.
    status: firstStatus([]),
    createdAt: arrivedAt,
  };
  const { owner, id, earlier } = await lockAndInsert(queries, row);
  if (id === null) return refuseDuplicate(await findOwnDuplicate(queries, row));
  const foundReasons = reviewReasons(receipt, earlier, receiptLimits(campaign));
  const earning: EarningReceipt = {
    ...receipt,
    id,
    campaignId,
    consumer: owner,
    isProven,
    isJudged: false,
    now,
  };
  const isLockedOpen = await lockCampaignIfMayWait(queries, campaign, earning);
  const earned = await earnOrWait(queries, campaign.engines, earning, foundReasons);
  const { orders } = earned.results;
  // After the close no approval gives numbers or prizes, so no order may be left pending.
  const hasPending = orders.some(isPendingOrder);
  if (hasPending && !isLockedOpen && !(await lockCampaignIfOpen(queries, campaignId)))
    return refuse('CAMPAIGN_OVER');
  return storeResults(gateway, queries, prepared, { earning, ...earned });
}

/**
 * A receipt that has to wait for the cashback fund needs the campaign's lock too, and takes it before
 * the fund's, as a change of the campaign does. Most receipts need not wait, which a look without a
 * lock shows. @returns whether the campaign is locked, and open
 */
async function lockCampaignIfMayWait(
  queries: Queries,
  { engines }: Campaign,
  { campaignId, totalCentavos }: EarningReceipt,
): Promise<boolean> {
  if (!engines.some(({ type }) => type === 'CASHBACK')) return false;
  if (!(await mayWaitForFund(queries, { campaignId, totalCentavos }))) return false;
  return lockCampaignIfOpen(queries, campaignId);
}

/** The id is null for a duplicate. */
async function lockAndInsert(
  queries: Queries,
  row: ReceiptToInsert,
): Promise<{ owner: ConsumerRecord; id: number | null; earlier: EarlierReceipts }> {
  const [owner, , id, earlier, hasSamePurchase] = await sendInOrder([
    lockConsumer(queries, row.consumerId),
    lockLookAlikes(queries, row),
    insertReceipt(queries, row),
    findEarlierReceipts(queries, row, startOfDayInSaoPaulo(row.createdAt)),
    isSamePurchase(queries, row),
  ]);
  return { owner, id, earlier: { ...earlier, isSamePurchase: hasSamePurchase } };
}

interface EarnedOrWaiting {
  results: UnwrittenRewards;
  reasons: readonly ReviewReason[];
}

async function earnOrWait(
  queries: Queries,
  engines: readonly Engine[],
  earning: EarningReceipt,
  foundReasons: readonly ReviewReason[],
): Promise<EarnedOrWaiting> {
  if (earnsOnApproval(foundReasons)) {
    return { results: pendingOrders(engines, earning), reasons: foundReasons };
  }
  const results = await runEngines(queries, engines, earning);
  return { results, reasons: [...foundReasons, ...lastRewardReasonsOf(results)] };
}

async function storeResults(
  gateway: Gateway,
  queries: Queries,
  prepared: PreparedReceipt,
  { earning, results, reasons }: EarnedOrWaiting & { earning: EarningReceipt },
): Promise<CreatedReceipt> {
  const { consumer, attribution, file, signPromise } = prepared;
  const { id, campaignId, now } = earning;
  const { entries } = results;
  const status = firstStatus(reasons);
  const texts = entries.map((entry) => entryText(entry, now));
  const promise = texts.length > 0 ? signPromise(texts, now) : null;
  const attributionRow = { campaignId, consumerId: consumer.id, receiptId: id, createdAt: now };
  const kind = 'RECEIPT_RECEIVED';
  const { email: to } = consumer;
  const isConfirmed = await countConfirmation(gateway, queries, { kind, to, cause: 'ACCOUNT' });
  const [engineOrders] = await sendInOrder([
    writeRewards(queries, earning, results),
    reasons.length === 0 ? null : markForReview(queries, { id, status, reasons }),
    attribution && insertAttribution(queries, attributionRow, attribution),
    cancelFileDeletion(queries, file),
    isConfirmed &&
      queueEmail(queries, {
        campaignId,
        consumerId: consumer.id,
        to,
        event: { kind, receiptId: id, note: promise },
        dedupeKey: receivedEmailKey(id),
        now,
      }),
    appendToLedger(queries, campaignId, { now, entries }),
  ]);
  const answer = { id, status, rewarded: isRewarded(engineOrders), engineOrders };
  // Part of the stored answer, so that a replay returns the same promise.
  return promise === null ? answer : { ...answer, promise };
}

/** These engines keep their last numbers or money for approved receipts. */
const lastRewardReasons: Partial<Record<EngineType, ReviewReason>> = {
  DRAW: 'LAST_NUMBERS',
  CASHBACK: 'LAST_CASHBACK',
};

function lastRewardReasonsOf({ orders }: UnwrittenRewards): ReviewReason[] {
  const pending = orders.filter(isPendingOrder);
  return [...new Set(pending.flatMap(({ engineType }) => lastRewardReasons[engineType] ?? []))];
}

function refuseDuplicate(duplicateOf: OwnReceipt | null): Refusal {
  const message = duplicateReceiptMessage;
  return refuse('DUPLICATE', {
    message,
    fields: [{ field: 'identifier', message }],
    duplicateOf,
  });
}
