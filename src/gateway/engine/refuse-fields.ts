import { violationMessage } from '../../rules/messages.ts';
import type { FieldViolation } from '../../rules/violation.ts';
import { type Refusal, refuse } from '../http/refusal.ts';

/** Refuses a request whose fields break a rule, each with the sentence of its rule. */
export function refuseFields(
  violations: readonly FieldViolation[],
  terms: { minimumTotal?: number } = {},
): Refusal {
  const fields = violations.map(({ field, violation }) => ({
    field,
    message: violationMessage(violation, terms),
  }));
  const tooLarge = violations.every(({ violation }) => violation === 'FILE_SIZE');
  return refuse(tooLarge ? 'TOO_LARGE' : 'INVALID_REQUEST', { fields });
}
