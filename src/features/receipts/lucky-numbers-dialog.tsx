import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading, NotLoaded } from '../../ui/waiting.tsx';
import { $luckyNumbers, loadLuckyNumbers } from './lucky-numbers.store.ts';
import { NumbersCount, Tickets } from './tickets.tsx';

/** MYREC-07: every number of the person, of all receipts. */
export function LuckyNumbersDialog({ onClose }: { onClose: () => void }) {
  useEffect(() => void loadLuckyNumbers(), []);
  return (
    <Dialog title="Números da sorte" id="numeros" look="dialog-centred" onClose={onClose}>
      <AllNumbers />
    </Dialog>
  );
}

function AllNumbers() {
  const list = useStore($luckyNumbers);
  switch (list.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <NotLoaded lines={list.lines} onRetry={loadLuckyNumbers} />;
    case 'listed':
      return list.numbers.length === 0 ? (
        <p>Você ainda não possui números da sorte</p>
      ) : (
        <>
          <NumbersCount numbers={list.numbers} />
          <Tickets numbers={list.numbers} />
        </>
      );
    default:
      return list satisfies never;
  }
}
