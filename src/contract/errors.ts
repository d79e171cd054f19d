import { array, type Infer, number, string, type } from 'superstruct';
import type { FieldMessage } from '../rules/violation.ts';
import { Id, maybe } from './primitives.ts';

const OptionalText = maybe(string());

/** Only names the caller's own receipt; `position` counts the caller's receipts from 1. */
export const OwnReceipt = type({ id: Id, position: number() });
/** Every form loads this schema, and only one compares the status: it is left unchecked. */
export type OwnReceipt = Infer<typeof OwnReceipt> & { status?: unknown };

export const ErrorAnswer = type({
  statusCode: maybe(number()),
  error: type({
    code: OptionalText,
    message: OptionalText,
    fields: maybe(array(type({ field: string(), message: string() }))),
    duplicateOf: maybe(OwnReceipt),
  }),
});
export type ErrorAnswer = Infer<typeof ErrorAnswer>;

/** Campaign-specific codes (CEC-…) travel inside an engine order. */
export const errorStatus = {
  INVALID_REQUEST: 400,
  BOT_CHECK_FAILED: 400,
  UNAUTHENTICATED: 401,
  SIGN_IN_AGAIN: 403,
  CONFIRM_FIRST: 403,
  CAMPAIGN_NOT_STARTED: 403,
  CAMPAIGN_OVER: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  DUPLICATE: 409,
  REQUEST_IN_PROGRESS: 409,
  NOT_ALLOWED_NOW: 409,
  TOO_LARGE: 413,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export type FailureCode = 'INTERNAL_ERROR' | 'UNAVAILABLE';

export interface ApiError {
  status: number;
  /** An `ErrorCode`, or the identity service's own (`auth/…`). */
  code: string;
  message: string;
  fields: readonly FieldMessage[];
  duplicateOf?: OwnReceipt | undefined;
}

export type Result<Answer> = { ok: true; value: Answer } | { ok: false; error: ApiError };
