import { atom } from 'nanostores';
import { is, literal, string, type } from 'superstruct';
import { call, recordsInTime } from '../../client/call.ts';
import { readSubject, refreshCredentials } from '../../client/credentials.ts';
import { resource } from '../../client/resource.ts';
import { errorMessages } from '../../client/result.ts';
import type { ApiError, Result } from '../../contract/errors.ts';
import {
  type Consent,
  eraseMeEndpoint,
  getPersonalDataEndpoint,
  giveConsentEndpoint,
  listConsentsEndpoint,
  withdrawConsentEndpoint,
} from '../../contract/personal-data.ts';
import { environment } from '../../environment.ts';
import { erasedDialog, overThisPage } from '../../paths.ts';
import { promisesKey } from '../../storage-keys.ts';
import type { SubmitResult, Values } from '../../ui/form.ts';
import {
  needsPassword,
  passwordFormConfig,
  signInAgain,
  withRecentSignIn,
} from '../password/password-question.store.ts';
import {
  isSignedIn,
  onSignOut,
  setFragmentAfterSignOut,
  signOut,
} from '../session/session.store.ts';

type Download =
  | { state: 'idle' }
  | { state: 'preparing' }
  | { state: 'saved' }
  | { state: 'failed'; lines: readonly string[] };

export const $download = atom<Download>({ state: 'idle' });

export async function downloadPersonalData(): Promise<void> {
  if ($download.get().state === 'preparing') return;
  $download.set({ state: 'preparing' });
  try {
    const result = await withRecentSignIn(() => call(getPersonalDataEndpoint));
    if (!result.ok && needsPassword(result.error)) return dismissDownload();
    if (!result.ok) return showDownloadFailure(result.error);
    environment().device.save('dados-pessoais.json', JSON.stringify(result.value, null, 2));
    $download.set({ state: 'saved' });
  } catch (failure) {
    environment().report(failure);
    showDownloadFailure(failure);
  }
}

function showDownloadFailure(problem: unknown): void {
  if (isSignedIn()) $download.set({ state: 'failed', lines: errorMessages(problem) });
  else dismissDownload();
}

export function dismissDownload(): void {
  $download.set({ state: 'idle' });
}

type Erasure = { state: 'closed' | 'open' | 'sending' };

/** The dialog that leads to the erasure; once that is sent, it stays until the answer. */
export const $erasure = atom<Erasure>({ state: 'closed' });

export function openErasure(): void {
  $erasure.set({ state: 'open' });
}

export function closeErasure(): void {
  if ($erasure.get().state === 'open') $erasure.set({ state: 'closed' });
}

export function erasureFormConfig() {
  return {
    ...passwordFormConfig('excluir-dados'),
    submit: ({ password = '' }: Values) => erase(password),
  };
}

/** Whose erasure was sent and not answered: the account may be gone. */
let unansweredSubject: string | null = null;

async function erase(password: string): Promise<SubmitResult> {
  const opened = $erasure.get();
  const subject = readSubject();
  if (mayBeGone(subject)) setFragmentAfterSignOut(overThisPage(erasedDialog));
  const removeRecords = await prepareRemoval(subject);
  try {
    const signedIn = await signInAgain(password);
    if ($erasure.get() !== opened) return { ok: false, error: { fields: [] } };
    const erased = signedIn.ok ? await sendErasure(subject) : signedIn;
    if (!erased.ok && !isGone(erased.error, subject)) return erased;
    environment().storage.remove(promisesKey);
    await removeRecords().catch(environment().report);
    await signOut();
    return { ok: true };
  } finally {
    setFragmentAfterSignOut('');
  }
}

async function sendErasure(subject: string | null): Promise<Result<unknown>> {
  setFragmentAfterSignOut(overThisPage(erasedDialog));
  unansweredSubject = subject;
  $erasure.set({ state: 'sending' });
  try {
    const erased = await eraseAccount(subject);
    if (!erased.ok && !isGone(erased.error, subject)) unansweredSubject = null;
    return erased;
  } finally {
    openErasure();
  }
}

/** After a 401, an earlier try erased the account, but its answer got lost. */
function isGone({ status }: ApiError, subject: string | null): boolean {
  return status === 401 && mayBeGone(subject);
}

function mayBeGone(subject: string | null): boolean {
  return subject !== null && subject === unansweredSubject;
}

async function eraseAccount(subject: string | null): Promise<Result<unknown>> {
  try {
    return await call(eraseMeEndpoint);
  } catch (failure) {
    // A session that was ended meanwhile, as in another tab, says nothing about the account.
    if (readSubject() !== subject) throw failure;
    // If only the answer was lost, the session cannot be renewed, which ends it.
    await refreshCredentials([]);
    if (readSubject() === subject) throw failure;
    return { ok: true, value: null };
  }
}

/**
 * Receipts that wait and photos, which no page would show or remove any more. Found before the
 * erasure, because the end of the session replaces the page.
 */
async function prepareRemoval(subject: string | null): Promise<() => Promise<unknown>> {
  const OwnRecord = type({ id: string(), owner: literal(subject) });
  try {
    const stored = await recordsInTime();
    const own = (await stored.all()).filter((record) => is(record, OwnRecord));
    return () => Promise.all(own.map(({ id }) => stored.remove(id)));
  } catch (failure) {
    environment().report(failure);
    return () => Promise.resolve();
  }
}

type ConsentChange =
  | { state: 'idle' }
  | { state: 'sending'; code: string }
  | { state: 'done'; message: string }
  | { state: 'failed'; lines: readonly string[] };

const consents = resource(() => call(listConsentsEndpoint));

export const $consents = consents.$state;
export const $consentChange = atom<ConsentChange>({ state: 'idle' });

export async function loadConsents(): Promise<void> {
  onSignOut(clearConsents);
  dismissConsentChange();
  await consents.load();
}

export async function changeConsent({ code, given }: Consent): Promise<void> {
  if ($consentChange.get().state === 'sending') return;
  $consentChange.set({ state: 'sending', code });
  try {
    showChange(
      given
        ? await call(withdrawConsentEndpoint, { parameters: { code } })
        : await call(giveConsentEndpoint, { parameters: { code } }),
      given ? 'Consentimento retirado' : 'Consentimento dado',
    );
  } catch (failure) {
    environment().report(failure);
    showChangeFailure(failure);
  }
}

export function dismissConsentChange(): void {
  $consentChange.set({ state: 'idle' });
}

function showChange(result: Result<Consent[]>, message: string): void {
  if (!result.ok) {
    showChangeFailure(result.error);
    return;
  }
  $consents.set({ state: 'loaded', value: result.value });
  $consentChange.set({ state: 'done', message });
}

function showChangeFailure(problem: unknown): void {
  if (isSignedIn()) $consentChange.set({ state: 'failed', lines: errorMessages(problem) });
  else dismissConsentChange();
}

function clearConsents(): void {
  consents.clear();
  dismissConsentChange();
}
