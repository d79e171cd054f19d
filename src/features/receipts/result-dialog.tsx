import { type ComponentType, useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { notices } from '../../rules/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/status.tsx';
import { useStyleSheet } from '../../ui/use-style-sheet.ts';
import { SmilingReceipt, WonGift } from './drawings.tsx';
import type { SavedReceipt } from './new-receipt.store.ts';
import styleSheet from './result-scene.css?url';
import type { ResultSceneProps } from './result-scene.tsx';
import { isWon } from './rewards.store.ts';
import { AfterReceiptLink, EngineResults } from './rewards.tsx';

interface SavedReceiptDialogProps {
  site: SiteProps;
  receipt: SavedReceipt;
  scene: Scene;
  onClose: () => void;
  onAnother: () => void;
}

export function SavedReceiptDialog({ scene, ...props }: SavedReceiptDialogProps) {
  // Scrolls the page behind to its top, so that its title shows whole.
  useEffect(() => window.scrollTo({ top: 0, behavior: 'instant' }), []);
  return (
    <Dialog
      title={notices.receiptSaved}
      look="dialog-centred"
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

/** `missing`: its script or its looks did not arrive, and the result is shown without it. */
type Scene = 'loading' | 'missing' | { View: ComponentType<ResultSceneProps> };

/** Milliseconds; then the plain result shows, without the scene. */
const longestWaitMs = 3_000;

/** Drawings and looks of the result come while the receipt is being sent. */
export function useScene(isWanted: boolean, isShown: boolean): Scene {
  const [scene, setScene] = useState<Scene>('loading');
  const isStyled = useStyleSheet(isWanted ? styleSheet : null);
  useEffect(() => {
    if (!isWanted) return;
    import('./result-scene.tsx').then(
      ({ ResultScene }) => setScene({ View: ResultScene }),
      (failure) => {
        environment().report(failure);
        setScene('missing');
      },
    );
  }, [isWanted]);
  const isReady = isStyled || scene === 'missing';
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isShown || isReady) return;
    const late = setTimeout(() => setLate(true), longestWaitMs);
    return () => clearTimeout(late);
  }, [isShown, isReady]);
  if (isLate) return 'missing';
  return isReady ? scene : 'loading';
}

function PlainResult({ site, receipt, onClose }: Omit<SavedReceiptDialogProps, 'scene'>) {
  const { status, engineOrders } = receipt;
  return (
    <div className="result">
      {engineOrders.some((order) => isWon(order, status)) ? <WonGift /> : <SmilingReceipt />}
      <EngineResults campaign={site.campaign} couponStatus={status} orders={engineOrders} />
      <p>Guarde a nota original</p>
      <AfterReceiptLink campaign={site.campaign} />
      <button type="button" className="button button-wide" onClick={onClose}>
        Fechar
      </button>
    </div>
  );
}
