import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import type { Id } from '../../../contract/primitives.ts';
import type { Receipt } from '../../../contract/receipts.ts';
import { environment, isClosed, type SiteProps } from '../../../environment.ts';
import { myReceiptsPath, newReceiptPath } from '../../../paths.ts';
import { formatDate } from '../../../rules/dates.ts';
import { receiptStatusLabel } from '../../../rules/messages/labels.ts';
import { formatReais } from '../../../rules/money.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { focusTitle } from '../../../ui/focus.ts';
import { LiveRegion, Loading } from '../../../ui/loading.tsx';
import { LoadedView, NotLoaded } from '../../../ui/status.tsx';
import { useStyleSheet } from '../../../ui/use-style-sheet.ts';
import { followDetails, openReceiptPicture, receiptDetails } from '../receipt-details.store.ts';
import {
  AfterReceiptLink,
  DetailsAnswer,
  LineDrawing,
  ReceiptAdvice,
  ReceiptChip,
  SmilingReceipt,
  WonGift,
} from '../receipt-parts.tsx';
import { bringsPrize, prizesOf, type RewardedReceipt, resultSentence } from './earnings.ts';
import { EngineResults } from './engine-results.tsx';
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
      className={`dialog-centred ${scene.state === 'loaded' ? 'dialog-scene dialog-saved' : ''}`.trim()}
      id="resultado"
      cross={false}
      onClose={props.onClose}
    >
      <SpokenResult receipt={scene.state === 'loading' ? null : props.receipt} />
      {scene.state === 'loading' && <Loading />}
      {scene.state === 'missing' && <PlainResult {...props} isJustSent />}
      {scene.state === 'loaded' && <scene.View {...props} isJustSent />}
    </Dialog>
  );
}

/** Empty at first even if the result is there already: only what changes is announced. */
function SpokenResult({ receipt }: { receipt: RewardedReceipt | null }) {
  const [text, setText] = useState('');
  useEffect(() => setText(receipt ? resultSentence(receipt) : ''), [receipt]);
  return <LiveRegion text={text} />;
}

/** `missing`: its script or styles did not load, so the result is shown without it. */
type Scene =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'loaded'; View: ComponentType<ResultSceneProps> };

/** After this the plain result shows, without the scene. */
const sceneTimeoutMs = 3_000;

/** Script and styles of the scene load while the receipt is being sent. */
export function useScene({ isWanted, isShown }: { isWanted: boolean; isShown: boolean }): Scene {
  const [script, setScript] = useState<Scene>({ state: 'loading' });
  const styles = useStyleSheet(isWanted ? styleSheet : null);
  useEffect(() => {
    if (!isWanted) return;
    import('./result-scene.tsx').then(
      ({ ResultScene }) => setScript({ state: 'loaded', View: ResultScene }),
      (failure) => {
        environment().report(failure);
        setScript({ state: 'missing' });
      },
    );
  }, [isWanted]);
  const isMissing = styles === 'failed' || script.state === 'missing';
  const isLoading = styles === 'loading' || script.state === 'loading';
  const isAwaited = isShown && isLoading && !isMissing;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return;
    const late = setTimeout(() => setLate(true), sceneTimeoutMs);
    return () => clearTimeout(late);
  }, [isAwaited]);
  if (isMissing || isLate) return { state: 'missing' };
  return isLoading ? { state: 'loading' } : script;
}

function PlainResult(props: ResultSceneProps) {
  const { site, receipt, isJustSent, statusNow, onClose, onAnother } = props;
  const { status, engineOrders } = receipt;
  return (
    <div className="result result-plain">
      {engineOrders.some((order) => bringsPrize(order, status)) ? <WonGift /> : <SmilingReceipt />}
      {statusNow}
      <EngineResults campaign={site.campaign} receiptStatus={status} orders={engineOrders} />
      <div className="scene-next">
        <p>
          <LineDrawing kind="receipt" />
          <b>Guarde a nota original</b>
        </p>
        {isJustSent && (
          <p>
            <LineDrawing kind="list" />
            <span>
              Fica tudo em <a href={myReceiptsPath}>Minhas notas</a>
            </span>
          </p>
        )}
      </div>
      <AfterReceiptLink campaign={site.campaign} />
      <div className="button-row">
        <button type="button" className="button button-secondary" onClick={onClose}>
          Fechar
        </button>
        {!isClosed() && (
          <button type="button" className="button" onClick={onAnother}>
            Enviar outra nota
          </button>
        )}
      </div>
    </div>
  );
}

