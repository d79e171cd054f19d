import { useStore } from '@nanostores/react';
import { memo, type ReactNode, useEffect, useState } from 'react';
import type { Campaign } from '../../../contract/campaign.ts';
import type { Id } from '../../../contract/primitives.ts';
import type { Receipt } from '../../../contract/receipts.ts';
import { mascotPath } from '../../../paths.ts';
import { formatDate, formatDateTime } from '../../../rules/dates.ts';
import { taxOfficeLabel } from '../../../rules/labels.ts';
import { notices } from '../../../rules/messages.ts';
import { formatReais } from '../../../rules/money.ts';
import { receiptViolationMessage } from '../../../rules/receipt-messages.ts';
import { canReplaceImage } from '../../../rules/receipt-status.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LiveRegion, Loading, NotLoaded } from '../../../ui/loading.tsx';
import { EarningDrawing } from '../drawings.tsx';
import { acceptedPictures, FileButton } from '../file/file-picker.tsx';
import { showIdentifier } from '../form/receipt-values.ts';
import {
  earnings,
  isWon,
  type ReceiptsTotal,
  receiptDetails,
  receiptsTotal,
  wonPrizes,
} from '../result/engine-results.store.ts';
import { PrizePanel, ReceiptChip } from '../result/engine-results.tsx';
import { DetailsAnswer, ReceiptAdvice, ReceiptResultDialog } from '../result/result-dialog.tsx';
import { $imageReplacement, receiptPictures, replaceImage } from './my-receipts.store.ts';

interface ReceiptCardProps {
  campaign: Campaign;
  receipt: Receipt;
  number: number;
}

/** Rerendered only when its receipt changes: there may be hundreds of cards. */
export const ReceiptCard = memo(function ReceiptCard({
  campaign,
  receipt,
  number,
}: ReceiptCardProps) {
  const [open, setOpen] = useState<'picture' | 'result' | null>(null);
  const close = () => setOpen(null);
  const title = `Nota ${number}`;
  const titleId = receiptTitleId(receipt.id);
  const won = wonPrizes(receipt);
  const engineOrders = receipt.engineOrders.filter((order) => !isWon(order, receipt.status));
  const earned = earnings({ ...receipt, engineOrders }, campaign);
  return (
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
      <ReceiptAdvice receipt={receipt}>
        {canReplaceImage(receipt) && <ReplaceImage receiptId={receipt.id} />}
      </ReceiptAdvice>
      {earned.length > 0 && (
        <ul className="receipt-earned">
          {earned.map(({ id, kind, text }) => (
            <li key={id}>
              <EarningDrawing kind={kind} />
              {text}
            </li>
          ))}
        </ul>
      )}
      <div className="receipt-actions">
        <button type="button" className="button-link" onClick={() => setOpen('picture')}>
          Ver nota<span className="visually-hidden"> {number}</span>
        </button>
        <button type="button" className="button-link" onClick={() => setOpen('result')}>
          Resultado<span className="visually-hidden"> da nota {number}</span>
        </button>
      </div>
      {open === 'picture' && (
        <ReceiptPictureDialog receiptId={receipt.id} title={title} onClose={close} />
      )}
      {open === 'result' && (
        <ReceiptResultDialog campaign={campaign} receiptId={receipt.id} onClose={close} />
      )}
    </article>
  );
});

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

/** In milliseconds. The file's address is valid for 5 minutes; we get a new one earlier. */
const freshFor = 4 * 60_000;

function ReceiptPictureDialog({ receiptId, title, onClose }: ReceiptPictureDialogProps) {
  const [details] = useState(() => receiptDetails(receiptId));
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

interface ReceiptsSumProps {
  receipts: readonly Receipt[];
  /** Stands under the count of lucky numbers. */
  children?: ReactNode;
}

export function ReceiptsSum({ receipts, children }: ReceiptsSumProps) {
  const total = receiptsTotal(receipts);
  const won = total.prizes + total.likely;
  return (
    <section className="receipts-sum" aria-label="Até agora">
      <div className="sum-said">
        <dl>
          <Figure count={total.numbers} name={['número da sorte', 'números da sorte']}>
            {children}
          </Figure>
          {won > 0 && <Figure count={won} name={prizeName(total)} look="sum-prize" />}
          {total.waiting > 0 && (
            <Figure count={total.waiting} name={['nota em conferência', 'notas em conferência']} />
          )}
        </dl>
      </div>
      <img
        src={mascotPath(won > 0 ? 'comemora' : 'le')}
        width="320"
        height="300"
        alt=""
        loading="lazy"
      />
    </section>
  );
}

function prizeName({ prizes }: ReceiptsTotal): [string, string] {
  return prizes > 0
    ? ['prêmio na hora', 'prêmios na hora']
    : ['provável prêmio na hora', 'prováveis prêmios na hora'];
}

interface FigureProps {
  count: number;
  name: [one: string, many: string];
  look?: string;
  children?: ReactNode;
}

/** In a `dl` the name goes first; on the screen the figure does. */
function Figure({ count, name: [one, many], look, children }: FigureProps) {
  return (
    <div className={look}>
      <dt>{count === 1 ? one : many}</dt>
      <dd>{count}</dd>
      {children && <dd>{children}</dd>}
    </div>
  );
}
