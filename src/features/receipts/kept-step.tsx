import { useStore } from '@nanostores/react';
import { FilePicker } from './file-picker.tsx';
import { chooseFile } from './new-receipt.store.ts';
import { keptText } from './new-receipt-text.ts';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { $outbox } from './waiting-receipts.store.ts';

/** The receipt waits on the device; the next one may come. */
export function KeptStep({ lines }: { lines: readonly string[] }) {
  const arrival = useArrivalFocus<HTMLParagraphElement>();
  const isOwed = useStore($outbox).some(({ state }) => state === 'waiting' || state === 'sending');
  return (
    <>
      {isOwed && (
        <p className="message message-info" tabIndex={-1} ref={arrival}>
          {keptText(lines)}
        </p>
      )}
      <FilePicker title="Envie a foto da próxima nota" violation={null} onFile={chooseFile} />
    </>
  );
}
