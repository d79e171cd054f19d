import type { WritableAtom } from 'nanostores';
import { checkSessionLasts } from '../../client/session-calls.ts';
import type { Result } from '../../contract/errors.ts';
import { signInMessage } from '../../rules/sentences/messages.ts';
import type { Values } from '../../ui/form.ts';
import { signIn } from '../session/session.store.ts';

export { errorMessages } from '../../client/result.ts';
export { checkSessionLasts };

/** Loaded at the first touch; `$denial` gets what the identity service says about the fields. */
export async function submitSignIn(
  { email = '', password = '' }: Values,
  $denial: WritableAtom<string>,
): Promise<Result<null>> {
  $denial.set('');
  const lasting = checkSessionLasts();
  if (!lasting.ok) return lasting;
  const result = await signIn(email, password);
  if (!result.ok) $denial.set(signInMessage(result.error.code) ?? '');
  return result;
}
