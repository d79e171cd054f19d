import { useStore } from '@nanostores/react';
import { memo, useLayoutEffect, useState } from 'react';
import type { ShownNumber } from '../../../contract/engines.ts';
import { type Id, isSameId } from '../../../contract/primitives.ts';
import type { Receipt } from '../../../contract/receipts.ts';
import type { SiteProps } from '../../../environment.ts';
import { receiptAnchor } from '../../../paths.ts';
import { formatDate, formatDateTime } from '../../../rules/dates.ts';
import { taxOfficeLabel } from '../../../rules/messages/labels.ts';
import { receiptViolationMessage } from '../../../rules/messages/receipt-messages.ts';
import { formatReais } from '../../../rules/money.ts';
import { showIdentifier } from '../../../rules/receipts/receipt-identity.ts';
import {
  canReplaceImage,
  receiptStage,
  rejectionOf,
} from '../../../rules/receipts/receipt-status.ts';
import { formatWhole } from '../../../rules/text.ts';
import { acceptedPictures, FileButton } from '../file/file-picker.tsx';
import {
  EarningDrawing,
  PhotoPair,
  ReceiptAdvice,
  ReceiptChip,
  ReceiptSign,
} from '../receipt-parts.tsx';
import {
  bringsPrize,
  deliveryTexts,
  earnings,
  earningsInLine,
  luckyNumbersNewestFirst,
  prizesOf,
  waitingText,
} from '../result/earnings.ts';
import { PrizePanel, TicketsInLine } from '../result/engine-results.tsx';
import { LazyDialog } from './lazy-parts.tsx';
import { $imageReplacement, type FocusedReceipt, replaceImage } from './my-receipts.store.ts';

interface ReceiptCardProps {
  site: SiteProps;
  receipt: Receipt;
  number: number;
  /** Whether the card starts open; null: it does not fold. */
  initialFold: 'open' | 'closed' | null;
  /** Opens the card, each time it is another one. */
  opening: FocusedReceipt | null;
  /** Comes before newer ones, with a line of its own. */
  isPinned: boolean;
}

/** Rerendered only when its receipt changes: there may be hundreds of cards. */
export const ReceiptCard = memo(function ReceiptCard(props: ReceiptCardProps) {
  const { receipt, number, initialFold, opening, isPinned } = props;
  const [isOpen, setOpen] = useState(initialFold !== 'closed');
  const [dialog, setDialog] = useState<CardDialog | null>(null);
  // Before the list scrolls to it.
  useLayoutEffect(() => {
    if (opening) setOpen(true);
  }, [opening]);
  const title = `Nota ${number}`;
  const titleId = receiptAnchor(number);
  const needsPhoto = canReplaceImage(receipt);
  const isPaper = isOpen || needsPhoto;
  const isWide = initialFold ? isPaper : isPinned;
  const prizeCount = prizesOf(receipt).length;
  const shape = isOpen ? 'receipt-card' : 'receipt-card receipt-row';
  const classes = [
    shape,
    needsPhoto && 'receipt-needs-photo',
    prizeCount > 0 && 'receipt-card-won',
    prizeCount === 1 && 'receipt-card-one-prize',
  ];
  return (
    <li
      className={`${isPaper ? 'receipt-paper' : 'receipt-folded'} ${isWide ? 'receipt-wide' : ''}`}
    >
      <article className={classes.filter(Boolean).join(' ')} aria-labelledby={titleId}>
        <div className="receipt-gains">
          <header>
            <h2 id={titleId} tabIndex={-1}>
              {!initialFold && title}
              {initialFold && (
                <button
                  type="button"
                  className="receipt-fold fold-mark"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                >
                  {title}
                </button>
              )}
            </h2>
            <ReceiptChip status={receipt.status} />
          </header>
          {!isOpen && <ReceiptLine {...props} />}
          {needsPhoto && (
            <ReceiptAdvice receipt={receipt} shownIn="card" title="Falta uma foto">
              <PhotoPair />
              <ReplaceImage receiptId={receipt.id} />
              <small>É a mesma nota: só trocamos a foto.</small>
            </ReceiptAdvice>
          )}
          {isOpen && <CardEarnings {...props} onResult={() => setDialog('result')} />}
        </div>
        {isOpen && <Facts {...props} title={title} dialog={dialog} onDialog={setDialog} />}
      </article>
    </li>
  );
});

/** A single number is shown as its ticket, in place of a sign. */
function ReceiptLine({ site, receipt }: ReceiptCardProps) {
  const earned = earningsInLine(receipt, site.campaign);
  const best = earned.find(({ kind }) => kind === 'prize') ?? earned[0];
  const numbers = luckyNumbersNewestFirst([receipt]);
  const isTicket = best?.kind === 'numbers' && numbers.length === 1;
  const others = isTicket ? earned.filter((earning) => earning !== best) : earned;
  const reason = rejectionOf(receipt)?.rejectionReason;
  return (
    <>
      {isTicket ? (
        <p className="receipt-sign notched receipt-number">
          <TicketsInLine numbers={numbers} />
        </p>
      ) : (
        <ReceiptSign earned={best?.kind} stage={receiptStage(receipt.status)} />
      )}
      <p className="receipt-line">
        <span>{formatDate(receipt.purchaseDate)}</span>{' '}
        {others.length > 0 && (
          <span className="receipt-brought">{others.map(({ text }) => text).join(' · ')}</span>
        )}{' '}
        <b>{formatReais(receipt.totalAmount)}</b>
      </p>
      {reason && <p className="receipt-why">{reason}</p>}
    </>
  );
}

