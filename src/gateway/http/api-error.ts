import { ERROR_STATUS, type ErrorCode, type OwnReceipt } from '../../contract/errors.ts';
import { receiptViolationMessage, refusalMessage } from '../../rules/messages.ts';
import type { FieldViolation, ReceiptViolation } from '../../rules/violation.ts';

export interface RefusedField {
  field: string;
  message: string;
}

/** JSON cannot hold a symbol, so no caller can send one. */
const mark = Symbol('ApiError');

export interface ApiError {
  readonly [mark]: true;
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly fields: readonly RefusedField[];
  readonly duplicateOf: OwnReceipt | null;
  /** In seconds. */
  readonly retryAfter: number | null;
}

export function apiError(
  code: ErrorCode,
  details: {
    message?: string;
    fields?: readonly RefusedField[];
    duplicateOf?: OwnReceipt | null;
    retryAfter?: number;
  } = {},
): ApiError {
  return {
    [mark]: true,
    code,
    status: ERROR_STATUS[code],
    message: details.message ?? refusalMessage(code),
    fields: details.fields ?? [],
    duplicateOf: details.duplicateOf ?? null,
    retryAfter: details.retryAfter ?? null,
  };
}

export function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && mark in value;
}

export function fieldErrors(
  violations: readonly FieldViolation<ReceiptViolation>[],
  terms: { minimumTotal?: number } = {},
): ApiError {
  const fields = violations.map(({ field, violation }) => ({
    field,
    message: receiptViolationMessage(violation, terms),
  }));
  const tooLarge = violations.every(({ violation }) => violation === 'FILE_SIZE');
  return apiError(tooLarge ? 'TOO_LARGE' : 'INVALID_REQUEST', { fields });
}
