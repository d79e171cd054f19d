import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useLayoutEffect } from 'react';
import { isClosed, type ReceiptSite } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { navigateEvent } from '../../page-events.ts';
import { homePath, myReceiptsPath, newReceiptPath } from '../../paths.ts';
import { focusFirstShown } from '../../ui/focus.ts';
import { $session, onSignOut } from '../session/session.store.ts';
import { MyReceipts, Outbox, ReceiptsBar } from './mine/my-receipts.island.tsx';
import { NewReceipt } from './new-receipt.island.tsx';
import { $newReceipt, abandonReceipt, isIdle } from './new-receipt.store.ts';

/** New receipt and my receipts, framed in an embedder's page, for a signed-in user. */
export function FramedReceipts({ site }: { site: ReceiptSite }) {
  startSite(site);
  const session = useStore($session, { ssr: 'initial' });
  const shown = useStore($framedView, { ssr: 'initial' });
  const newReceipt = useStore($newReceipt, { ssr: 'initial' });
  useEffect(switchViewOnNavigate, []);
  useLayoutEffect(() => focusNewView(shown), [shown]);
  // An unfinished receipt stays until its user signs in again.
  if (session.state !== 'signed-in' && isIdle(newReceipt)) return null;
  if (shown.view === 'new') {
    return <NewReceipt site={site} />;
  }
  return (
    <div className="page page-receipts">
      <ReceiptsBar site={site} />
      <Outbox site={site} />
      <MyReceipts site={site} />
    </div>
  );
}

interface FramedView {
  view: 'new' | 'mine';
  /** Whether the user went there, so that its title takes over the focus. */
  isEntered: boolean;
}

const $framedView = atom<FramedView>({ view: 'new', isEntered: false });

const views: Readonly<Record<string, FramedView['view']>> = {
  [homePath]: 'mine',
  [newReceiptPath]: 'new',
};

const beginning = (): FramedView => ({ view: isClosed() ? 'mine' : 'new', isEntered: false });

/** The embedder's page scrolls the focused element into view. */
function focusNewView({ isEntered }: FramedView): void {
  if (isEntered) focusFirstShown(document.querySelectorAll<HTMLElement>('h1, h2'));
}

/** Makes links to the two pages switch the view in place. @returns a function that ends that */
function switchViewOnNavigate(): () => void {
  const switchView = (event: WindowEventMap[typeof navigateEvent]) => {
    const [pathname = ''] = event.detail.path.split('#');
    const view = pathname === myReceiptsPath ? 'mine' : views[event.detail.path];
    if (!view) return;
    event.preventDefault();
    // It leads home from a session that has ended, perhaps in another tab: nothing was pressed here.
    if ($session.get().state !== 'signed-in') return;
    if ($newReceipt.get().step === 'saved') abandonReceipt();
    $framedView.set({ view: isClosed() ? 'mine' : view, isEntered: true });
  };
  if (isClosed()) $framedView.set(beginning());
  const stopForgetting = onSignOut(() => $framedView.set(beginning()));
  // In the capture phase: before the listener that leaves the page.
  window.addEventListener(navigateEvent, switchView, true);
  return () => {
    stopForgetting();
    window.removeEventListener(navigateEvent, switchView, true);
  };
}
