import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Id } from '../../contract/primitives.ts';
import type { Receipt } from '../../contract/receipts.ts';
import { isClosed } from '../../environment.ts';
import type { NextStep } from '../../rules/moderation-reasons.ts';
import { type AdvisedReceipt, receiptAdvice } from '../../rules/receipt-advice.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading, NotLoaded } from '../../ui/status.tsx';
import { receiptDetails } from './rewards.store.ts';
import { CouponChip, EngineResults } from './rewards.tsx';

interface ReceiptResultDialogProps {
  campaign: Campaign;
  couponId: Id;
  onClose: () => void;
}

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

interface DetailsAnswerProps {
  details: ReturnType<typeof receiptDetails>;
  children: (receipt: Receipt) => ReactNode;
}

export function DetailsAnswer({ details, children }: DetailsAnswerProps) {
  const answer = useStore(details.$state);
  switch (answer.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <NotLoaded lines={answer.lines} onRetry={details.load} />;
    case 'known':
      return children(answer.value);
    default:
      return answer satisfies never;
  }
}

interface ReceiptAdviceProps {
  receipt: AdvisedReceipt;
  children?: ReactNode;
}

export function ReceiptAdvice({ receipt, children }: ReceiptAdviceProps) {
  const advice = receiptAdvice(receipt, { isOver: isClosed() });
  if (!advice) return null;
  return (
    <div className={receipt.status === 'REJECTED' ? 'receipt-reason' : 'receipt-note'}>
      <p>{advice.text}</p>
      {advice.next && <Next step={advice.next} />}
      {children}
    </div>
  );
}

function Next({ step }: { step: NextStep }) {
  return step === 'ANOTHER_RECEIPT' ? (
    <p>
      Você pode <a href="/nova-nota">cadastrar a nota de outra compra</a>.
    </p>
  ) : (
    <p>
      Guarde a nota original e, em caso de dúvida, <a href="#fale-conosco">fale conosco</a>.
    </p>
  );
}
