import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { getPersonalData } from '../../contract/personal-data.ts';
import { environment } from '../../environment.ts';
import { needsPassword, withRecentSignIn } from '../session/password-question.store.ts';

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
