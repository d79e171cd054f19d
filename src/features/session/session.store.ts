import { atom } from 'nanostores';
import {
  $credentials,
  deleteCredentials,
  readCredentials,
  readSubject,
  startRefreshing,
  storeCredentials,
} from '../../client/credentials.ts';
import { listeners } from '../../client/resource.ts';
import { deleteDrafts } from '../../client/storage.ts';
import type { Result } from '../../contract/errors.ts';
import { type BearerToken, environment, isClosed } from '../../environment.ts';
import { homePath, isFramedPath, overThisPage, signInDialog } from '../../paths.ts';
import { normaliseEmail } from '../../rules/people/person-fields.ts';
import {
  credentialsKey,
  ownerKey,
  sharedFileCache,
  signedOutKey,
  wantedKey,
} from '../../storage-keys.ts';
import { isLocalPath } from './local-path.ts';

/** `unknown` until storage was read: on the server, and in the first render. */
type Session = { state: 'unknown' } | { state: 'anonymous' } | { state: 'signed-in' };

export const $session = atom<Session>({ state: 'unknown' });

/** Short, because the device has forgotten the session already. */
const signOutTimeoutMs = 5_000;

const signOuts = listeners();

/** Called when a session ends, to forget its user. @returns a function that stops that */
export const onSignOut = signOuts.add;

let isWatching = false;
let isGuarded = false;
let hasRedirected = false;
let fragmentAfterSignOut = '';

let pendingSends = 0;

export function setFragmentAfterSignOut(fragment: string): void {
  fragmentAfterSignOut = fragment;
}

/** Watches who is signed in, in all tabs, for any island. @param page.guarded sends visitors home */
export function watchSession(page: { guarded?: boolean } = {}): void {
  isGuarded ||= page.guarded ?? false;
  if (!isWatching) {
    isWatching = true;
    $credentials.listen(onCredentials);
    window.addEventListener('storage', ({ key }) => {
      if (key === credentialsKey || key === null) readCredentials();
    });
    // A page from the back/forward cache may be older than the session.
    window.addEventListener('pageshow', () => readCredentials());
    readCredentials();
    startRefreshing();
  }
  onCredentials();
}

function onCredentials(): void {
  const { storage, drafts } = environment();
  const before = $session.get().state;
  claimDrafts();
  // A sign-out in any tab deletes drafts; a session that merely ends leaves them to their owner.
  const hasSignedOut = storage.get(signedOutKey) && drafts.get(ownerKey);
  if (!$credentials.get() && hasSignedOut) forgetTabOfPerson();
  const state = $credentials.get() ? 'signed-in' : 'anonymous';
  document.documentElement.dataset.session = state === 'signed-in' ? 'in' : 'out';
  if (before === 'signed-in' && state === 'anonymous') signOuts.call();
  if (before !== state) $session.set({ state });
  if (isGuarded && state === 'anonymous') redirectToSignIn();
}

/** Users come back once they sign in; if they were sending something, the sign-in opens at once. */
export function redirectToSignIn(): void {
  hasRedirected = true;
  const { navigate, site } = environment();
  const { pathname, search } = window.location;
  rememberWantedPath(pathname);
  const fragment =
    pendingSends > 0 && site.hotsite.login.enabled
      ? overThisPage(signInDialog)
      : fragmentAfterSignOut;
  // Replaces the history entry, so the query (partner, advertisement) goes on in the new address.
  navigate(homePath + search + fragment, 'replace');
}

/** Calls `act` when the promotion has closed while the page is open. @returns a function that stops it */
export function onClosed(act: () => void): () => void {
  // Where the device's clock is known to be wrong, another listener corrects the mark at once.
  const observer = new MutationObserver(() => setTimeout(() => isClosed() && act()));
  observer.observe(document.documentElement, { attributeFilter: ['data-phase'] });
  return () => observer.disconnect();
}

export function wasRedirectedToSignIn(): boolean {
  return hasRedirected;
}

/** Counts what is being sent: if the session ends meanwhile, `redirectToSignIn` opens the sign-in at once. */
export async function whileSending<Sent>(send: () => Promise<Sent>): Promise<Sent> {
  pendingSends += 1;
  try {
    return await send();
  } finally {
    pendingSends -= 1;
  }
}

export function isSignedIn(): boolean {
  return readCredentials() !== null;
}

export async function signIn(email: string, password: string): Promise<Result<null>> {
  const address = normaliseEmail(email);
  const result = await (await environment().identity()).signIn(address, password);
  if (!result.ok) return result;
  beginSession(result.value);
  return { ok: true, value: null };
}

export function beginSession(grant: BearerToken): void {
  environment().storage.remove(signedOutKey);
  storeCredentials(grant);
  claimDrafts();
}

/** From now on, this tab's drafts are the signed-in user's; deletes those of the previous user. */
function claimDrafts(): void {
  const { drafts } = environment();
  const subject = readSubject();
  if (subject === null) return;
  const owner = drafts.get(ownerKey);
  if (owner !== null && owner !== subject) deleteDrafts();
  drafts.set(ownerKey, subject);
}

function forgetTabOfPerson(): void {
  deleteDrafts();
  environment().drafts.remove(ownerKey);
}

/** Ends the session here and in other tabs, then, if it can be reached, at the identity service. */
export async function signOut(): Promise<void> {
  const { storage, identity, report } = environment();
  // First: this page and other tabs look for it as soon as the session is gone.
  storage.set(signedOutKey, 'true');
  deleteCredentials();
  forgetTabOfPerson();
  deleteWantedPath();
  globalThis.caches?.delete(sharedFileCache).catch(report);
  const ended = identity()
    .then((service) => service.signOut())
    .catch(report);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, signOutTimeoutMs))]);
}

export function hasWantedPath(): boolean {
  return environment().drafts.get(wantedKey) !== null;
}

/** Sets where the next sign-in in this tab leads; never to a framed page, with its own sign-in. */
export function rememberWantedPath(path: string): void {
  if (!isFramedPath(path)) environment().drafts.set(wantedKey, path);
}

export function deleteWantedPath(): void {
  environment().drafts.remove(wantedKey);
}

export function takeWantedPath(): string | null {
  const { drafts } = environment();
  const path = drafts.get(wantedKey);
  drafts.remove(wantedKey);
  return path && isLocalPath(path) ? path : null;
}
