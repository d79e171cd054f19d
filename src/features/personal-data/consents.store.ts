import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { errorMessages } from '../../client/result.ts';
import type { Result } from '../../contract/errors.ts';
import {
  type Consent,
  giveConsent,
  listConsents,
  withdrawConsent,
} from '../../contract/personal-data.ts';
import { environment } from '../../environment.ts';
import { onSignOut } from '../session/session.store.ts';

export type ConsentChange =
  | { step: 'idle' }
  | { step: 'sending'; code: string }
  | { step: 'done'; message: string }
  | { step: 'failed'; lines: readonly string[] };

const consents = resource(() => call(listConsents));

export const $consents = consents.$state;
export const $change = atom<ConsentChange>({ step: 'idle' });

export async function loadConsents(): Promise<void> {
  onSignOut(forget);
  dismissChange();
  await consents.load();
}

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
  $consents.set({ state: 'known', value: result.value });
  $change.set({ step: 'done', message });
}

function forget(): void {
  consents.forget();
  dismissChange();
}
