import type { WritableAtom } from 'nanostores';
import type { Result } from '../../contract/errors.ts';
import { signInMessage } from '../../rules/messages.ts';
import { signIn } from '../session/session.store.ts';

export { errorMessages } from '../../client/result.ts';

/** Loaded at a touch; `$denial` gets what the identity service says of the fields. */
export async function submitSignIn(
  { email = '', password = '' }: Readonly<Record<string, string>>,
  $denial: WritableAtom<string>,
): Promise<Result<null>> {
  $denial.set('');
  const result = await signIn(email, password);
  if (!result.ok) $denial.set(signInMessage(result.error.code) ?? '');
  return result;
}
