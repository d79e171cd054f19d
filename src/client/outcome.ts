import type { OwnReceipt } from '../contract/refusal.ts';

/** A refusal is expected and has a reason; it is data. */
export interface Refusal {
  /** HTTP status, 400 to 499. */
  status: number;
  /** A code of `contract/refusal.ts`, or the identity service's own (`auth/…`). */
  code: string;
  message: string;
  /** Refused fields under their wire names, with the sentence of each. */
  fields: readonly { field: string; message: string }[];
  /** The person's own receipt that was sent again. */
  duplicateOf?: OwnReceipt;
}

/** What came of a call that both sides understood. */
export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; refusal: Refusal };

/**
 * `lost`: no answer came. `late`: nor in time. `stopped`: the caller's signal ended it.
 * `unavailable`: 502 or 503. `internal`: any other 5xx. `unknown`: an answer outside the contract,
 * or a service that is not set up.
 */
export type FailureKind = 'lost' | 'late' | 'stopped' | 'unavailable' | 'internal' | 'unknown';

/** Nobody's choice: the network, a server's trouble, a wrong configuration. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** `error.code` of the answer, or the identity service's; null when there is none. */
  readonly code: string | null;
  /** Milliseconds after which the gateway wants to be asked again; 0 when it does not say. */
  readonly retryAfter: number;

  constructor(
    kind: FailureKind,
    details: {
      status?: number;
      code?: string | null;
      retryAfter?: number;
      message?: string;
      cause?: unknown;
    } = {},
  ) {
    const {
      status = null,
      code = null,
      retryAfter = 0,
      message = `${kind} ${code ?? status ?? ''}`.trim(),
    } = details;
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** No answer came, or nobody waited for it any longer: it may have arrived, or not. */
export function isLost(failure: unknown): failure is Failure {
  return failure instanceof Failure && ['lost', 'late', 'stopped'].includes(failure.kind);
}

/** The system was reached and could not answer: it may at another time. */
export function isUnavailable(failure: unknown): failure is Failure {
  return failure instanceof Failure && failure.kind === 'unavailable';
}
