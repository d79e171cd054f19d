import { is } from 'superstruct';
import { type ApiError, ErrorAnswer } from '../contract/errors.ts';
import { environment } from '../environment.ts';
import { errorLines, failureMessage, noConnection } from '../rules/messages/messages.ts';

/** `aborted` by the caller; `unavailable` is 502 and above, also by a proxy; `contract` an answer of another shape. */
type NetworkErrorKind = 'offline' | 'timeout' | 'aborted' | 'unavailable' | 'server' | 'contract';

/** A problem of network, server or configuration; a refusal is an `ApiError`. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly kind: NetworkErrorKind;
  readonly status: number | null;
  /** The answer's `error.code`, or the code of the identity service. */
  readonly code: string | null;
  /** 0 without the header Retry-After. */
  readonly retryAfterMs: number;

  constructor(
    kind: NetworkErrorKind,
    details: {
      status?: number;
      code?: string | null;
      retryAfterMs?: number;
      message?: string;
      cause?: unknown;
    } = {},
  ) {
    const {
      status = null,
      code = null,
      retryAfterMs = 0,
      message = `${kind} ${code ?? status ?? ''}`.trim(),
    } = details;
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether the gateway may or may not have handled the call. */
export function hasNoAnswer(failure: unknown): failure is NetworkError {
  return (
    failure instanceof NetworkError && ['offline', 'timeout', 'aborted'].includes(failure.kind)
  );
}

export function isUnavailable(failure: unknown): failure is NetworkError {
  return failure instanceof NetworkError && failure.kind === 'unavailable';
}

/** Whether it settles the idempotency key; with these codes an earlier try may have succeeded. */
export function isFinal({ code }: ApiError): boolean {
  return !['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'REQUEST_IN_PROGRESS'].includes(code);
}

/** @throws NetworkError at 500 and above, or without the contract's body of an error. */
export function parseError(status: number, text: string, retryAfterMs: number): ApiError {
  const error = errorOf(text);
  const code = error?.code ?? null;
  if (status > 501) {
    throw new NetworkError('unavailable', { status, code, retryAfterMs });
  }
  if (status >= 500) throw new NetworkError('server', { status, code });
  if (!error) throw new NetworkError('contract', { status });
  return {
    status,
    code: code ?? String(status),
    message: error.message ?? '',
    fields: error.fields ?? [],
    ...(error.duplicateOf && { duplicateOf: error.duplicateOf }),
  };
}

function errorOf(text: string) {
  try {
    const answer: unknown = JSON.parse(text);
    return is(answer, ErrorAnswer) ? answer.error : null;
  } catch {
    return null;
  }
}

type Labels = Readonly<Record<string, string>>;

/** Sentences for a refusal or an exception; only the device itself knows that it has no connection. @param labels of the form's fields by wire name */
export function errorMessages(problem: unknown, labels?: Labels): string[] {
  if (problem instanceof NetworkError) {
    const sentence = failureMessage(problem.status, problem.code);
    return navigator.onLine === false ? [noConnection, sentence] : [sentence];
  }
  return errorLines(isRefusal(problem) ? problem : { status: null }, labels);
}

export function reportedMessages(problem: unknown, labels?: Labels): string[] {
  environment().report(problem);
  return errorMessages(problem, labels);
}

function isRefusal(problem: unknown): problem is ApiError {
  return 'fields' in Object(problem);
}

export function isCampaignOver(problem: unknown): boolean {
  return Object(problem).code === 'CAMPAIGN_OVER';
}
