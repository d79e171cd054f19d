import { useEffect, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Id } from '../../contract/primitives.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DetailsAnswer } from './details-answer.tsx';
import { EngineResults } from './engine-results.tsx';
import { ReceiptAdvice } from './receipt-advice.tsx';
import { receiptDetails } from './receipt-details.store.ts';
import { CouponChip } from './status-chip.tsx';

interface ReceiptResultDialogProps {
  campaign: Campaign;
  couponId: Id;
  onClose: () => void;
}

/** MYREC-06: the results of one receipt, as they stand now. */
export function ReceiptResultDialog({ campaign, couponId, onClose }: ReceiptResultDialogProps) {
  const [details] = useState(() => receiptDetails(couponId));
  useEffect(() => void details.load(), [details]);
  return (
    <Dialog title="Resultado" look="dialog-centred" id="resultado" onClose={onClose}>
      <DetailsAnswer details={details}>
        {(receipt) => (
          <div className="result">
            <p>
              <CouponChip status={receipt.status} />
            </p>
            <ReceiptAdvice receipt={receipt} />
            <EngineResults
              campaign={campaign}
              couponStatus={receipt.status}
              orders={receipt.engineOrders}
            />
          </div>
        )}
      </DetailsAnswer>
    </Dialog>
  );
}
