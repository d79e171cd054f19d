import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { OwnReceipt } from '../../contract/errors.ts';
import type { Receipt } from '../../contract/receipts.ts';
import { environment, isClosed } from '../../environment.ts';
import { contactDialog, newReceiptPath, overThisPage } from '../../paths.ts';
import { parameter } from '../../rules/campaign/parameters.ts';
import { receiptStatusLabel } from '../../rules/messages/labels.ts';
import { failureMessage, noConnection } from '../../rules/messages/messages.ts';
import { type AdvisedReceipt, receiptAdvice } from '../../rules/messages/receipt-messages.ts';
import { isUnjudged } from '../../rules/receipts/receipt-status.ts';
import { Chip, LoadedView, type Tone } from '../../ui/status.tsx';
import { DiscFigure } from './drawings.tsx';
import type { receiptDetails } from './receipt-details.store.ts';

const receiptTones: Readonly<Record<string, Tone>> = {
  APPROVED: 'going',
  DONE: 'success',
  PARTIALLY_DONE: 'success',
  REJECTED: 'danger',
  ERROR: 'danger',
  NOT_ELIGIBLE: 'mute',
};

export function ReceiptChip({ status }: { status: string }) {
  return <Chip tone={receiptTones[status]} label={receiptStatusLabel(status)} />;
}

interface DetailsAnswerProps {
  details: ReturnType<typeof receiptDetails>;
  children: (receipt: Receipt) => ReactNode;
}

export function DetailsAnswer({ details, children }: DetailsAnswerProps) {
  return (
    <LoadedView loaded={useStore(details.$state)} onRetry={details.retry}>
      {children}
    </LoadedView>
  );
}

export function EarlierReceipt({
  position,
  status,
  className,
}: OwnReceipt & { className?: string }) {
  return (
    <p className={className}>
      Ela é a sua Nota {position}
      {status === 'REJECTED' ? (
        <>
          , que foi reprovada. A equipe pode liberar um novo envio:{' '}
          <a href={overThisPage(contactDialog)}>Fale conosco</a>
        </>
      ) : (
        '.'
      )}
    </p>
  );
}

interface ReceiptAdviceProps {
  receipt: AdvisedReceipt;
  /** A result ends in a button to another receipt; a card needs one of its own. */
  shownIn: 'card' | 'result';
  title?: string;
  children?: ReactNode;
}

export function ReceiptAdvice({ receipt, shownIn, title, children }: ReceiptAdviceProps) {
  const isClosedNow = isClosed();
  const isRejected = receipt.status === 'REJECTED';
  const advice = receiptAdvice(receipt, { isClosed: isClosedNow });
  if (!advice) return null;
  return (
    <div className={isRejected ? 'receipt-reason' : 'receipt-note'}>
      {title && <b>{title}</b>}
      <p>{advice.text}</p>
      {isUnjudged(receipt.status) && !children && <DiscFigure pose="le" />}
      {advice.next === 'SUPPORT' && (
        <p>
          Guarde a nota original e, em caso de dúvida,{' '}
          <a href={overThisPage(contactDialog)}>fale conosco</a>.
        </p>
      )}
      {advice.next === 'RELEASE' ? (
        <>
          <p>A equipe pode liberar um novo envio desta nota.</p>
          <a
            className={
              shownIn === 'result' ? 'button button-small button-secondary' : 'button button-small'
            }
            href={overThisPage(contactDialog)}
          >
            Fale conosco
          </a>
        </>
      ) : (
        (advice.next === 'ANOTHER_RECEIPT' || isRejected) &&
        shownIn === 'card' &&
        !isClosedNow && (
          <a className="button button-small button-secondary" href={newReceiptPath}>
            Enviar outra nota
          </a>
        )
      )}
      {children}
    </div>
  );
}

interface AfterReceiptLinkProps {
  campaign: Campaign;
  className?: string;
}

export function AfterReceiptLink({ campaign, className }: AfterReceiptLinkProps) {
  const url = parameter(campaign, 'CONSUMER_AFTER_COUPON_REGISTER_LINK');
  if (!url) return null;
  return (
    <a className={className} href={url} target="_blank" rel="noreferrer">
      {parameter(campaign, 'CONSUMER_AFTER_COUPON_REGISTER_LINK_NAME') ?? url}
    </a>
  );
}

/** A task of its own: frames and presses come in between. @returns a function that cancels it */
export function inNextTask(work: () => void): () => void {
  const task = setTimeout(work);
  return () => clearTimeout(task);
}

export type LazyModule<Module> =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[]; retry: () => void }
  | { state: 'loaded'; module: Module };

const nothingIsAtStake = async () => true;

/** Loads once the caller is live; after a failure, when asked or when the network is back. */
export function useLazyModule<Module>(
  load: () => Promise<Module>,
  outlivesPage = nothingIsAtStake,
): LazyModule<Module> {
  const [lazy, setLazy] = useState<LazyModule<Module>>({ state: 'loading' });
  const isAsked = useRef(false);
  const { state } = lazy;
  useEffect(() => {
    if (state !== 'loading') return;
    const retry = () => {
      isAsked.current = true;
      setLazy({ state: 'loading' });
    };
    return inNextTask(() => {
      load().then(
        (module) => setLazy({ state: 'loaded', module }),
        async (failure) => {
          environment().report(failure);
          // The host may have replaced the page's files by others.
          const isOffline = navigator.onLine === false;
          const mayReload = isAsked.current && !isOffline && window.top === window;
          if (mayReload && (await outlivesPage())) window.location.reload();
          const lines = [isOffline ? noConnection : failureMessage(null)];
          setLazy({ state: 'failed', lines, retry });
        },
      );
    });
  }, [state, load, outlivesPage]);
  useEffect(() => {
    if (lazy.state !== 'failed') return;
    const retryUnasked = () => {
      lazy.retry();
      isAsked.current = false;
    };
    window.addEventListener('online', retryUnasked);
    return () => window.removeEventListener('online', retryUnasked);
  }, [lazy]);
  return lazy;
}
