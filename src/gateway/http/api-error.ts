import { ERROR_STATUS, type ErrorCode, type OwnReceipt } from '../../contract/errors.ts';
import { refusalMessage, violationMessage } from '../../rules/messages.ts';
import type { FieldViolation } from '../../rules/violation.ts';

/** One refused field: its wire name and the sentence shown beside it. */
export interface FieldError {
  field: string;
  message: string;
}

/** Marks refusals; no JSON can hold it, so no caller can send one. */
const refusal = Symbol('refusal');

/** An expected "no" to a call, as data; `errorAnswer` turns it into a response. */
export interface ApiError {
  readonly [refusal]: true;
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly fields: readonly FieldError[];
  /** The caller's own receipt that was sent again. */
  readonly duplicateOf: OwnReceipt | null;
  /** Seconds after which the same call may work. */
  readonly retryAfter: number | null;
}

/** Refuses a call; without a message the usual sentence of the code is said. */
export function apiError(
  code: ErrorCode,
  details: {
    message?: string;
    fields?: readonly FieldError[];
    duplicateOf?: OwnReceipt | null;
    retryAfter?: number;
  } = {},
): ApiError {
  return {
    [refusal]: true,
    code,
    status: ERROR_STATUS[code],
    message: details.message ?? refusalMessage(code),
    fields: details.fields ?? [],
    duplicateOf: details.duplicateOf ?? null,
    retryAfter: details.retryAfter ?? null,
  };
}

export function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && refusal in value;
}

/** Refuses a request whose fields break a rule, each with the sentence of its rule. */
export function fieldErrors(
  violations: readonly FieldViolation[],
  terms: { minimumTotal?: number } = {},
): ApiError {
  const fields = violations.map(({ field, violation }) => ({
    field,
    message: violationMessage(violation, terms),
  }));
  const tooLarge = violations.every(({ violation }) => violation === 'FILE_SIZE');
  return apiError(tooLarge ? 'TOO_LARGE' : 'INVALID_REQUEST', { fields });
}
