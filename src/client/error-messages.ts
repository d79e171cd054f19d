import type { ApiError } from '../contract/errors.ts';
import { errorLines } from '../rules/messages.ts';
import { NetworkError } from './result.ts';

/**
 * What a person reads about a refusal or about anything that was thrown.
 * @param labels of the form at hand, by wire name.
 */
export function errorMessages(
  problem: unknown,
  labels?: Readonly<Record<string, string>>,
): string[] {
  return errorLines(isTold(problem) ? problem : { status: null }, labels);
}

function isTold(problem: unknown): problem is ApiError | NetworkError {
  return (
    problem instanceof NetworkError ||
    (typeof problem === 'object' && problem !== null && 'fields' in problem && 'status' in problem)
  );
}
