import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { isClosed, type SiteProps, startSite } from '../../environment.ts';
import { useHydrated } from '../../ui/hydrated.ts';
import { NotLoaded } from '../../ui/waiting.tsx';
import { AfterReceiptLink } from './after-receipt-link.tsx';
import { SmilingReceipt } from './drawings.tsx';
import { LuckyNumbersDialog } from './lucky-numbers-dialog.tsx';
import { $myReceipts, retryReceipts, startMyReceipts } from './my-receipts.store.ts';
import { ReceiptCards, ReceiptCardsToCome } from './receipt-cards.tsx';

/** The page `/minhas-notas`. */
export function MyReceipts({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startMyReceipts, []);
  const { campaign } = site;
  return (
    <div className="page">
      <div className="page-bar">
        <h1 className="page-title">Minhas notas</h1>
        <div className="page-actions">
          {campaign.engines.some(({ type }) => type === 'DRAW') && <LuckyNumbersButton />}
          <NewReceiptLink className="button button-small">Nova nota</NewReceiptLink>
        </div>
      </div>
      <AfterReceiptLink campaign={campaign} />
      <Receipts site={site} />
    </div>
  );
}

function Receipts({ site }: { site: SiteProps }) {
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
        <ReceiptCards campaign={site.campaign} receipts={list.receipts} />
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

/** PHASE-11: once the promotion is over it leads to the closed dialog. */
function NewReceiptLink({ className, children }: { className?: string; children: string }) {
  const locked = useHydrated() && isClosed();
  return (
    <a className={className} href={locked ? '#encerrada' : '/nova-nota'}>
      {children}
    </a>
  );
}

function LuckyNumbersButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-small button-secondary"
        onClick={() => setOpen(true)}
      >
        Números da sorte
      </button>
      {open && <LuckyNumbersDialog onClose={() => setOpen(false)} />}
    </>
  );
}
