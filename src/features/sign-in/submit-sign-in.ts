import { errorMessages, NetworkError } from '../../client/result.ts';
import { checkSessionLasts } from '../../client/session-calls.ts';
import type { Result } from '../../contract/errors.ts';
import { failureMessage, signInMessage } from '../../rules/messages/messages.ts';
import type { Values } from '../../ui/form.ts';
import { signIn } from '../session/session.store.ts';

// One chunk, loaded at the first touch, has all that a submit needs.
export { checkSessionLasts };

/** @returns the result, and the sentence for what the identity service refused, or null */
export async function submitSignIn({
  email = '',
  password = '',
}: Values): Promise<[Result<null>, refusal: string | null]> {
  const lasting = checkSessionLasts();
  if (!lasting.ok) return [lasting, null];
  const result = await signIn(email, password);
  return [result, result.ok ? null : signInMessage(result.error.code)];
}

/** Unlike in other forms, a lost connection reads as the unknown error alone. */
export function explainSignIn(problem: unknown, labels: Record<string, string>): string[] {
  return problem instanceof NetworkError
    ? [failureMessage(problem.status, problem.code)]
    : errorMessages(problem, labels);
}
