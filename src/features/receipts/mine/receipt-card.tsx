import { useStore } from '@nanostores/react';
import { memo, useEffect, useState } from 'react';
import type { Id } from '../../../contract/primitives.ts';
import type { Receipt } from '../../../contract/receipts.ts';
import type { SiteProps } from '../../../environment.ts';
import { formatDate, formatDateTime } from '../../../rules/dates.ts';
import { awaitsModeration, taxOfficeLabel } from '../../../rules/labels.ts';
import { notices } from '../../../rules/messages.ts';
import { formatReais } from '../../../rules/money.ts';
import { showIdentifier } from '../../../rules/receipts/receipt-identity.ts';
import { receiptViolationMessage } from '../../../rules/receipts/receipt-messages.ts';
import { canReplaceImage } from '../../../rules/receipts/receipt-status.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LiveRegion, Loading, NotLoaded } from '../../../ui/loading.tsx';
import { EarningDrawing } from '../drawings.tsx';
import { acceptedPictures, FileButton } from '../file/file-picker.tsx';
import {
  drawDayText,
  earnings,
  isWon,
  receiptDetails,
  validNumbers,
  wonPrizes,
} from '../result/engine-results.store.ts';
import { PrizePanel } from '../result/engine-results.tsx';
import {
  DetailsAnswer,
  ReceiptAdvice,
  ReceiptChip,
  ReceiptResultDialog,
} from '../result/result-dialog.tsx';
import { $imageReplacement, receiptPictures, replaceImage } from './my-receipts.store.ts';
import { TicketGlimpse } from './number-wall.tsx';

interface ReceiptCardProps {
  site: SiteProps;
  receipt: Receipt;
  number: number;
}

/** Rerendered only when its receipt changes: there may be hundreds of cards. */
export const ReceiptCard = memo(function ReceiptCard({ site, receipt, number }: ReceiptCardProps) {
  const [open, setOpen] = useState<'picture' | 'result' | null>(null);
  const close = () => setOpen(null);
  const title = `Nota ${number}`;
  const titleId = receiptTitleId(receipt.id);
  const won = wonPrizes(receipt);
  return (
    <>
      <article
        className={`receipt-card ${won.length > 0 ? 'receipt-card-won' : ''}`.trim()}
        aria-labelledby={titleId}
      >
        {won.map((prize) => (
          <PrizePanel {...prize} key={prize.campaignPrizeId} />
        ))}
        <header>
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <ReceiptChip status={receipt.status} />
        </header>
        <Earned site={site} receipt={receipt} />
        <ReceiptAdvice receipt={receipt} place="card">
          {canReplaceImage(receipt) && <ReplaceImage receiptId={receipt.id} />}
        </ReceiptAdvice>
        <dl className="key-values">
          <Row name="Compra" value={formatDate(receipt.purchaseDate.slice(0, 10))} />
          <Row name="Envio" value={formatDateTime(receipt.createdAt)} />
          {receipt.taxOffice && <Row name="Sefaz" value={taxOfficeLabel(receipt.taxOffice)} />}
        </dl>
        <details className="fold receipt-key">
          <summary>Código da nota</summary>
          <p>{showIdentifier(receipt.identifier)}</p>
        </details>
        <p className="receipt-total">
          Total <b>{formatReais(receipt.totalAmount)}</b>
        </p>
        <div className="receipt-actions">
          <button type="button" className="button-link" onClick={() => setOpen('picture')}>
            Ver nota<span className="visually-hidden"> {number}</span>
          </button>
          <button
            type="button"
            className="button button-small button-secondary"
            onClick={() => setOpen('result')}
          >
            <span>
              Resultado<span className="visually-hidden"> da nota {number}</span>
            </span>
          </button>
        </div>
      </article>
      {open === 'picture' && (
        <ReceiptPictureDialog receiptId={receipt.id} title={title} onClose={close} />
      )}
      {open === 'result' && (
        <ReceiptResultDialog site={site} receiptId={receipt.id} onClose={close} />
      )}
    </>
  );
});

/** What the receipt earned beside its prize, and what that waits for. */
function Earned({ site, receipt }: Omit<ReceiptCardProps, 'number'>) {
  const engineOrders = receipt.engineOrders.filter((order) => !isWon(order, receipt.status));
  const earned = earnings({ ...receipt, engineOrders }, site.campaign);
  const numbers = validNumbers([receipt]).toReversed();
  const wait = waitingText(receipt, site);
  if (earned.length === 0) return null;
  return (
    <div className="receipt-earned">
      <ul>
        {earned.map(({ id, kind, text }) => (
          <li key={id}>
            <EarningDrawing kind={kind} />
            {text}
          </li>
        ))}
      </ul>
      {numbers.length > 0 && (
        <p className="receipt-tickets">
          <TicketGlimpse numbers={numbers} />
        </p>
      )}
      {wait && <p className="receipt-wait">{wait}</p>}
    </div>
  );
}

function waitingText(receipt: Receipt, { campaign }: SiteProps): string | null {
  const isUnchecked = receipt.engineOrders.some((order) => awaitsModeration(order, receipt.status));
  const hasNumbers = validNumbers([receipt]).length > 0;
  const day = hasNumbers ? drawDayText(campaign) : null;
  return [isUnchecked && 'Falta só conferirmos a nota.', day].filter(Boolean).join(' ') || null;
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function receiptTitleId(receiptId: Id): string {
  return `nota-${receiptId}`;
}

function ReplaceImage({ receiptId }: { receiptId: Id }) {
  const replacement = useStore($imageReplacement);
  const own = replacement.state !== 'idle' && replacement.receiptId === receiptId;
  return (
    <>
      <FileButton
        className="button button-small"
        accept={acceptedPictures}
        busy={own && replacement.state === 'sending'}
        onFile={(file) => replaceImage(receiptId, file)}
      >
        Enviar nova nota
      </FileButton>
      {own && replacement.state === 'refused' && (
        <p className="field-error" role="alert">
          {receiptViolationMessage(replacement.violation)}
        </p>
      )}
    </>
  );
}

/** Says that a picture has arrived, and moves the focus to its card, whose button is gone. */
export function ImageSent() {
  const replacement = useStore($imageReplacement);
  const sent = replacement.state === 'sent' && replacement;
  useEffect(() => {
    if (sent) document.getElementById(receiptTitleId(sent.receiptId))?.focus();
  }, [sent]);
  return <LiveRegion text={sent ? notices.requestSent : ''} />;
}

interface ReceiptPictureDialogProps {
  receiptId: Id;
  title: string;
  onClose: () => void;
}

/** The file's address is valid for 5 minutes; we get a new one earlier. */
const freshMs = 4 * 60_000;

function ReceiptPictureDialog({ receiptId, title, onClose }: ReceiptPictureDialogProps) {
  const [details] = useState(() => receiptDetails(receiptId));
  useEffect(() => {
    void details.load();
    const renewal = setInterval(details.load, freshMs);
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

/** If the browser cannot show the file as a picture, it is a PDF. */
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
