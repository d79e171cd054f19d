import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/error-messages.ts';
import type { Result } from '../../contract/errors.ts';
import { eraseMe, getPersonalData } from '../../contract/personal-data.ts';
import { environment } from '../../environment.ts';
import {
  needsPassword,
  passwordFormConfig,
  signInAgain,
  withRecentSignIn,
} from '../session/password-question.store.ts';
import { setExit, signOut } from '../session/session.store.ts';

export type Download =
  | { step: 'idle' }
  | { step: 'preparing' }
  | { step: 'saved' }
  | { step: 'failed'; lines: readonly string[] };

export const $download = atom<Download>({ step: 'idle' });

/** Hands the person a file with everything that is held about them. */
export async function downloadPersonalData(): Promise<void> {
  if ($download.get().step === 'preparing') return;
  $download.set({ step: 'preparing' });
  try {
    const outcome = await withRecentSignIn(() => call(getPersonalData));
    if (!outcome.ok && needsPassword(outcome.error)) return dismissDownload();
    if (!outcome.ok) {
      $download.set({ step: 'failed', lines: errorMessages(outcome.error) });
      return;
    }
    environment().device.save('dados-pessoais.json', JSON.stringify(outcome.value, null, 2));
    $download.set({ step: 'saved' });
  } catch (failure) {
    environment().report(failure);
    $download.set({ step: 'failed', lines: errorMessages(failure) });
  }
}

/** Once it was read why it failed. */
export function dismissDownload(): void {
  $download.set({ step: 'idle' });
}

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
