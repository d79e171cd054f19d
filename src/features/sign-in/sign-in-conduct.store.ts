import type { WritableAtom } from 'nanostores';
import { errorMessages } from '../../client/result.ts';
import { signInMessage, violationMessage } from '../../rules/messages.ts';
import { checkEmail } from '../../rules/person.ts';
import { signIn } from '../session/session.store.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * What the sign-in checks and sends, as `ui/form.ts` takes it.
 * @param $denial receives what the identity service says of e-mail and password; then no alert is
 */
export function signInConduct(labels: Texts, $denial: WritableAtom<string>) {
  return {
    validate(values: Texts): Record<string, string> {
      const email = checkEmail(values['email'] ?? '');
      return {
        ...(email && { email: violationMessage(email) }),
        ...(!values['password'] && { password: violationMessage('REQUIRED') }),
      };
    },
    async submit({ email = '', password = '' }: Texts) {
      $denial.set('');
      const outcome = await signIn(email, password);
      if (!outcome.ok) $denial.set(signInMessage(outcome.error.code) ?? '');
      return outcome;
    },
    explain: (problem: unknown) => ($denial.get() ? [] : errorMessages(problem, labels)),
  };
}
