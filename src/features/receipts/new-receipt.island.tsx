import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import type { PollMoment } from '../../contract/polls.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { notices, seriesExhaustedSentence } from '../../rules/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm, type Form } from '../../ui/form.ts';
import { LiveRegion } from '../../ui/status.tsx';
import { SmilingReceipt, WonGift } from './drawings.tsx';
import {
  $corrected,
  $emptied,
  $newReceipt,
  cancelReading,
  closeResult,
  goHome,
  isIdle,
  type SavedReceipt,
  startReceipt,
} from './new-receipt.store.ts';
import {
  CaptureStep,
  ChosenStep,
  FillingStep,
  newReceiptText,
  OfferedStep,
  QueuedStep,
  ReadingStep,
} from './new-receipt-steps.tsx';
import { $outbox, startOutbox } from './outbox.store.ts';
import { OutboxList, outboxText } from './outbox.tsx';
import { followPhoto } from './photo-first.store.ts';
import { AfterReceiptLink } from './receipt-dialogs.tsx';
import {
  $refusal,
  $seriesExhausted,
  canEdit,
  editRefused,
  loadSeries,
  receiptFormConfig,
  resumeCorrection,
} from './receipt-form.store.ts';
import { emptyForm } from './receipt-form.tsx';
import { EngineResults, engineResult } from './rewards.tsx';

export function NewReceipt({ site }: { site: SiteProps }) {
  startSite(site);
  const [form] = useState(() => createForm(receiptFormConfig(site)));
  const state = useStore($newReceipt);
  const items = useStore($outbox);
  const corrected = useStore($corrected);
  useEffect(startReceipt, []);
  useEffect(startOutbox, []);
  useEffect(followPhoto, []);
  useEffect(() => void resumeCorrection().catch(environment().report), []);
  useEffect(
    () =>
      $emptied.listen(() => {
        emptyForm(form);
        $refusal.set(null);
      }),
    [form],
  );
  return (
    <div className="page page-narrow" data-unsent={!isIdle(state) || undefined}>
      <h1 className="page-title">Nova nota</h1>
      <LiveRegion text={newReceiptText(state, corrected !== null) || outboxText(items)} />
      <SeriesNotice others={site.campaign.engines.some(({ type }) => type !== 'DRAW')} />
      <Step site={site} form={form} />
      <OutboxList
        site={site}
        corrected={corrected?.id}
        onCorrect={canEdit() ? editRefused : null}
      />
    </div>
  );
}

function Step({ site, form }: { site: SiteProps; form: Form }) {
  const state = useStore($newReceipt);
  switch (state.step) {
    case 'choosing':
      return state.file ? (
        <ChosenStep file={state.file} />
      ) : (
        <CaptureStep title="Envie a foto da nota" violation={state.violation} />
      );
    case 'offered':
      return <OfferedStep photo={state.photo} />;
    case 'reading':
      return <ReadingStep file={state.file} by={state.by} onCancel={cancelReading} />;
    case 'queued':
      return <QueuedStep lines={state.lines} />;
    case 'filling':
    case 'sending':
      return (
        <FillingStep site={site} form={form} filling={state} isSending={state.step === 'sending'} />
      );
    case 'saved':
      return state.isSeen ? (
        <AfterReceipt onDone={goHome} />
      ) : (
        <SavedReceiptDialog site={site} receipt={state.receipt} onClose={closeResult} />
      );
    default:
      return state satisfies never;
  }
}

interface SavedReceiptDialogProps {
  site: SiteProps;
  receipt: SavedReceipt;
  onClose: () => void;
}

export function SavedReceiptDialog({ site, receipt, onClose }: SavedReceiptDialogProps) {
  const { status, engineOrders } = receipt;
  const isWon = (order: EngineOrder) => engineResult(order, status).kind === 'prize';
  const orders = [...engineOrders].sort((one, other) => Number(isWon(other)) - Number(isWon(one)));
  return (
    <Dialog
      title={notices.receiptSaved}
      look="dialog-centred"
      id="resultado"
      cross={false}
      onClose={onClose}
    >
      <div className="result">
        {engineOrders.some(isWon) ? <WonGift /> : <SmilingReceipt />}
        <EngineResults campaign={site.campaign} couponStatus={status} orders={orders} />
        <p>Guarde a nota original</p>
        <AfterReceiptLink campaign={site.campaign} />
        <button type="button" className="button button-wide" onClick={onClose}>
          Fechar
        </button>
      </div>
    </Dialog>
  );
}

type PollView = ComponentType<{ moment: PollMoment; onDone: () => void }>;

export function AfterReceipt({ onDone }: { onDone: () => void }) {
  const [loaded, setLoaded] = useState<{ View: PollView } | null>(null);
  useEffect(() => {
    loadPollAfter().then(
      (View) => setLoaded({ View }),
      (failure) => {
        environment().report(failure);
        onDone();
      },
    );
  }, [onDone]);
  return loaded && <loaded.View moment="AFTER_COUPON_REGISTER" onDone={onDone} />;
}

export async function loadPollAfter() {
  const { PollAfter } = await import('../polls/poll-dialog.tsx');
  return PollAfter;
}

export function SeriesNotice({ others }: { others: boolean }) {
  useEffect(() => void loadSeries(), []);
  if (!useStore($seriesExhausted)) return null;
  return (
    <p className="message message-info" role="status">
      {seriesExhaustedSentence}
      {others && ' Sua nota ainda vale para as outras modalidades da promoção.'}
    </p>
  );
}
