import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { NotLoaded } from '../../ui/waiting.tsx';
import { SmilingReceipt } from './drawings.tsx';
import { $myReceipts, retryReceipts, startMyReceipts } from './my-receipts.store.ts';
import { NewReceiptLink } from './new-receipt-link.tsx';
import { ReceiptCards, ReceiptCardsToCome } from './receipt-cards.tsx';
import { ImageSent } from './replace-image.tsx';

// The page's three islands are one file to fetch.
export { ReceiptsBar } from './receipts-bar.tsx';
export { WaitingReceipts } from './waiting-receipts.tsx';

/** The receipts of the page `/minhas-notas`. */
export function MyReceipts({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startMyReceipts, []);
  const list = useStore($myReceipts);
  switch (list.state) {
    case 'loading':
      return <ReceiptCardsToCome />;
    case 'failed':
      return (
        <section className="panel">
          <NotLoaded lines={list.lines} onRetry={retryReceipts} />
        </section>
      );
    case 'listed':
      return list.receipts.length === 0 ? (
        <NoReceipts />
      ) : (
        <>
          <ReceiptCards campaign={site.campaign} receipts={list.receipts} />
          <ImageSent />
        </>
      );
    default:
      return list satisfies never;
  }
}

/** MYREC-04. */
function NoReceipts() {
  return (
    <section className="empty-state">
      <SmilingReceipt />
      <p>
        Você não possui nenhuma nota cadastrada ainda,{' '}
        <NewReceiptLink>cadastre agora mesmo!</NewReceiptLink>
      </p>
    </section>
  );
}
