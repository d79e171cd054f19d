import type { AnswerOf } from '../../contract/endpoint.ts';
import { type executeOcr, readingTimeoutMs } from '../../contract/receipt-reading.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import { fromCentavos } from '../../rules/money.ts';
import {
  checkFile,
  fileTypeOf,
  receiptFileTypes,
} from '../../rules/receipts/file-type-and-size.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import { recordFailure } from '../failures.ts';
import type { Gateway } from '../gateway.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { readInTurn } from '../services/ocr/ocr.ts';
import { nothingRead, type OcrAnswer, type OcrFileType } from '../services/ocr/ocr-answer.ts';
import { yieldBeforeFilePass } from '../services/queues.ts';
import { asksOffices } from '../tax-office/offices.ts';
import { prepareThread } from '../tax-office/read-in-thread.ts';
import { decodeFile } from '../uploads/check-upload.ts';
import { itemAnswers } from './own-receipts.ts';
import { askForReading, type OfficeFinding } from './tax-office-answers.ts';

type Coupon = AnswerOf<typeof executeOcr>['data']['coupon'];

interface SentToRead {
  imageBase64: string;
  consumer: ConsumerRecord;
  signal: AbortSignal;
}

/** Refuses a file that is too large, or no picture or PDF. Unreadable parts are null. */
export async function readUpload(
  gateway: Gateway,
  { imageBase64, consumer, signal }: SentToRead,
): Promise<AnswerOf<typeof executeOcr> | Refusal> {
  if (!isOn(gateway.snapshot.campaign, 'OCR_ENABLED')) return refuse('NOT_ALLOWED_NOW');
  await yieldBeforeFilePass();
  const file = decodeFile(imageBase64);
  const type = fileTypeOf(file);
  const violation = checkFile({ type, size: file.length }, receiptFileTypes);
  if (violation || !isReadable(type)) {
    return refuseFields([{ field: 'imageBase64', violation: violation ?? 'FILE_TYPE' }]);
  }
  if (asksOffices(gateway.settings)) prepareThread();
  // Asks the tax office as soon as the QR code is read, while the print is still being read.
  let officeFinding: Promise<OfficeFinding> | null = null;
  const confirmed = Promise.withResolvers<OfficeFinding>();
  const askOffice = (soFar: OcrAnswer) => {
    officeFinding ??= askForReading(gateway, soFar, { consumer, reading });
    officeFinding.then((finding) => finding.facts && confirmed.resolve(finding)).catch(() => {});
  };
  const onProgress = (soFar: OcrAnswer) => {
    if (soFar.taxOfficeQuery !== null) askOffice(soFar);
  };
  const reading = read(gateway, file, { type, consumer, signal, onProgress });
  const answer = await Promise.race([reading, confirmed.promise]);
  if ('facts' in answer) return { data: { coupon: couponOf(nothingRead, answer) } };
  if (answer.number !== null) askOffice(answer);
  return { data: { coupon: couponOf(answer, await officeFinding) } };
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
    taxOffice: finding?.taxOffice ?? null,
  };
}

function isReadable(type: string | null): type is OcrFileType {
  return receiptFileTypes.some((readable) => readable === type);
}

async function read(
  gateway: Gateway,
  file: Uint8Array,
  options: Pick<SentToRead, 'consumer' | 'signal'> & {
    type: OcrFileType;
    onProgress: (soFar: OcrAnswer) => void;
  },
): Promise<OcrAnswer> {
  const { type, consumer, signal, onProgress } = options;
  const stop = gateway.metrics.readings.startTimer();
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(readingTimeoutMs)]);
    const turn = { queueKey: String(consumer.id), signal };
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
