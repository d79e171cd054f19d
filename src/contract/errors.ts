import { array, type Infer, number, string, type } from 'superstruct';
import { Id, maybe } from './primitives.ts';

/**
 * The caller's own receipt that this one repeats, and its place among all of theirs, from 1.
 * Nothing is said of other people's receipts.
 */
export const OwnReceipt = type({ id: Id, position: number() });
export type OwnReceipt = Infer<typeof OwnReceipt>;

export const ErrorAnswer = type({
  statusCode: maybe(number()),
  error: type({
    code: maybe(string()),
    message: maybe(string()),
    fields: maybe(array(type({ field: string(), message: string() }))),
    duplicateOf: maybe(OwnReceipt),
  }),
});
export type ErrorAnswer = Infer<typeof ErrorAnswer>;

/**
 * Why the gateway refuses a call, and the HTTP status of each reason.
 * Campaign-specific codes (CEC-…) travel inside an engine order instead.
 */
export const ERROR_STATUS = {
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

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Failures of the outside world, or bugs. */
export type FailureCode = 'INTERNAL_ERROR' | 'UNAVAILABLE';

export interface ApiError {
  /** 400 to 499. */
  status: number;
  /** An `ErrorCode`, or the identity service's own (`auth/…`). */
  code: string;
  message: string;
  /** Refused fields under their wire names, with the sentence of each. */
  fields: readonly { field: string; message: string }[];
  /** The person's own receipt that was sent again. */
  duplicateOf?: OwnReceipt;
}

export type Result<Answer> = { ok: true; value: Answer } | { ok: false; error: ApiError };
