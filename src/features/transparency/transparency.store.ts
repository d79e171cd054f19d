import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { getTransparency, type Transparency } from '../../contract/transparency.ts';
import { environment } from '../../environment.ts';

export type Published =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'known'; summary: Transparency };

/** What the promotion publishes of itself. */
export const $published = atom<Published>({ state: 'loading' });

export async function loadPublished(): Promise<void> {
  $published.set({ state: 'loading' });
  try {
    const outcome = await call(getTransparency);
    $published.set(
      outcome.ok
        ? { state: 'known', summary: outcome.value }
        : { state: 'failed', lines: errorMessages(outcome.error) },
    );
  } catch (failure) {
    environment().report(failure);
    $published.set({ state: 'failed', lines: errorMessages(failure) });
  }
}
