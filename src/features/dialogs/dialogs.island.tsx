import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { environment, isBeforeOpening, isClosed, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import {
  campaignOverDialog,
  contactDialog,
  createPasswordDialog,
  erasedDialog,
  forgotPasswordDialog,
  homeAfterSharing,
  homePath,
  homeSignUp,
  newReceiptPath,
  overThisPage,
  photoFirstDialog,
  privacyPath,
  regulationPath,
  signInDialog,
  signUpDialog,
  signUpPollDialog,
} from '../../paths.ts';
import { wantedKey } from '../../storage-keys.ts';

type DialogView = ComponentType<{ site: SiteProps; onClose: () => void }>;

/** Each dialog is a separate script; null when there is nothing to show. */
type LoadDialog = () => Promise<DialogView | null>;

type AddressAction =
  | { kind: 'none' }
  | { kind: 'open'; load: LoadDialog }
  | { kind: 'redirect'; to: string }
  | { kind: 'close' };

const dialogs: Readonly<Record<string, LoadDialog>> = {
  [signInDialog]: () =>
    import('../sign-in/sign-in-dialog.tsx').then((module) => module.SignInDialog),
  [forgotPasswordDialog]: () =>
    import('../password/reset-dialog.tsx').then((module) => module.ForgotPasswordDialog),
  [createPasswordDialog]: () =>
    import('../password/reset-dialog.tsx').then((module) => module.CreatePasswordDialog),
  [photoFirstDialog]: () =>
    import('../receipts/photo-first/photo-first-dialog.tsx').then(
      (module) => module.PhotoFirstDialog,
    ),
  [signUpDialog]: () =>
    import('../sign-up/wizard-dialog.tsx').then((module) => module.WizardDialog),
  [signUpPollDialog]: () =>
    import('../polls/poll-dialog.tsx').then((module) => module.openSignUpPoll()),
  [contactDialog]: () =>
    import('../support/contact-dialog.tsx').then((module) => module.ContactDialog),
  [erasedDialog]: () => import('./notice-dialogs.tsx').then((module) => module.ErasedDialog),
  [campaignOverDialog]: () =>
    import('./notice-dialogs.tsx').then((module) => module.CampaignOverDialog),
};

const loadNoSignUp = () =>
  import('../sign-up/wizard-dialog.tsx').then((module) => module.NoSignUpDialog);
const loadNoSignIn = () =>
  import('../sign-in/sign-in-dialog.tsx').then((module) => module.NoSignInDialog);

const signInDialogs = [signInDialog, forgotPasswordDialog, createPasswordDialog];
const dialogsAfterStart = [
  ...signInDialogs,
  photoFirstDialog,
  signUpDialog,
  signUpPollDialog,
  campaignOverDialog,
];

/** Includes closed and switched-off journeys, since old links may still lead to them. */
export function actionFor(hash: string): AddressAction {
  const dialog = homePath + hash;
  if (isBeforeOpening())
    return dialogsAfterStart.includes(dialog) ? { kind: 'close' } : ownDialog(dialog);
  const overNotice = { kind: 'redirect', to: overThisPage(campaignOverDialog) } as const;
  if (hash === '' && cameAfterEnd()) return overNotice;
  const { login, registration } = environment().site.hotsite;
  // The home page has the block of this name only while people may register.
  const isSignUp = dialog === signUpDialog || (hash === homeSignUp && !registration.enabled);
  if ((isSignUp || dialog === photoFirstDialog) && isClosed()) return overNotice;
  if (isSignUp && !registration.enabled) return { kind: 'open', load: loadNoSignUp };
  if (signInDialogs.includes(dialog) && !login.enabled) return { kind: 'open', load: loadNoSignIn };
  return ownDialog(dialog);
}

/** Whether the user was sent home because the promotion is over; true only once. */
function cameAfterEnd(): boolean {
  const { drafts } = environment();
  if (!isClosed() || drafts.get(wantedKey) !== newReceiptPath) return false;
  // Not by session.store.ts, which the home page does not load.
  drafts.remove(wantedKey);
  return true;
}

function ownDialog(dialog: string): AddressAction {
  const load = dialogs[dialog];
  return load ? { kind: 'open', load } : { kind: 'none' };
}

export function Dialogs({ site }: { site: SiteProps }) {
  startSite(site);
  const [open, setOpen] = useState<{ View: DialogView } | null>(null);

  const close = useCallback(() => {
    leaveFragment();
    setOpen(null);
  }, []);

  useEffect(() => followAddress((View) => setOpen(View && { View })), []);
  useEffect(followSession, []);

  const [textDialog, setTextDialog] = useState<ReactNode>(null);
  useEffect(() => openTextsInPlace(setTextDialog), []);

  return (
    <>
      {open && <open.View site={site} onClose={close} />}
      {textDialog}
    </>
  );
}

function leaveFragment(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', pathname + search);
}

/** Shows the dialog that the address names, now and at each change of its fragment. */
function followAddress(show: (View: DialogView | null) => void): () => void {
  // The page that takes a shared file has sent its user home to sign in.
  const { href } = window.location;
  if (href.endsWith(homeAfterSharing)) window.history.replaceState(null, '', signInDialog);
  let pauseMs = 0;
  function tryAgain(failure: unknown) {
    environment().report(failure);
    pauseMs += 500;
    setTimeout(openAddressedDialog, pauseMs);
    // The page's first script counts it, and in the end loads the page anew.
    window.dispatchEvent(new Event('astro:hydration-error'));
    return null;
  }
  async function openAddressedDialog() {
    const { hash } = window.location;
    const action = actionFor(hash);
    if (action.kind === 'redirect') return environment().navigate(action.to, 'replace');
    if (action.kind === 'close') {
      leaveFragment();
      return show(null);
    }
    const View = action.kind === 'open' ? await action.load().catch(tryAgain) : null;
    if (hash === window.location.hash) show(View);
  }
  // A browser that finds no element of a fragment's name takes the focus away from its link.
  function openInPlace(event: MouseEvent) {
    const { href } = window.location;
    const link = pressedLink(event, '[href*="#"]');
    if (!link || link.href.split('#')[0] !== href.split('#')[0]) return;
    if (actionFor(link.hash).kind !== 'open') return;
    event.preventDefault();
    if (link.href !== href) window.history.pushState(null, '', link.hash);
    void openAddressedDialog();
  }
  void openAddressedDialog();
  window.addEventListener('hashchange', openAddressedDialog);
  // A frame follows its links by itself, without entries in the history of the page around it.
  if (window.top === window) document.addEventListener('click', openInPlace);
  return () => {
    window.removeEventListener('hashchange', openAddressedDialog);
    document.removeEventListener('click', openInPlace);
  };
}

/** Shows texts over the form; without scripts, and in a frame, links open a tab instead. */
function openTextsInPlace(show: (dialog: ReactNode) => void) {
  if (window.top !== window) return;
  function openText(event: MouseEvent) {
    const link = pressedLink(event, '.accepted-texts a');
    if (!link || !isOwnText(link)) return;
    event.preventDefault();
    const { href, pathname } = link;
    import('./accepted-text-dialog.tsx')
      .then(({ AcceptedTextDialog }) =>
        show(<AcceptedTextDialog path={pathname} onClose={() => show(null)} />),
      )
      .catch(() => window.open(href, '_blank', 'noopener'));
  }
  document.addEventListener('click', openText);
  return () => document.removeEventListener('click', openText);
}

function pressedLink(
  { target, ctrlKey, metaKey, shiftKey }: MouseEvent,
  selector: string,
): HTMLAnchorElement | null {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  return target.closest<HTMLAnchorElement>(selector);
}

/** Content pages need the session only once the user signs in, on any page or in another tab. */
function followSession() {
  const follow = () => void import('../session/follow-session.ts').catch(environment().report);
  const followIfIn = () => document.documentElement.dataset.session === 'in' && follow();
  followIfIn();
  window.addEventListener('storage', follow);
  window.addEventListener('pageshow', followIfIn);
  return () => {
    window.removeEventListener('storage', follow);
    window.removeEventListener('pageshow', followIfIn);
  };
}

/** A campaign's privacy policy may be on another site. */
function isOwnText({ origin, pathname }: HTMLAnchorElement): boolean {
  return origin === window.location.origin && [regulationPath, privacyPath].includes(pathname);
}
