import { atom } from 'nanostores';
import { fetchMe } from '../../client/consumer.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { fetchLuckyNumbers } from '../../client/lucky-numbers.ts';
import type { LuckyNumber } from '../../contract/lucky-numbers.ts';
import { environment } from '../../environment.ts';
import { onSignOut } from '../session/session.store.ts';

export type LuckyNumbers =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'listed'; numbers: readonly LuckyNumber[] };

export const $luckyNumbers = atom<LuckyNumbers>({ state: 'loading' });

/** All numbers of whoever is signed in (MYREC-07). */
export async function loadLuckyNumbers(): Promise<void> {
  onSignOut(forget);
  forget();
  try {
    const me = await fetchMe();
    const outcome = me.ok ? await fetchLuckyNumbers(me.value.id) : me;
    $luckyNumbers.set(
      outcome.ok
        ? { state: 'listed', numbers: outcome.value }
        : { state: 'failed', lines: errorMessages(outcome.error) },
    );
  } catch (failure) {
    environment().report(failure);
    $luckyNumbers.set({ state: 'failed', lines: errorMessages(failure) });
  }
}

function forget(): void {
  $luckyNumbers.set({ state: 'loading' });
}
