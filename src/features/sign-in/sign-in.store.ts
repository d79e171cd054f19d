import { atom } from 'nanostores';
import { draftOf } from '../../client/draft.ts';
import { problemLines } from '../../client/problem-lines.ts';
import { environment } from '../../environment.ts';
import { isInactive } from '../../rules/campaign-phase.ts';
import { signInMessage, violationMessage } from '../../rules/messages.ts';
import { checkEmail } from '../../rules/person.ts';
import { signIn } from '../session/session.store.ts';

/** LOGIN-10 and LOGIN-11: what the identity service said last; empty when it said nothing. */
export const $denial = atom('');

const labels = { email: 'Email', password: 'Senha' };

export function signInRecipe() {
  return {
    id: 'entrar',
    labels,
    secret: ['password'],
    draft: draftOf('entrar'),
    check: signInFaults,
    async send({ email = '', password = '' }: Readonly<Record<string, string>>) {
      $denial.set('');
      const outcome = await signIn(email, password);
      if (!outcome.ok) $denial.set(signInMessage(outcome.refusal.code) ?? '');
      return outcome;
    },
    explain: (problem: unknown) => ($denial.get() ? [] : problemLines(problem, labels)),
  };
}

function signInFaults(values: Readonly<Record<string, string>>): Record<string, string> {
  const email = checkEmail(values['email'] ?? '');
  return {
    ...(email && { email: violationMessage(email) }),
    ...(!values['password'] && { password: violationMessage('REQUIRED') }),
  };
}

/** Nobody takes part yet, and no debug mode passes the lock (PHASE-14). */
export function isSignInLocked(): boolean {
  const { phase, debug } = environment();
  return isInactive(phase()) && !debug();
}

/** LOGIN-01 to LOGIN-03: whoever may not be on the login page leaves it. */
export function leaveClosedDoor(): void {
  const { site, back, navigate } = environment();
  const { enabled, newPageEnabled } = site.hotsite.login;
  if (!enabled || isSignInLocked()) back();
  else if (!newPageEnabled) navigate('/#entrar', 'replace');
}
