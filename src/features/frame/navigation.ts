import { correctClock, loginLink } from '../../client/session-calls.ts';
import { draftOf } from '../../client/storage.ts';
import { environment, isClosed } from '../../environment.ts';
import { leaveFrameEvent, navigateEvent } from '../../page-events.ts';
import {
  homePath,
  myReceiptsPath,
  myRedemptionsPath,
  newReceiptPath,
  oneTimeLoginPath,
  profilePath,
  redeemPath,
  signInDialog,
  signInPage,
  signOutPath,
} from '../../paths.ts';
import { stuck, testMode } from '../../rules/messages/messages.ts';
import { signInFormId, signUpFormId } from '../../storage-keys.ts';
import { $session, onSignOut, signOut } from '../session/session.store.ts';

/** A login link's code is valid a little longer. */
const preparedForMs = 50_000;

/** A link to press again if the browser blocked the first press. */
let prepared: { path: string; address: string; until: number } | null = null;

function clearPrepared(): void {
  prepared = null;
}

/** A session that ends by itself keeps its drafts, but this page then shows its forms to the next user. */
function deleteTyped(): void {
  for (const form of [signInFormId, signUpFormId]) draftOf(form).remove();
}

/** Only dialogs, this page and the home page stay in the frame. `ownDialog` is the fragment of the one it shows. */
export function leaveFrameOnNavigation(ownDialog: string | null): () => void {
  onSignOut(clearPrepared);
  onSignOut(deleteTyped);
  // The code is spent when the user comes back.
  window.addEventListener('pagehide', clearPrepared);
  const follow = (event: WindowEventMap[typeof navigateEvent]) => {
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    // The sign-in page of the site would not find what a sign-up here has left for it.
    const isSignIn = event.detail.path.startsWith(signInPage);
    const path = isSignIn ? signInDialog : event.detail.path;
    const [address = '', dialog] = path.split('#');
    const [pathname] = address.split('?');
    // A reload forgets an unfinished receipt and an open conversation, as leaving for /sair does.
    if (pathname === signOutPath) {
      void signOut().finally(() => window.location.reload());
      return;
    }
    if (dialog && `#${dialog}` !== ownDialog) return window.location.replace(`#${dialog}`);
    closeDialog();
    // The form may be far above the link. A dialog that closes gives the focus back first.
    if (dialog) setTimeout(focusOwnForm);
    const isHere = dialog || pathname === homePath || pathname === window.location.pathname;
    if (!isTaken && !isHere) void leave(path);
  };
  window.addEventListener(navigateEvent, follow);
  return () => window.removeEventListener(navigateEvent, follow);
}

function focusOwnForm(): void {
  document.querySelector<HTMLElement>('main .when-out input')?.focus();
}

/** Carries the session to the site, unless the page around the frame keeps the user. */
async function leave(path: string): Promise<void> {
  const now = environment().now().getTime();
  const url = new URL(path, window.location.origin);
  if (prepared?.path !== path || prepared.until <= now) {
    const address = await loginLink(path);
    // Without a code it is not used again: the next press may get one.
    const until = address.startsWith(oneTimeLoginPath) ? now + preparedForMs : now;
    prepared = { path, address, until };
  }
  const { address } = prepared;
  const detail: WindowEventMap[typeof leaveFrameEvent]['detail'] = {
    url: url.origin + url.pathname,
  };
  window.dispatchEvent(new CustomEvent(leaveFrameEvent, { detail }));
  if ((await detail.isAllowed) === false) return;
  if (isInTestMode()) return sayNext(url.pathname);
  leaveFrame(new URL(address, url).href);
}

function isInTestMode(): boolean {
  return document.documentElement.dataset.mode === 'test';
}

/** In test mode nothing was sent, so this only says where it would lead. */
function sayNext(path: string): void {
  document.querySelector('.test-mode [role=status]')?.replaceChildren(testMode.next(path));
}

/** Browsers may forbid a frame to navigate its page, but let a press open a tab. A sandbox may not. */
function leaveFrame(address: string): void {
  try {
    (window.top ?? window).location.href = address;
  } catch {
    if (window.open(address)) return void clearPrepared();
    const site = `${window.location.origin}/`;
    // Where the button was pressed, not in the navigation above it.
    const parent = document.querySelector('main .when-in') ?? document.querySelector('.when-in');
    const message = parent?.querySelector('[role=alert]') ?? document.createElement('p');
    message.role = 'alert';
    message.textContent = stuck.text + site;
    parent?.append(message);
    console.warn(`promo: ${stuck.sentence} ${site}widgets#PAGE_SANDBOXED`);
  }
}

function closeDialog(): void {
  const { pathname, search, hash } = window.location;
  if (hash === '') return;
  window.history.replaceState(null, '', pathname + search);
  window.dispatchEvent(new Event('hashchange'));
}

/** Pages for signed-in users. Texts open in a new tab by `<base target>`. */
const personalPaths = new Set([
  newReceiptPath,
  myReceiptsPath,
  redeemPath,
  myRedemptionsPath,
  profilePath,
  signOutPath,
]);

export function followLinks(): () => void {
  document.addEventListener('click', followLink);
  return () => document.removeEventListener('click', followLink);
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain || event.defaultPrevented || link.hasAttribute('target')) return;
  const { origin, pathname } = window.location;
  if (link.origin !== origin) return;
  const isInPlace = link.hash !== '' && (link.pathname === homePath || link.pathname === pathname);
  const isPersonal = personalPaths.has(link.pathname) && $session.get().state === 'signed-in';
  if (!isInPlace && !isPersonal) return;
  event.preventDefault();
  environment().navigate(isInPlace ? link.hash : link.pathname + link.hash);
}

export function correctClockIfOver(): void {
  if (isClosed()) correctClock().catch(environment().report);
}
