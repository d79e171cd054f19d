import { useStore } from '@nanostores/react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import type { PollMoment } from '../../contract/polls.ts';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { seriesExhaustedSentence } from '../../rules/receipts/receipt-messages.ts';
import { createForm, type FormStore } from '../../ui/form.ts';
import { LiveRegion } from '../../ui/loading.tsx';
import { inItsOwnTask } from './camera/receipt-camera.tsx';
import { emptyForm } from './form/folded-fields.tsx';
import {
  $refusal,
  $seriesExhausted,
  canEdit,
  editRefused,
  loadSeries,
  receiptFormConfig,
  resumeCorrection,
} from './form/receipt-form.store.ts';
import {
  $corrected,
  $emptied,
  $newReceipt,
  cancelReading,
  clearReceipt,
  isIdle,
  leaveResult,
  startReceipt,
} from './new-receipt.store.ts';
import {
  CaptureStep,
  ChosenStep,
  FillingStep,
  newReceiptText,
  OfferedStep,
  PhotoTips,
  QueuedStep,
  ReadingStep,
} from './new-receipt-steps.tsx';
import { $outbox, startOutbox } from './outbox/outbox.store.ts';
import { OutboxList, outboxText } from './outbox/outbox.tsx';
import { followPhoto } from './photo-first/photo-first.store.ts';
import { SavedReceiptDialog, useScene } from './result/result-dialog.tsx';

export function NewReceipt({ site }: { site: SiteProps }) {
  startSite(site);
  // Rendered once a receipt was chosen, so that the page appears sooner.
  const form = useRef<FormStore>(null);
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
        if (form.current) emptyForm(form.current);
        $refusal.set(null);
      }),
    [],
  );
  return (
    <div className="page page-narrow" data-unsent={!isIdle(state) || undefined}>
      <h1 className="page-title" tabIndex={-1}>
        Nova nota
      </h1>
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

function Step({ site, form }: { site: SiteProps; form: RefObject<FormStore | null> }) {
  const state = useStore($newReceipt);
  const { step } = state;
  const scene = useScene(step === 'sending' || step === 'saved', step === 'saved');
  switch (state.step) {
    case 'choosing':
      return state.file ? (
        <ChosenStep file={state.file} />
      ) : (
        <>
          <CaptureStep title="Envie a foto da nota" violation={state.violation} />
          <PhotoTips />
        </>
      );
    case 'offered':
      return <OfferedStep photo={state.photo} />;
    case 'reading':
      return <ReadingStep file={state.file} by={state.by} onCancel={cancelReading} />;
    case 'queued':
      return <QueuedStep lines={state.lines} />;
    case 'filling':
    case 'sending':
      form.current ??= createForm(receiptFormConfig(site));
      return (
        <FillingStep
          site={site}
          form={form.current}
          filling={state}
          isSending={state.step === 'sending'}
        />
      );
    case 'saved':
      return state.next ? (
        <AfterReceipt onDone={state.next === 'another' ? startAgain : goHome} />
      ) : (
        <SavedReceiptDialog
          site={site}
          receipt={state.receipt}
          scene={scene}
          onClose={() => leaveResult('home')}
          onAnother={() => leaveResult('another')}
        />
      );
    default:
      return state satisfies never;
  }
}

function startAgain(): void {
  clearReceipt();
  document.querySelector('h1')?.focus();
}

function goHome(): void {
  environment().navigate('/');
}

type PollView = ComponentType<{ moment: PollMoment; onDone: () => void }>;

function AfterReceipt({ onDone }: { onDone: () => void }) {
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

async function loadPollAfter() {
  const { PollAfter } = await import('../polls/poll-dialog.tsx');
  return PollAfter;
}

function SeriesNotice({ others }: { others: boolean }) {
  useEffect(() => inItsOwnTask(() => void loadSeries()), []);
  if (!useStore($seriesExhausted)) return null;
  return (
    <p className="message message-info" role="status">
      {seriesExhaustedSentence}
      {others && ' Sua nota ainda vale para as outras modalidades da promoção.'}
    </p>
  );
}
