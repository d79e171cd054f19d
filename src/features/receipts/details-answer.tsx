import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Receipt } from '../../contract/receipts.ts';
import { Loading, NotLoaded } from '../../ui/waiting.tsx';
import type { DetailsOfReceipt } from './receipt-details.store.ts';

interface DetailsAnswerProps {
  details: DetailsOfReceipt;
  children: (receipt: Receipt) => ReactNode;
}

/** A dialog's content while its receipt is asked for, when it does not come, and when it is there. */
export function DetailsAnswer({ details, children }: DetailsAnswerProps) {
  const answer = useStore(details.$details);
  switch (answer.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <NotLoaded lines={answer.lines} onRetry={details.load} />;
    case 'known':
      return children(answer.receipt);
    default:
      return answer satisfies never;
  }
}