interface ReceiptResultDialogProps {
  site: SiteProps;
  receiptId: Id;
  onClose: () => void;
}

/** The result of a receipt that was sent before, in the same scene as at first. */
export function ReceiptResultDialog({ site, receiptId, onClose }: ReceiptResultDialogProps) {
  const [details] = useState(() => receiptDetails(receiptId));
  useEffect(() => void details.load(), [details]);
  const answer = useStore(details.$state);
  const isLoaded = answer.state === 'loaded';
  const scene = useScene({ isWanted: true, isShown: isLoaded });
  const isShown = isLoaded && scene.state !== 'loading';
  const View = scene.state === 'loaded' ? scene.View : PlainResult;
  return (
    <Dialog
      title="Resultado"
      className={`dialog-centred ${isShown && scene.state !== 'missing' ? 'dialog-scene' : ''}`.trim()}
      id="resultado"
      cross={false}
      onClose={onClose}
    >
      <LoadedView
        loaded={isLoaded && !isShown ? { state: 'loading' } : answer}
        onRetry={details.retry}
        arrived={isLoaded ? resultSentence(answer.value) : ''}
      >
        {(receipt) => (
          <View
            site={site}
            receipt={receipt}
            isJustSent={false}
            statusNow={<ReceiptStatusNow receipt={receipt} />}
            onClose={onClose}
            onAnother={() => {
              onClose();
              environment().navigate(newReceiptPath);
            }}
          />
        )}
      </LoadedView>
      {!isShown && (
        <button
          type="button"
          className="button button-secondary button-wide"
          ref={passFocusToTitle}
          onClick={onClose}
        >
          Fechar
        </button>
      )}
    </Dialog>
  );
}

const passFocusToTitle = (button: HTMLButtonElement) => () => {
  if (button === document.activeElement) focusTitle(button);
};

/** Under a confirmed prize it is only a line: a whole part would read as if the prize were in doubt. */
export function ReceiptStatusNow({ receipt }: { receipt: Receipt }) {
  if (prizesOf(receipt).some(({ outcome }) => outcome === 'won')) {
    return (
      <div className="scene-next">
        <p>
          <LineDrawing kind="list" />
          <span>Sua nota: {receiptStatusLabel(receipt.status)}</span>
        </p>
      </div>
    );
  }
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

interface ReceiptPictureDialogProps {
  receipt: Receipt;
  title: string;
  onClose: () => void;
}

export function ReceiptPictureDialog({ receipt, title, onClose }: ReceiptPictureDialogProps) {
  const receiptId = receipt.id;
  const lead = `${formatDate(receipt.purchaseDate)} · ${formatReais(receipt.totalAmount)}`;
  const [details] = useState(() => receiptDetails(receiptId));
  useEffect(() => followDetails(details), [details]);
  return (
    <Dialog
      title={title}
      id="ver-nota"
      lead={<p className="dialog-lead">{lead}</p>}
      onClose={onClose}
    >
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
  // The address is renewed every few minutes, for which the picture must not load again.
  const [firstAddress] = useState(address);
  const [isPicture, setPicture] = useState(true);
  return (
    <>
      {isPicture ? (
        <Picture address={firstAddress} title={title} onError={() => setPicture(false)} />
      ) : (
        <PdfPages address={address} title={title} />
      )}
      <a className="button button-secondary" href={address} target="_blank" rel="noreferrer">
        {isPicture ? 'Abrir em outra aba' : 'Baixar o arquivo'}
      </a>
    </>
  );
}

function PdfPages({ address, title }: SentReceiptProps) {
  const [firstAddress] = useState(address);
  const [picture] = useState(openReceiptPicture);
  useEffect(() => {
    void picture.load(firstAddress);
    return picture.release;
  }, [picture, firstAddress]);
  const view = useStore(picture.$picture);
  switch (view.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <NotLoaded lines={view.lines} onRetry={() => picture.load(address)} />;
    case 'loaded':
      return view.urls.map((url) => <Picture key={url} address={url} title={title} />);
    default:
      return view satisfies never;
  }
}

function Picture({ address, title, onError }: SentReceiptProps & { onError?: () => void }) {
  return (
    <figure className="receipt-picture">
      <img src={address} alt={`${title}, como foi enviada`} onError={onError} />
    </figure>
  );
}
