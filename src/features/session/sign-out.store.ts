import { atom } from 'nanostores';
import { timeoutAfter } from '../../client/call.ts';
import { environment } from '../../environment.ts';
import { homePath } from '../../paths.ts';
import { isSignedIn, signOut } from './session.store.ts';

type SignOutStep = { step: 'leaving' } | { step: 'asking' } | { step: 'out' };

/** `out`: the session has ended, but the home page cannot be reached. */
export const $signOut = atom<SignOutStep>({ step: 'leaving' });

/** A browser may load a page early that its user then does not open. */
export function startSignOutWhenSeen(): void {
  $signOut.set({ step: 'leaving' });
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', startSignOut);
  else startSignOut();
}

/** Asks first if a link from another site led here: that could sign out anyone, or destroy drafts. */
function startSignOut(): void {
  if (!isFromAnotherSite()) void leave();
  else if (isSignedIn()) $signOut.set({ step: 'asking' });
  else environment().navigate(homePath, 'replace');
}

/** An address that was typed has no referrer, nor have links under some hosts' policies. */
function isFromAnotherSite(): boolean {
  const { referrer } = document;
  return referrer !== '' && !referrer.startsWith(`${window.location.origin}/`);
}

/** Ends the session, and leads home if there is a network. */
export async function leave(): Promise<void> {
  $signOut.set({ step: 'leaving' });
  const [canOpen] = await Promise.all([canOpenHome(), signOut()]);
  if (canOpen) environment().navigate(homePath, 'replace');
  else $signOut.set({ step: 'out' });
}

const homeTimeoutMs = 5_000;

/** Asks the network, because a device with Wi-Fi alone calls itself online. */
async function canOpenHome(): Promise<boolean> {
  const { signal, release } = timeoutAfter(homeTimeoutMs);
  const { ok } = await environment()
    .fetch(homePath, { method: 'HEAD', signal })
    .catch(() => ({ ok: false }));
  release();
  return ok;
}
