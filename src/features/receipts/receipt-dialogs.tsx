import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Id } from '../../contract/primitives.ts';
import type { Receipt } from '../../contract/receipts.ts';
import { isClosed } from '../../environment.ts';
import { parameter } from '../../rules/parameters.ts';
import { type AdvisedReceipt, receiptAdvice } from '../../rules/receipt-advice.ts';
import type { NextStep } from '../../rules/rejection.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading, NotLoaded } from '../../ui/status.tsx';
import { $luckyNumbers, loadLuckyNumbers } from './my-receipts.store.ts';
import { receiptDetails, receiptPictures } from './receipt-details.store.ts';
import { CouponChip, EngineResults, NumbersCount, Tickets } from './rewards.tsx';

interface ReceiptPictureDialogProps {
  couponId: Id;
  title: string;
  onClose: () => void;
}

/** An address of the file is good for 5 minutes; a new one comes before. Milliseconds. */
const freshFor = 4 * 60_000;

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

interface ReceiptResultDialogProps {
  campaign: Campaign;
  couponId: Id;
  onClose: () => void;
}

export function ReceiptResultDialog({ campaign, couponId, onClose }: ReceiptResultDialogProps) {
  const [details] = useState(() => receiptDetails(couponId));
  useEffect(() => void details.load(), [details]);
  return (
    <Dialog title="Resultado" look="dialog-centred" id="resultado" onClose={onClose}>
      <DetailsAnswer details={details}>
        {(receipt) => (
          <div className="result">
            <p>
              <CouponChip status={receipt.status} />
            </p>
            <ReceiptAdvice receipt={receipt} />
            <EngineResults
              campaign={campaign}
              couponStatus={receipt.status}
              orders={receipt.engineOrders}
            />
          </div>
        )}
      </DetailsAnswer>
    </Dialog>
  );
}

interface DetailsAnswerProps {
  details: ReturnType<typeof receiptDetails>;
  children: (receipt: Receipt) => ReactNode;
}

export function DetailsAnswer({ details, children }: DetailsAnswerProps) {
  const answer = useStore(details.$state);
  switch (answer.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <NotLoaded lines={answer.lines} onRetry={details.load} />;
    case 'known':
      return children(answer.value);
    default:
      return answer satisfies never;
  }
}

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
    case 'known':
      return list.value.length === 0 ? (
        <p>Você ainda não possui números da sorte</p>
      ) : (
        <>
          <NumbersCount numbers={list.value} />
          <Tickets numbers={list.value} />
        </>
      );
    default:
      return list satisfies never;
  }
}

interface ReceiptAdviceProps {
  receipt: AdvisedReceipt;
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

/** Where the campaign sends people once a receipt is in; nothing when it says nothing. */
export function AfterReceiptLink({ campaign }: { campaign: Campaign }) {
  const url = parameter(campaign, 'CONSUMER_AFTER_COUPON_REGISTER_LINK');
  if (!url) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {parameter(campaign, 'CONSUMER_AFTER_COUPON_REGISTER_LINK_NAME') ?? url}
    </a>
  );
}
