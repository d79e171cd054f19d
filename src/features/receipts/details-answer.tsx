import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Coupon } from '../../contract/receipts.ts';
import type { DetailsOfReceipt } from './receipt-details.store.ts';

interface DetailsAnswerProps {
  details: DetailsOfReceipt;
  children: (receipt: Coupon) => ReactNode;
}

/** A dialog's content while its receipt is asked for, when it does not come, and when it is there. */
export function DetailsAnswer({ details, children }: DetailsAnswerProps) {
  const answer = useStore(details.$details);
  switch (answer.state) {
    case 'loading':
      return (
        <p className="loading" role="status">
          Carregando…
        </p>
      );
    case 'failed':
      return (
        <>
          <p className="message message-danger" role="alert">
            {answer.lines.join(' ')}
          </p>
          <button type="button" className="button" onClick={details.load}>
            Tentar de novo
          </button>
        </>
      );
    case 'known':
      return children(answer.receipt);
    default:
      return answer satisfies never;
  }
}
