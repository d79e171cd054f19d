import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { loadReceipts } from './my-receipts.store.ts';
import { draftCorrection, receiptDraft } from './receipt-draft.ts';
import { WaitingList } from './waiting-list.tsx';
import { $outbox, type OutboxItem, startWaitingReceipts } from './waiting-receipts.store.ts';
import { waitingText } from './waiting-text.ts';

/** On `/minhas-notas`, above what the gateway has: what it does not have yet. */
export function WaitingReceipts({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startWaitingReceipts, []);
  const items = useStore($outbox);
  const sent = items.filter(({ state }) => state === 'sent').length;
  useEffect(() => {
    if (sent > 0) void loadReceipts();
  }, [sent]);
  return (
    <>
      <LiveRegion text={waitingText(items)} />
      {items.length > 0 && (
        <WaitingList site={site} onCorrect={receiptDraft.get() === null ? goAndCorrect : null} />
      )}
    </>
  );
}

function goAndCorrect(receipt: OutboxItem['receipt']): void {
  draftCorrection(receipt);
  environment().navigate('/nova-nota');
}
