import { violationMessage } from '../../rules/messages.ts';
import type { FieldViolation } from '../../rules/violation.ts';
import { type ApiError, apiError } from '../http/refusal.ts';

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
