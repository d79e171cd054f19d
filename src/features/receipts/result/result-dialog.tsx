import { useStore } from '@nanostores/react';
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Id } from '../../../contract/primitives.ts';
import type { Receipt } from '../../../contract/receipts.ts';
import { environment, isClosed, type SiteProps } from '../../../environment.ts';
import { contactDialog, newReceiptPath, overThisPage } from '../../../paths.ts';
import { isUnderReview } from '../../../rules/receipts/receipt-status.ts';
import { receiptStatusLabel } from '../../../rules/sentences/labels.ts';
import { type AdvisedReceipt, receiptAdvice } from '../../../rules/sentences/receipt-messages.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Chip, LoadedView, type Tone } from '../../../ui/outcome.tsx';
import { useStyleSheet } from '../../../ui/use-style-sheet.ts';
import { DiscFigure, SmilingReceipt, WonGift } from '../drawings.tsx';
import { receiptDetails } from '../receipt-details.store.ts';
import { bringsPrize, type RewardedReceipt } from './earnings.ts';
import { AfterReceiptLink, EngineResults } from './engine-results.tsx';
import styleSheet from './result-scene.css?url';
import type { ResultSceneProps } from './result-scene.tsx';

interface SavedReceiptDialogProps {
  site: SiteProps;
  receipt: RewardedReceipt;
  scene: Scene;
  onClose: () => void;
  onAnother: () => void;
}

export function SavedReceiptDialog({ scene, ...props }: SavedReceiptDialogProps) {
  // Scrolls the page behind to its top, so that its title shows whole.
  useEffect(() => window.scrollTo({ top: 0, behavior: 'instant' }), []);
  return (
    <Dialog
      title="Cupom cadastrado com sucesso"
      look={`dialog-centred ${typeof scene === 'object' ? 'dialog-scene dialog-saved' : ''}`.trim()}
      id="resultado"
      cross={false}
      onClose={props.onClose}
    >
      {scene === 'loading' && <Loading />}
      {scene === 'missing' && <PlainResult {...props} />}
      {typeof scene === 'object' && <scene.View {...props} />}
    </Dialog>
  );
}

/** `missing`: its script or styles did not load, so the result is shown without it. */
type Scene = 'loading' | 'missing' | { View: ComponentType<ResultSceneProps> };

/** After this the plain result shows, without the scene. */
const sceneTimeoutMs = 3_000;

/** Script and styles of the scene load while the receipt is being sent. */
export function useScene({ isWanted, isShown }: { isWanted: boolean; isShown: boolean }): Scene {
  const [script, setScript] = useState<Scene>('loading');
  const styles = useStyleSheet(isWanted ? styleSheet : null);
  useEffect(() => {
    if (!isWanted) return;
    import('./result-scene.tsx').then(
      ({ ResultScene }) => setScript({ View: ResultScene }),
      (failure) => {
        environment().report(failure);
        setScript('missing');
      },
    );
  }, [isWanted]);
  const isMissing = styles === 'failed' || script === 'missing';
  const isLoading = styles === 'loading' || script === 'loading';
  const isAwaited = isShown && isLoading && !isMissing;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return;
    const late = setTimeout(() => setLate(true), sceneTimeoutMs);
    return () => clearTimeout(late);
  }, [isAwaited]);
  if (isMissing || isLate) return 'missing';
  return isLoading ? 'loading' : script;
}

type PollView = ComponentType<{ onClose: () => void }>;
type PreparedPoll = Promise<() => Promise<PollView | null>>;

/** Loads the poll while the receipt is being sent; whether this user is asked is checked later. */
export function usePreparedPoll(isWanted: boolean): RefObject<PreparedPoll | null> {
  const prepared = useRef<PreparedPoll>(null);
  useLayoutEffect(() => {
    if (!isWanted) return;
    prepared.current = preparePollAfterReceipt();
    // Without a connection; it is tried again when the poll is to open.
    prepared.current.catch(() => (prepared.current = null));
  }, [isWanted]);
  return prepared;
}

async function preparePollAfterReceipt(): PreparedPoll {
  const { preparePoll } = await import('../../polls/poll-dialog.tsx');
  return preparePoll('AFTER_COUPON_REGISTER');
}

async function openPollAfterReceipt(prepared: PreparedPoll | null): Promise<PollView | null> {
  try {
    const open = await (prepared ?? preparePollAfterReceipt());
    return await open();
  } catch (failure) {
    environment().report(failure);
    return null;
  }
}

