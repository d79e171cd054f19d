import { useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { AfterReceiptLink } from './after-receipt-link.tsx';
import { LuckyNumbersDialog } from './lucky-numbers-dialog.tsx';
import { NewReceiptLink } from './new-receipt-link.tsx';

/** The top of the page `/minhas-notas`: what can be done there, whatever receipts there are. */
export function ReceiptsBar({ site }: { site: SiteProps }) {
  startSite(site);
  const { campaign } = site;
  return (
    <>
      <div className="page-bar">
        <h1 className="page-title">Minhas notas</h1>
        <div className="page-actions">
          {campaign.engines.some(({ type }) => type === 'DRAW') && <LuckyNumbersButton />}
          <NewReceiptLink className="button button-small">Nova nota</NewReceiptLink>
        </div>
      </div>
      <AfterReceiptLink campaign={campaign} />
    </>
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
