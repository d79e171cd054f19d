import { is } from 'superstruct';
import { ErrorAnswer } from '../contract/refusal.ts';
import { Failure, type Refusal } from './outcome.ts';

/**
 * Reads an answer of 400 or more (specification, section 8).
 * @param retryAfter milliseconds after which the gateway wants to be asked again
 * @throws Failure for a 5xx, and for a 4xx that is not in the gateway's shape.
 */
export function refusalOf(status: number, text: string, retryAfter: number): Refusal {
  const error = errorOf(text);
  const code = error?.code ?? null;
  if (status === 502 || status === 503) {
    throw new Failure('unavailable', { status, code, retryAfter });
  }
  if (status >= 500) throw new Failure('internal', { status, code });
  if (!error) throw new Failure('unknown', { status });
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
