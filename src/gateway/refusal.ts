import { type ApiError, type ErrorCode, errorStatus, type OwnReceipt } from '../contract/errors.ts';
import { refusalMessage } from '../rules/messages/messages.ts';
import { receiptViolationMessage } from '../rules/messages/receipt-messages.ts';
import type { FieldMessage, FieldViolation, ReceiptViolation } from '../rules/violation.ts';
import type { Database, Transaction } from './db/database.ts';

/** JSON cannot contain a symbol, so no caller can forge a refusal. */
const mark = Symbol('Refusal');

export interface Refusal extends Readonly<ApiError> {
  readonly [mark]: true;
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | null;
}

export function refuse(
  code: ErrorCode,
  details: {
    message?: string;
    fields?: readonly FieldMessage[];
    duplicateOf?: OwnReceipt | null;
    retryAfterSeconds?: number;
  } = {},
): Refusal {
  return {
    [mark]: true,
    code,
    status: errorStatus[code],
    message: details.message ?? refusalMessage(code),
    fields: details.fields ?? [],
    ...(details.duplicateOf && { duplicateOf: details.duplicateOf }),
    retryAfterSeconds: details.retryAfterSeconds ?? null,
  };
}

/** For what may be done at another time, or after something else. */
export function notAllowedNow(message: string): Refusal {
  return refuse('NOT_ALLOWED_NOW', { message });
}

/** For a record that is no longer what the operator saw in a list. */
export function changedSince(status: string): Refusal {
  return notAllowedNow(`O status agora é ${status}, e nada foi mudado.`);
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && mark in value;
}

/** For every form: the codes of a receipt include those of all others. */
export function refuseFields(
  violations: readonly FieldViolation<ReceiptViolation>[],
  terms: { minimumTotal?: number } = {},
): Refusal {
  const fields = violations.map(({ field, violation }) => ({
    field,
    message: receiptViolationMessage(violation, terms),
  }));
  const tooLarge =
    violations.length > 0 && violations.every(({ violation }) => violation === 'FILE_SIZE');
  return refuse(tooLarge ? 'TOO_LARGE' : 'INVALID_REQUEST', { fields });
}

/** A transaction that is rolled back when `work` returns a refusal, as by an exception. */
export async function transactionUnlessRefused<Result>(
  database: Pick<Database, 'transaction'>,
  work: (queries: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(async (queries) => {
      const result = await work(queries);
      if (isRefusal(result)) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result;
    throw error;
  }
}

class RolledBack extends Error {
  readonly result: Refusal;

  constructor(result: Refusal) {
    super(result.code);
    this.result = result;
  }
}
