import type { WritableAtom } from 'nanostores';
import { checkSessionLasts } from '../../client/session-calls.ts';
import type { Result } from '../../contract/errors.ts';
import { signInMessage } from '../../rules/sentences/messages.ts';
import type { Values } from '../../ui/form.ts';
import { signIn } from '../session/session.store.ts';

export { errorMessages } from '../../client/result.ts';
export { checkSessionLasts };

/** Loaded at the first touch. `$signInRefusal` gets what the identity service refuses. */
export async function submitSignIn(
  { email = '', password = '' }: Values,
  $signInRefusal: WritableAtom<string>,
): Promise<Result<null>> {
  $signInRefusal.set('');
  const lasting = checkSessionLasts();
  if (!lasting.ok) return lasting;
  const result = await signIn(email, password);
  if (!result.ok) $signInRefusal.set(signInMessage(result.error.code) ?? '');
  return result;
}
