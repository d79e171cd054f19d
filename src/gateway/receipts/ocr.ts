import type { AnswerOf } from '../../contract/endpoint.ts';
import type { executeOcr as endpoint } from '../../contract/ocr.ts';
import { checkFile, fileTypeOf, receiptFileTypes } from '../../rules/files.ts';
import { fromCentavos } from '../../rules/money.ts';
import { isOn } from '../../rules/parameters.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, apiError, fieldErrors } from '../http/api-error.ts';
import { recordFailure } from '../http/failure.ts';
import { nothingRead, type OcrAnswer, type OcrFileType } from '../services/ocr/ocr-answer.ts';
import { decodeFile } from './file.ts';

/** After this the page shows its form anyway. */
const timeLimit = 20_000;

/**
 * Reads what a receipt's file says. What cannot be read is null, whatever the reason; only a file
 * that is no picture and no PDF, or is too large, is refused.
 * @param signal ends the reading when the page is gone
 */
export async function readUpload(
  gateway: Gateway,
  { imageBase64, signal }: { imageBase64: string; signal: AbortSignal },
): Promise<AnswerOf<typeof endpoint> | ApiError> {
  if (!isOn(gateway.campaign.campaign, 'OCR_ENABLED')) return apiError('NOT_ALLOWED_NOW');
  const file = decodeFile(imageBase64);
  const type = fileTypeOf(file);
  const violation = checkFile({ type, size: file.length }, receiptFileTypes);
  if (violation || !isReadable(type)) {
    return fieldErrors([{ field: 'imageBase64', violation: violation ?? 'FILE_TYPE' }]);
  }
  const { number, issueDate, cnpj, purchaseTime, total } = await read(gateway, file, type, signal);
  const totalAmount = total === null ? null : fromCentavos(total);
  const unasked = { items: null, taxOffice: null };
  return {
    data: {
      coupon: { number, issueDate, purchaseTime, totalAmount, company: { cnpj }, ...unasked },
    },
  };
}

function isReadable(type: string | null): type is OcrFileType {
  return receiptFileTypes.some((readable) => readable === type);
}

async function read(
  gateway: Gateway,
  file: Uint8Array,
  type: OcrFileType,
  signal: AbortSignal,
): Promise<OcrAnswer> {
  const stop = gateway.metrics.readings.startTimer();
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]);
    const answer = await gateway.ocr.read(file, type, limited);
    stop({ outcome: outcomeOf(answer) });
    return answer;
  } catch (error) {
    stop({ outcome: 'failed' });
    recordFailure(gateway, 'reading', error);
    return nothingRead;
  }
}

function outcomeOf({ number, issueDate, cnpj }: OcrAnswer): string {
  const parts = [number, issueDate, cnpj];
  const known = parts.filter((part) => part !== null).length;
  if (known === 0) return 'nothing';
  return known === parts.length ? 'whole' : 'part';
}
