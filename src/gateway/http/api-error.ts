import {
  type ErrorCode,
  errorStatus,
  type FailureCode,
  type OwnReceipt,
  type ApiError as SentError,
} from '../../contract/errors.ts';
import { failureMessages, refusalMessage } from '../../rules/sentences/messages.ts';
import { receiptViolationMessage } from '../../rules/sentences/receipt-messages.ts';
import type { FieldMessage, FieldViolation, ReceiptViolation } from '../../rules/violation.ts';

/** JSON cannot contain a symbol, so no caller can forge an error. */
const mark = Symbol('ApiError');

/** A refusal: what callers get of it is the contract's. */
export interface ApiError extends Readonly<SentError> {
  readonly [mark]: true;
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | null;
}

export function apiError(
  code: ErrorCode,
  details: {
    message?: string;
    fields?: readonly FieldMessage[];
    duplicateOf?: OwnReceipt | null;
    retryAfterSeconds?: number;
  } = {},
): ApiError {
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
export function notAllowedNow(message: string): ApiError {
  return apiError('NOT_ALLOWED_NOW', { message });
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

const failureStatus: Record<FailureCode, number> = { INTERNAL_ERROR: 500, UNAVAILABLE: 503 };

const retrySeconds = 2;

export function errorResponse(error: ApiError): Response {
  return problemResponse(error, error.retryAfterSeconds);
}

export function failureResponse(code: FailureCode): Response {
  return problemResponse(
    { status: failureStatus[code], code, message: failureMessages[code], fields: [] },
    code === 'UNAVAILABLE' ? retrySeconds : null,
  );
}

function problemResponse(problem: SentError, retryAfterSeconds: number | null): Response {
  const { status, code, message, fields, duplicateOf } = problem;
  const error = { code, message, fields, ...(duplicateOf && { duplicateOf }) };
  const text = JSON.stringify({ statusCode: status, error });
  const headers = new Headers({ 'content-type': 'application/json' });
  // Keeps the compression middleware from compressing a short body.
  headers.set('content-length', String(Buffer.byteLength(text)));
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds));
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  return new Response(text, { status, headers });
}
