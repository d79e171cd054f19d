import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { type executeOcrEndpoint, readingTimeoutMs } from '../../contract/receipt-reading.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import { fromCentavos } from '../../rules/money.ts';
import { readAccessKey } from '../../rules/receipts/access-key.ts';
import { checkFile, fileTypeOf, receiptFileTypes } from '../../rules/receipts/file-limits.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import { recordFailure } from '../failures.ts';
import type { Gateway } from '../gateway.ts';
import { customerNetworkOf, networkOf } from '../ip-address.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { readInTurn, readWatchingForCode } from '../services/ocr/ocr.ts';
import { nothingRead, type OcrAnswer, type OcrFileType } from '../services/ocr/ocr-answer.ts';
import { yieldBeforeFilePass } from '../services/queues.ts';
import { asksOffices, canBeAsked } from '../tax-office/offices.ts';
import { findQuestions, insertQuestion, type OfficeQuestion } from '../tax-office/queries.ts';
import { prepareThread } from '../tax-office/read-in-thread.ts';
import { decodeFile } from '../uploads/decode-and-sanitise.ts';
import { askOfficeAndApply, maxQuestionsPerPerson } from './ask-tax-offices.ts';
import { itemAnswers } from './own-receipts.ts';
import { hasCreditedReceipt } from './queries.ts';
import { type OfficeFinding, officeFinding, unconfirmedFinding } from './tax-office-finding.ts';

type Coupon = AnswerOf<typeof executeOcrEndpoint>['data']['coupon'];

interface SentToRead {
  imageBase64: string;
  consumer: ConsumerRecord;
  address: string;
  signal: AbortSignal;
}

/** Refuses a file that is too large, or no picture or PDF. Unreadable parts are null. */
export async function readWithOcr(
  gateway: Gateway,
  { imageBase64, consumer, address, signal }: SentToRead,
): Promise<AnswerOf<typeof executeOcrEndpoint> | Refusal> {
  if (!isOn(gateway.snapshot.campaign, 'OCR_ENABLED')) return refuse('NOT_ALLOWED_NOW');
  await yieldBeforeFilePass();
  const file = decodeFile(imageBase64);
  const type = fileTypeOf(file);
  const violation = checkFile({ type, size: file.length }, receiptFileTypes);
  if (violation || !isReadable(type)) {
    return refuseFields([{ field: 'imageBase64', violation: violation ?? 'FILE_TYPE' }]);
  }
  if (asksOffices(gateway.settings)) prepareThread();
  const { reading, withCode } = readWatchingForCode((onProgress) =>
    read(gateway, file, { type, consumer, address, signal, onProgress }),
  );
  // Asks the tax office as soon as the code is read, while the print is still being read.
  const toAsk = await Promise.race([withCode, reading]);
  const finding =
    toAsk.number === null ? null : await askForReading(gateway, toAsk, { consumer, reading });
  // Where the office confirms the receipt, its data take the place of what is not read by now.
  const answer = finding?.facts ? await Promise.race([reading, nothingRead]) : await reading;
  return { data: { coupon: couponOf(answer, finding) } };
}

/** The page waits for the office until the print is read, and at least this long; asking continues. */
const pageWaitMs = 2_000;

async function askForReading(
  gateway: Gateway,
  { number, qrParameters }: OcrAnswer,
  { consumer, reading }: { consumer: ConsumerRecord; reading: Promise<unknown> },
): Promise<OfficeFinding> {
  if (!asksOffices(gateway.settings)) return { state: null, facts: null };
  const key = readAccessKey(number ?? '');
  if (!key || !qrParameters || !canBeAsked(key)) return unconfirmedFinding;
  const { database } = gateway;
  const receipt = { campaignId: consumer.campaignId, accessKey: key.key };
  const question = await insertQuestion(
    database,
    { ...receipt, consumerId: consumer.id, qrParameters },
    { now: gateway.now(), isLeased: true, refusesGuessers: true, limit: maxQuestionsPerPerson },
  );
  const asking =
    question &&
    gateway.runInBackground('tax office', async () => {
      await askOfficeAndApply(gateway, question);
    });
  const pageStopsWaiting = Promise.all([pause(pageWaitMs, undefined, { ref: false }), reading]);
  // When another gateway is asking already, the answer appears in the database.
  await Promise.race([
    pageStopsWaiting,
    asking ?? untilAnswered(gateway, receipt, pageStopsWaiting),
  ]);
  return officeFinding(await findQuestions(database, receipt));
}

const pollEveryMs = 200;

async function untilAnswered(
  { database }: Gateway,
  receipt: Pick<OfficeQuestion, 'campaignId' | 'accessKey'>,
  pageStopsWaiting: Promise<unknown>,
): Promise<void> {
  const isOver = pageStopsWaiting.then(() => true);
  while (officeFinding(await findQuestions(database, receipt)).state === 'WAITING') {
    if (await Promise.race([isOver, pause(pollEveryMs, false)])) return;
  }
}

/** The tax office's data take precedence over the printed text. */
function couponOf(read: OcrAnswer, finding: OfficeFinding | null): Coupon {
  const facts = finding?.facts ?? null;
  const total = facts?.total ?? read.total;
  return {
    number: facts?.accessKey ?? read.number,
    issueDate: facts?.day ?? read.issueDate,
    purchaseTime: facts?.time ?? read.purchaseTime,
    totalAmount: total === null ? null : fromCentavos(total),
    company: { cnpj: facts?.cnpj ?? read.cnpj },
    items: facts ? itemAnswers(facts) : null,
    taxOffice: finding?.state ?? null,
  };
}

function isReadable(type: string | null): type is OcrFileType {
  return receiptFileTypes.some((readable) => readable === type);
}

async function read(
  gateway: Gateway,
  file: Uint8Array,
  options: Pick<SentToRead, 'consumer' | 'address' | 'signal'> & {
    type: OcrFileType;
    onProgress: (soFar: OcrAnswer) => void;
  },
): Promise<OcrAnswer> {
  const { type, consumer, address, signal, onProgress } = options;
  const stop = gateway.metrics.readings.startTimer();
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(readingTimeoutMs)]);
    const turn = {
      queueKey: String(consumer.id),
      group: customerNetworkOf(address) ?? networkOf(address),
      hasPriority: await hasCreditedReceipt(gateway.database, consumer.id),
      signal,
    };
    const inTurn = await readInTurn(gateway.readingQueue, turn, () =>
      gateway.ocr.read(file, type, limited, onProgress),
    );
    signal.throwIfAborted();
    const answer = inTurn ?? nothingRead;
    stop({ outcome: outcomeOf(answer) });
    return answer;
  } catch (error) {
    if (signal.aborted) {
      stop({ outcome: 'left' });
      return nothingRead;
    }
    stop({ outcome: 'failed' });
    recordFailure(gateway, 'reading', error);
    return nothingRead;
  }
}

function outcomeOf({ number, issueDate, cnpj }: OcrAnswer): string {
  const parts = [number, issueDate, cnpj];
  const knownCount = parts.filter((part) => part !== null).length;
  if (knownCount === 0) return 'nothing';
  return knownCount === parts.length ? 'whole' : 'part';
}
