import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/result.ts';
import type { Result } from '../../contract/errors.ts';
import { eraseMe, getPersonalData } from '../../contract/personal-data.ts';
import { environment } from '../../environment.ts';
import { dataErasedDialog } from '../../paths.ts';
import {
  needsPassword,
  passwordFormConfig,
  signInAgain,
  withRecentSignIn,
} from '../password/password-question.store.ts';
import { setExit, signOut } from '../session/session.store.ts';

export type Download =
  | { step: 'idle' }
  | { step: 'preparing' }
  | { step: 'saved' }
  | { step: 'failed'; lines: readonly string[] };

export const $download = atom<Download>({ step: 'idle' });

export async function downloadPersonalData(): Promise<void> {
  if ($download.get().step === 'preparing') return;
  $download.set({ step: 'preparing' });
  try {
    const result = await withRecentSignIn(() => call(getPersonalData));
    if (!result.ok && needsPassword(result.error)) return dismissDownload();
    if (!result.ok) {
      $download.set({ step: 'failed', lines: errorMessages(result.error) });
      return;
    }
    environment().device.save('dados-pessoais.json', JSON.stringify(result.value, null, 2));
    $download.set({ step: 'saved' });
  } catch (failure) {
    environment().report(failure);
    $download.set({ step: 'failed', lines: errorMessages(failure) });
  }
}

export function dismissDownload(): void {
  $download.set({ step: 'idle' });
}

type Values = Readonly<Record<string, string>>;

export function erasureFormConfig() {
  return {
    ...passwordFormConfig('excluir-dados'),
    submit: ({ password = '' }: Values) => erase(password),
  };
}

async function erase(password: string): Promise<Result<null>> {
  const signedIn = await signInAgain(password);
  if (!signedIn.ok) return signedIn;
  setExit(dataErasedDialog);
  try {
    const erased = await call(eraseMe);
    // A 401 right after signing in: an earlier try erased the account, and its answer was lost.
    if (!erased.ok && erased.error.status !== 401) return erased;
    await signOut();
    return { ok: true, value: null };
  } finally {
    setExit('/');
  }
}
