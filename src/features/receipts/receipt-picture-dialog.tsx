import { useEffect, useState } from 'react';
import type { Id } from '../../contract/primitives.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DetailsAnswer } from './details-answer.tsx';
import { receiptDetails } from './receipt-details.store.ts';

interface ReceiptPictureDialogProps {
  couponId: Id;
  title: string;
  onClose: () => void;
}

/** An address of the file is good for 5 minutes; a new one comes before. Milliseconds. */
const freshFor = 4 * 60_000;

/** MYREC-05: what was sent, a picture or a PDF. */
export function ReceiptPictureDialog({ couponId, title, onClose }: ReceiptPictureDialogProps) {
  const [details] = useState(() => receiptDetails(couponId));
  useEffect(() => {
    void details.load();
    const renewal = setInterval(details.load, freshFor);
    return () => clearInterval(renewal);
  }, [details]);
  return (
    <Dialog title={title} look="dialog-large" id="ver-nota" onClose={onClose}>
      <DetailsAnswer details={details}>
        {({ imageUrl }) => imageUrl && <SentReceipt address={imageUrl} title={title} />}
      </DetailsAnswer>
    </Dialog>
  );
}

/** What no browser shows as a picture is a PDF: a link away, never run in this page. */
function SentReceipt({ address, title }: { address: string; title: string }) {
  const [first] = useState(address);
  const [shown, setShown] = useState(true);
  return (
    <>
      {shown && (
        <figure className="receipt-picture">
          <img src={first} alt={`${title}, como foi enviada`} onError={() => setShown(false)} />
        </figure>
      )}
      <a className="button button-secondary" href={address} target="_blank" rel="noreferrer">
        {shown ? 'Abrir em outra guia' : 'Abrir o PDF da nota'}
      </a>
    </>
  );
}
