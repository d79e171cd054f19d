import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/error-messages.ts';
import type { Result } from '../../contract/errors.ts';
import {
  type Consent,
  giveConsent,
  listConsents,
  withdrawConsent,
} from '../../contract/personal-data.ts';
import { environment } from '../../environment.ts';
import { onSignOut } from '../session/session.store.ts';

export type Consents =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'known'; consents: readonly Consent[] };

export type ConsentChange =
  | { step: 'idle' }
  | { step: 'sending'; code: string }
  | { step: 'done'; message: string }
  | { step: 'failed'; lines: readonly string[] };

export const $consents = atom<Consents>({ state: 'loading' });
export const $change = atom<ConsentChange>({ step: 'idle' });

export async function loadConsents(): Promise<void> {
  onSignOut(forget);
  forget();
  try {
    const result = await call(listConsents);
    $consents.set(
      result.ok
        ? { state: 'known', consents: result.value }
        : { state: 'failed', lines: errorMessages(result.error) },
    );
  } catch (failure) {
    environment().report(failure);
    $consents.set({ state: 'failed', lines: errorMessages(failure) });
  }
}

/** Withdraws a given consent, or gives one that is not. */
export async function changeConsent({ code, given }: Consent): Promise<void> {
  if ($change.get().step === 'sending') return;
  $change.set({ step: 'sending', code });
  try {
    settle(
      given
        ? await call(withdrawConsent, { parameters: { code } })
        : await call(giveConsent, { parameters: { code } }),
      given ? 'Consentimento retirado' : 'Consentimento dado',
    );
  } catch (failure) {
    environment().report(failure);
    $change.set({ step: 'failed', lines: errorMessages(failure) });
  }
}

export function dismissChange(): void {
  $change.set({ step: 'idle' });
}

function settle(result: Result<Consent[]>, message: string): void {
  if (!result.ok) {
    $change.set({ step: 'failed', lines: errorMessages(result.error) });
    return;
  }
  $consents.set({ state: 'known', consents: result.value });
  $change.set({ step: 'done', message });
}

function forget(): void {
  $consents.set({ state: 'loading' });
  $change.set({ step: 'idle' });
}
