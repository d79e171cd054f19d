import { errorLines } from '../rules/messages.ts';
import { Failure, type Refusal } from './outcome.ts';

/**
 * What a person reads about a refusal or about anything that was thrown (ERR-01 to ERR-05).
 * @param labels of the form at hand, by wire name.
 */
export function problemLines(
  problem: unknown,
  labels?: Readonly<Record<string, string>>,
): string[] {
  return errorLines(isTold(problem) ? problem : { status: null }, labels);
}

function isTold(problem: unknown): problem is Refusal | Failure {
  return (
    problem instanceof Failure ||
    (typeof problem === 'object' && problem !== null && 'fields' in problem && 'status' in problem)
  );
}
