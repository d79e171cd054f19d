import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { createForm, type Form } from '../../ui/form.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { AfterReceipt } from './after-receipt.tsx';
import { ChosenStep } from './chosen-step.tsx';
import { canEdit, editRefused, resumeCorrection } from './correct-receipt.store.ts';
import { FilePicker } from './file-picker.tsx';
import { FillingStep } from './filling-step.tsx';
import { KeptStep } from './kept-step.tsx';
import {
  $corrected,
  $emptied,
  $newReceipt,
  cancelReading,
  chooseFile,
  closeResult,
  goHome,
  startReceipt,
} from './new-receipt.store.ts';
import { newReceiptText } from './new-receipt-text.ts';
import { ReadingStep } from './reading-step.tsx';
import { $refusal, receiptFormConfig } from './save-receipt.store.ts';
import { SavedReceiptDialog } from './saved-receipt-dialog.tsx';
import { SeriesNotice } from './series-notice.tsx';
import { emptyForm } from './use-read-fields.ts';
import { WaitingList } from './waiting-list.tsx';
import { $outbox, startWaitingReceipts } from './waiting-receipts.store.ts';
import { waitingText } from './waiting-text.ts';

/** The page `/nova-nota`: from a file to a saved receipt, its result, and a poll. */
export function NewReceipt({ site }: { site: SiteProps }) {
  startSite(site);
  const [form] = useState(() => createForm(receiptFormConfig(site)));
  const state = useStore($newReceipt);
  const waiting = useStore($outbox);
  const corrected = useStore($corrected);
  useEffect(startReceipt, []);
  useEffect(startWaitingReceipts, []);
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
    <div className="page page-narrow" data-unsent={state.step !== 'choosing' || undefined}>
      <h1 className="page-title">Nova nota</h1>
      <LiveRegion text={newReceiptText(state, corrected !== null) || waitingText(waiting)} />
      <SeriesNotice others={site.campaign.engines.some(({ type }) => type !== 'DRAW')} />
      <Step site={site} form={form} />
      <WaitingList
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
      return (
        <FilePicker title="Envie a foto da nota" violation={state.violation} onFile={chooseFile} />
      );
    case 'chosen':
      return <ChosenStep file={state.file} />;
    case 'reading':
      return <ReadingStep file={state.file} by={state.by} onCancel={cancelReading} />;
    case 'kept':
      return <KeptStep lines={state.lines} />;
    case 'filling':
      return <FillingStep site={site} form={form} filling={state} />;
    case 'saved':
      return <SavedReceiptDialog site={site} receipt={state.receipt} onClose={closeResult} />;
    case 'leaving':
      return <AfterReceipt onDone={goHome} />;
    default:
      return state satisfies never;
  }
}