interface EarningsProps extends Pick<ReceiptCardProps, 'site' | 'receipt' | 'number'> {
  onResult: () => void;
}

function CardEarnings(props: EarningsProps) {
  const { receipt } = props;
  const deliveryOf = (prizeId: Id) => {
    const orders = receipt.engineOrders.filter(({ details }) =>
      isSameId(details?.winner?.campaignPrizeId ?? '', prizeId),
    );
    return orders.flatMap(deliveryTexts)[0] ?? 'Prêmio confirmado. Guarde a nota original.';
  };
  return (
    <>
      {prizesOf(receipt).map((prize) => (
        <PrizePanel {...prize} className="receipt-prize" key={prize.campaignPrizeId}>
          {prize.outcome === 'won' && <p>{deliveryOf(prize.campaignPrizeId)}</p>}
          {canReplaceImage(receipt) && <p>Seu prêmio espera por esta foto.</p>}
        </PrizePanel>
      ))}
      <OtherEarnings {...props} />
      {!canReplaceImage(receipt) && <ReceiptAdvice receipt={receipt} shownIn="card" />}
    </>
  );
}

/** So many tickets fit in a line of any card. */
const surelyShown = 2;

function OtherEarnings({ site, receipt, number, onResult }: EarningsProps) {
  const engineOrders = receipt.engineOrders.filter((order) => !bringsPrize(order, receipt.status));
  const gains = earnings({ ...receipt, engineOrders }, site.campaign);
  // The draw's day, which comes after the list, is about the numbers.
  const earned = [
    ...gains.filter(({ kind }) => kind !== 'numbers'),
    ...gains.filter(({ kind }) => kind === 'numbers'),
  ];
  const wait = waitingText(receipt, site.campaign);
  if (earned.length === 0) return null;
  return (
    <div className="receipt-earned">
      <ul>
        {earned.map(({ engineId, kind, text }) => {
          const numbers = kind === 'numbers' ? numbersOfEngine(receipt, engineId) : [];
          return (
            <li key={engineId}>
              <EarningDrawing kind={kind} />
              <span>{text}</span>
              {numbers.length > surelyShown && (
                <button type="button" className="button-link" onClick={onResult}>
                  Ver os {formatWhole(numbers.length)}
                  <span className="visually-hidden"> números da nota {number}</span>
                </button>
              )}
              {numbers.length > 0 && (
                <span className="receipt-tickets">
                  <TicketsInLine numbers={numbers} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {wait && <p className="receipt-wait">{wait}</p>}
    </div>
  );
}

function numbersOfEngine({ engineOrders, status }: Receipt, engineId: Id): ShownNumber[] {
  const orders = engineOrders.filter(({ campaignEngineId }) =>
    isSameId(campaignEngineId, engineId),
  );
  return luckyNumbersNewestFirst([{ status, engineOrders: orders }]).reverse();
}

type CardDialog = 'picture' | 'result';

interface FactsProps extends Pick<ReceiptCardProps, 'site' | 'receipt' | 'number'> {
  title: string;
  dialog: CardDialog | null;
  onDialog: (dialog: CardDialog | null) => void;
}

function Facts({ site, receipt, number, title, dialog, onDialog }: FactsProps) {
  const close = () => onDialog(null);
  return (
    <div className="receipt-facts">
      <dl className="key-values">
        <Row name="Compra" value={formatDate(receipt.purchaseDate)} />
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
        <button type="button" className="button-link" onClick={() => onDialog('picture')}>
          Ver nota<span className="visually-hidden"> {number}</span>
        </button>
        <button
          type="button"
          className="button button-small button-secondary"
          onClick={() => onDialog('result')}
        >
          <span>
            Resultado<span className="visually-hidden"> da nota {number}</span>
          </span>
        </button>
      </div>
      {dialog && (
        <LazyDialog title={dialog === 'picture' ? title : 'Resultado'} onClose={close}>
          {({ ReceiptPictureDialog, ReceiptResultDialog }) =>
            dialog === 'picture' ? (
              <ReceiptPictureDialog receipt={receipt} title={title} onClose={close} />
            ) : (
              <ReceiptResultDialog site={site} receiptId={receipt.id} onClose={close} />
            )
          }
        </LazyDialog>
      )}
    </div>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function ReplaceImage({ receiptId }: { receiptId: Id }) {
  const replacement = useStore($imageReplacement);
  const isOwn = replacement.state !== 'idle' && replacement.receiptId === receiptId;
  return (
    <>
      <FileButton
        className="button"
        accept={acceptedPictures}
        busy={isOwn && replacement.state === 'sending'}
        disabled={!isOwn && replacement.state === 'sending'}
        onFile={(file) => replaceImage(receiptId, file)}
      >
        Enviar nova nota
      </FileButton>
      {isOwn && replacement.state === 'refused' && (
        <p className="field-error" role="alert">
          {receiptViolationMessage(replacement.violation)}
        </p>
      )}
    </>
  );
}
