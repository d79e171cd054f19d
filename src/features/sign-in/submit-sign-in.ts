import type { WritableAtom } from 'nanostores';
import type { Result } from '../../contract/errors.ts';
import { signInMessage } from '../../rules/messages.ts';
import { signIn } from '../session/session.store.ts';

export { errorMessages } from '../../client/result.ts';

/**
 * Signs in; loaded when the form is touched.
 * @param $denial receives what the identity service says of email and password.
 */
export async function submitSignIn(
  { email = '', password = '' }: Readonly<Record<string, string>>,
  $denial: WritableAtom<string>,
): Promise<Result<null>> {
  $denial.set('');
  const result = await signIn(email, password);
  if (!result.ok) $denial.set(signInMessage(result.error.code) ?? '');
  return result;
}
