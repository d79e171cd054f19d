import type { ReactNode } from 'react';
import { isClosed } from '../../environment.ts';
import { type AdvisedReceipt, receiptAdvice } from '../../rules/receipt-advice.ts';
import type { NextStep } from '../../rules/rejection.ts';

interface ReceiptAdviceProps {
  receipt: AdvisedReceipt;
  /** What the person can do about it here. */
  children?: ReactNode;
}

/** Why a receipt was refused, or what its status means, and what can be done now. */
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
