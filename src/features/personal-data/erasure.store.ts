import { fetchMe } from '../../client/consumer.ts';
import type { Outcome, Refusal } from '../../client/outcome.ts';
import { eraseMe } from '../../client/personal-data.ts';
import { problemLines } from '../../client/problem-lines.ts';
import { signInMessage, violationMessage } from '../../rules/messages.ts';
import { setExit, signIn, signOut } from '../session/session.store.ts';

type Values = Readonly<Record<string, string>>;

/** The home page, with the dialog that says that it is done. */
const afterwards = '/#dados-excluidos';

/** Erases the person's data once they have typed their password again. */
export function erasureRecipe() {
  const labels = { password: 'Senha' };
  return {
    id: 'excluir-dados',
    labels,
    secret: ['password'],
    check: (values: Values): Record<string, string> =>
      values['password'] ? {} : { password: violationMessage('REQUIRED') },
    send: ({ password = '' }: Values) => erase(password),
    explain: (problem: unknown) => problemLines(problem, labels),
  };
}

async function erase(password: string): Promise<Outcome<null>> {
  const me = await fetchMe();
  if (!me.ok) return me;
  const signedIn = await signIn(me.answer.email, password);
  if (!signedIn.ok) return denied(signedIn.refusal);
  setExit(afterwards);
  try {
    const erased = await eraseMe();
    // Just signed in and yet unknown: erased by a try whose answer was lost.
    if (!erased.ok && erased.refusal.status !== 401) return erased;
    await signOut();
    return { ok: true, answer: null };
  } finally {
    setExit('/');
  }
}

/** The identity service's no, as the fault of the password. */
function denied(refusal: Refusal): Outcome<never> {
  const message = signInMessage(refusal.code);
  const fields = message ? [{ field: 'password', message }] : [];
  return { ok: false, refusal: { ...refusal, fields } };
}
