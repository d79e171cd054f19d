import type { EngineOrder } from '../../contract/receipts.ts';
import type { SiteProps } from '../../environment.ts';
import { notices } from '../../rules/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AfterReceiptLink } from './after-receipt-link.tsx';
import { SmilingReceipt, WonGift } from './drawings.tsx';
import { engineResult } from './engine-result.ts';
import { EngineResults } from './engine-results.tsx';
import type { SavedReceipt } from './new-receipt.store.ts';

interface SavedReceiptDialogProps {
  site: SiteProps;
  receipt: SavedReceipt;
  onClose: () => void;
}

/** REC-22: what the receipt brought, engine by engine. */
export function SavedReceiptDialog({ site, receipt, onClose }: SavedReceiptDialogProps) {
  const { status, engineOrders } = receipt;
  const isWon = (order: EngineOrder) => engineResult(order, status).kind === 'prize';
  const orders = [...engineOrders].sort((one, other) => Number(isWon(other)) - Number(isWon(one)));
  return (
    <Dialog
      title={notices.receiptSaved}
      look="dialog-centred"
      id="resultado"
      cross={false}
      onClose={onClose}
    >
      <div className="result">
        {engineOrders.some(isWon) ? <WonGift /> : <SmilingReceipt />}
        <EngineResults campaign={site.campaign} couponStatus={status} orders={orders} />
        <p>Guarde a nota original</p>
        <AfterReceiptLink campaign={site.campaign} />
        <button type="button" className="button button-wide" onClick={onClose}>
          Fechar
        </button>
      </div>
    </Dialog>
  );
}