/** After this the user goes on without the poll. */
const pollTimeoutMs = 3_000;

interface PollAfterReceiptProps {
  prepared: RefObject<PreparedPoll | null>;
  /** Called once, when the poll is answered or closed, or when there is none. */
  onDone: () => void;
}

export function PollAfterReceipt({ prepared, onDone }: PollAfterReceiptProps) {
  const [found, setFound] = useState<{ View: PollView } | null>(null);
  useEffect(() => {
    let isOver = false;
    const goOn = (View: PollView | null) => {
      if (isOver) return;
      isOver = true;
      if (View) setFound({ View });
      else onDone();
    };
    void openPollAfterReceipt(prepared.current).then(goOn);
    const late = setTimeout(goOn, pollTimeoutMs, null);
    return () => {
      isOver = true;
      clearTimeout(late);
    };
  }, [prepared, onDone]);
  return found ? <found.View onClose={onDone} /> : <Loading />;
}

function PlainResult({ site, receipt, earlier, onClose }: Omit<ResultSceneProps, 'onAnother'>) {
  const { status, engineOrders } = receipt;
  return (
    <div className="result">
      {engineOrders.some((order) => bringsPrize(order, status)) ? <WonGift /> : <SmilingReceipt />}
      {earlier}
      <EngineResults campaign={site.campaign} receiptStatus={status} orders={engineOrders} />
      <p>Guarde a nota original</p>
      <AfterReceiptLink campaign={site.campaign} />
      <button type="button" className="button button-wide" onClick={onClose}>
        Fechar
      </button>
    </div>
  );
}

interface ReceiptResultDialogProps {
  site: SiteProps;
  receiptId: Id;
  onClose: () => void;
}

/** The result of a receipt sent before, on the scene that celebrated it. */
export function ReceiptResultDialog({ site, receiptId, onClose }: ReceiptResultDialogProps) {
  const [details] = useState(() => receiptDetails(receiptId));
  useEffect(() => void details.load(), [details]);
  const isLoaded = useStore(details.$state).state === 'loaded';
  const scene = useScene({ isWanted: true, isShown: isLoaded });
  const isShown = isLoaded && scene !== 'loading';
  return (
    <Dialog
      title="Resultado"
      look={`dialog-centred ${isShown && scene !== 'missing' ? 'dialog-scene' : ''}`.trim()}
      id="resultado"
      cross={false}
      onClose={onClose}
    >
      <DetailsAnswer details={details}>
        {(receipt) => {
          if (scene === 'loading') return <Loading />;
          const View = scene === 'missing' ? PlainResult : scene.View;
          return (
            <View
              site={site}
              receipt={receipt}
              earlier={<ReceiptState receipt={receipt} />}
              onClose={onClose}
              onAnother={() => {
                onClose();
                environment().navigate(newReceiptPath);
              }}
            />
          );
        }}
      </DetailsAnswer>
      {!isShown && (
        <button type="button" className="button button-secondary button-wide" onClick={onClose}>
          Fechar
        </button>
      )}
    </Dialog>
  );
}

function ReceiptState({ receipt }: { receipt: Receipt }) {
  return (
    <section className="result-engine result-state">
      <header>
        <h3>Sua nota</h3>
        <ReceiptChip status={receipt.status} />
      </header>
      <ReceiptAdvice receipt={receipt} shownIn="result" />
    </section>
  );
}

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
    <LoadedView of={useStore(details.$state)} onRetry={details.retry}>
      {children}
    </LoadedView>
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
  const isOver = isClosed();
  const isRejected = receipt.status === 'REJECTED';
  const advice = receiptAdvice(receipt, { isOver });
  if (!advice) return null;
  return (
    <div className={isRejected ? 'receipt-reason' : 'receipt-note'}>
      {title && <b>{title}</b>}
      <p>{advice.text}</p>
      {isUnderReview(receipt.status) && !children && <DiscFigure pose="le" />}
      {advice.next === 'SUPPORT' && (
        <p>
          Guarde a nota original e, em caso de dúvida,{' '}
          <a href={overThisPage(contactDialog)}>fale conosco</a>.
        </p>
      )}
      {(advice.next === 'ANOTHER_RECEIPT' || isRejected) && shownIn === 'card' && !isOver && (
        <a
          className={`button button-small ${advice.next === 'SUPPORT' ? 'button-secondary' : ''}`.trim()}
          href={newReceiptPath}
        >
          Enviar outra nota
        </a>
      )}
      {children}
    </div>
  );
}
