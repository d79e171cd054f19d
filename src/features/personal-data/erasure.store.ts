import { call } from '../../client/call.ts';
import type { Result } from '../../contract/errors.ts';
import { eraseMe } from '../../contract/personal-data.ts';
import { passwordFormConfig, signInAgain } from '../session/password-question.store.ts';
import { setExit, signOut } from '../session/session.store.ts';

type Values = Readonly<Record<string, string>>;

/** The home page, with the dialog that says that it is done. */
const afterwards = '/#dados-excluidos';

/** Erases the person's data once they have typed their password again. */
export function erasureFormConfig() {
  return {
    ...passwordFormConfig('excluir-dados'),
    submit: ({ password = '' }: Values) => erase(password),
  };
}

async function erase(password: string): Promise<Result<null>> {
  const signedIn = await signInAgain(password);
  if (!signedIn.ok) return signedIn;
  setExit(afterwards);
  try {
    const erased = await call(eraseMe);
    // Just signed in and yet unknown: erased by a try whose answer was lost.
    if (!erased.ok && erased.error.status !== 401) return erased;
    await signOut();
    return { ok: true, value: null };
  } finally {
    setExit('/');
  }
}
