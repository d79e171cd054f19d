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

/** What becomes of the consent that the person is just changing. */
export type ConsentChange =
  | { step: 'idle' }
  | { step: 'sending'; code: string }
  | { step: 'done'; told: string }
  | { step: 'failed'; lines: readonly string[] };

export const $consents = atom<Consents>({ state: 'loading' });
export const $change = atom<ConsentChange>({ step: 'idle' });

export async function loadConsents(): Promise<void> {
  onSignOut(forget);
  forget();
  try {
    const outcome = await call(listConsents);
    $consents.set(
      outcome.ok
        ? { state: 'known', consents: outcome.value }
        : { state: 'failed', lines: errorMessages(outcome.error) },
    );
  } catch (failure) {
    environment().report(failure);
    $consents.set({ state: 'failed', lines: errorMessages(failure) });
  }
}

/** Withdraws a consent that stands, or gives one that does not. */
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

/** Once it was read why it failed. */
export function dismissChange(): void {
  $change.set({ step: 'idle' });
}

function settle(outcome: Result<Consent[]>, told: string): void {
  if (!outcome.ok) {
    $change.set({ step: 'failed', lines: errorMessages(outcome.error) });
    return;
  }
  $consents.set({ state: 'known', consents: outcome.value });
  $change.set({ step: 'done', told });
}

function forget(): void {
  $consents.set({ state: 'loading' });
  $change.set({ step: 'idle' });
}
