import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useLayoutEffect } from 'react';
import { isClosed, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { navigateEvent } from '../../page-events.ts';
import { myReceiptsPath, newReceiptPath } from '../../paths.ts';
import { focusFirstShown } from '../../ui/outcome.tsx';
import { $session, onSignOut } from '../session/session.store.ts';
import { MyReceipts, Outbox, ReceiptsBar } from './mine/my-receipts.island.tsx';
import { NewReceipt } from './new-receipt.island.tsx';
import { $newReceipt, clearReceipt, isIdle } from './new-receipt.store.ts';

/** New receipt and my receipts, framed in another site's page, for a signed-in user. */
export function ReceiptsWidget({ site }: { site: SiteProps }) {
  startSite(site);
  const session = useStore($session, { ssr: 'initial' });
  const view = useStore($widgetView, { ssr: 'initial' });
  const newReceipt = useStore($newReceipt, { ssr: 'initial' });
  useEffect(switchViewOnNavigate, []);
  useLayoutEffect(() => focusNewView(view), [view]);
  // An unfinished receipt stays until its user signs in again.
  if (session.state !== 'signed-in' && isIdle(newReceipt)) return null;
  if (view === 'new') {
    return (
      <>
        <nav className="page page-narrow" aria-label="Notas">
          <a className="back-link" href={myReceiptsPath}>
            Minhas notas
          </a>
        </nav>
        <NewReceipt site={site} />
      </>
    );
  }
  return (
    <div className="page page-receipts">
      <ReceiptsBar site={site} />
      <Outbox site={site} />
      <MyReceipts site={site} />
    </div>
  );
}

const $widgetView = atom<'new' | 'mine'>('new');

const views: Readonly<Record<string, 'new' | 'mine'>> = {
  '/': 'mine',
  [newReceiptPath]: 'new',
};

/** The view the user went to last; it takes over the focus. */
let viewToFocus: 'new' | 'mine' | null = null;

/** The embedding page scrolls the focused element into view. */
function focusNewView(view: 'new' | 'mine'): void {
  if (viewToFocus !== view) return;
  viewToFocus = null;
  focusFirstShown(document.querySelectorAll<HTMLElement>('h1, h2'));
}

/** Makes links to the two pages switch the view in place. @returns a function that ends that */
function switchViewOnNavigate(): () => void {
  const switchView = (event: WindowEventMap[typeof navigateEvent]) => {
    const [pathname = ''] = event.detail.path.split('#');
    const view = pathname === myReceiptsPath ? 'mine' : views[event.detail.path];
    if (!view) return;
    event.preventDefault();
    viewToFocus = view;
    if ($newReceipt.get().step === 'saved') clearReceipt();
    $widgetView.set(isClosed() ? 'mine' : view);
  };
  if (isClosed()) $widgetView.set('mine');
  onSignOut(() => $widgetView.set('new'));
  // In the capture phase: before the listener that leaves the page.
  window.addEventListener(navigateEvent, switchView, true);
  return () => window.removeEventListener(navigateEvent, switchView, true);
}
