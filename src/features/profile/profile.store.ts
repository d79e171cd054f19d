import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { type Consumer, getMe } from '../../contract/consumer.ts';
import { environment } from '../../environment.ts';
import { onSignOut, startSession } from '../session/session.store.ts';

export type Profile =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'known'; consumer: Consumer };

export const $profile = atom<Profile>({ state: 'loading' });

export function startProfile(): void {
  startSession({ guarded: true });
  onSignOut(forget);
  void loadProfile();
}

export async function loadProfile(): Promise<void> {
  forget();
  try {
    const result = await call(getMe);
    $profile.set(
      result.ok
        ? { state: 'known', consumer: result.value }
        : { state: 'failed', lines: errorMessages(result.error) },
    );
  } catch (failure) {
    environment().report(failure);
    $profile.set({ state: 'failed', lines: errorMessages(failure) });
  }
}

function forget(): void {
  $profile.set({ state: 'loading' });
}
