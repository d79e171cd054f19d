import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { $session } from '../session/session.store.ts';
import { MyReceipts, ReceiptsBar, WaitingReceipts } from './my-receipts.island.tsx';
import { NewReceipt } from './new-receipt.island.tsx';
import { $newReceipt } from './new-receipt.store.ts';
import { $receiptsView, switchViewOnNavigate } from './receipts-view.store.ts';

/** New receipt and my receipts on somebody else's page, of whoever is signed in. */
export function ReceiptsWidget({ site }: { site: SiteProps }) {
  startSite(site);
  const session = useStore($session, { ssr: 'initial' });
  const view = useStore($receiptsView, { ssr: 'initial' });
  const newReceipt = useStore($newReceipt, { ssr: 'initial' });
  useEffect(switchViewOnNavigate, []);
  // What was begun stays until its person is back.
  const isIdle = newReceipt.step === 'choosing';
  if (session.state !== 'signed-in' && isIdle) return null;
  if (view === 'new') {
    return (
      <>
        <nav className="page page-narrow" aria-label="Notas">
          <a className="back-link" href="/minhas-notas">
            Minhas notas
          </a>
        </nav>
        <NewReceipt site={site} />
      </>
    );
  }
  return (
    <div className="page">
      <ReceiptsBar site={site} />
      <WaitingReceipts site={site} />
      <MyReceipts site={site} />
    </div>
  );
}
