import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Id } from '../../contract/primitives.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading, NotLoaded } from '../../ui/waiting.tsx';
import { DetailsAnswer } from './details-answer.tsx';
import { receiptDetails } from './receipt-details.store.ts';
import { receiptPictures } from './receipt-pictures.store.ts';

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

interface SentReceiptProps {
  address: string;
  title: string;
}

/** What no browser shows as a picture is a PDF. */
function SentReceipt({ address, title }: SentReceiptProps) {
  const [first] = useState(address);
  const [shown, setShown] = useState(true);
  return (
    <>
      {shown ? (
        <Picture address={first} title={title} onError={() => setShown(false)} />
      ) : (
        <DrawnReceipt address={address} title={title} />
      )}
      <a className="button button-secondary" href={address} target="_blank" rel="noreferrer">
        {shown ? 'Abrir em outra guia' : 'Baixar o arquivo'}
      </a>
    </>
  );
}

function DrawnReceipt({ address, title }: SentReceiptProps) {
  const [first] = useState(address);
  const [pages] = useState(receiptPictures);
  useEffect(() => {
    void pages.load(first);
    return pages.release;
  }, [pages, first]);
  const drawn = useStore(pages.$pictures);
  switch (drawn.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <NotLoaded lines={drawn.lines} onRetry={() => pages.load(address)} />;
    case 'drawn':
      return drawn.addresses.map((each) => <Picture key={each} address={each} title={title} />);
    default:
      return drawn satisfies never;
  }
}

function Picture({ address, title, onError }: SentReceiptProps & { onError?: () => void }) {
  return (
    <figure className="receipt-picture">
      <img src={address} alt={`${title}, como foi enviada`} onError={onError} />
    </figure>
  );
}
