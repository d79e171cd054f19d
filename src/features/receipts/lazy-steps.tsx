import { useStore } from '@nanostores/react';
import type { ReactNode, RefObject } from 'react';
import { environment, type ReceiptSite } from '../../environment.ts';
import { useFocusOnMount } from '../../ui/focus.ts';
import { createForm, type FormStore } from '../../ui/form.ts';
import { PollAfterReceipt, usePreparedPoll } from '../polls/poll-after-receipt.tsx';
import { ReceiptCamera } from './camera/receipt-camera.tsx';
import { FillingStep } from './form/filling-step.tsx';
import {
  emptyFormOnAbandon,
  isFormFree,
  receiptFormConfig,
  resumeCorrection,
  startAgain,
  startCorrection,
} from './form/receipt-form.store.ts';
import {
  $newReceipt,
  $receiptToCorrect,
  chooseFile,
  choosePhoto,
  lacksItsFile,
  leaveResult,
  type NewReceiptState,
  onLeave,
} from './new-receipt.store.ts';
import { $outbox } from './outbox/outbox.store.ts';
import { OutboxList } from './outbox/outbox.tsx';
import { isWaiting, outboxText, queuedText } from './outbox/outbox-texts.ts';
import { SavedReceiptDialog, useScene } from './result/result-dialog.tsx';

/** Few visits begin with one of these steps, so this script loads once the page is live. */
export type LazyStepState = Exclude<
  NewReceiptState,
  { step: 'choosing' | 'chosen' | 'offered' | 'reading' }
>;

interface LazyStepProps {
  site: ReceiptSite;
  form: RefObject<FormStore | null>;
  state: LazyStepState;
}

export function LazyStep({ site, form, state }: LazyStepProps) {
  const isWanted = state.step === 'sending' || state.step === 'saved';
  const scene = useScene({ isWanted, isShown: state.step === 'saved' });
  const preparedPoll = usePreparedPoll(isWanted);
  switch (state.step) {
    case 'queued':
      return (
        <QueuedStep {...queuedText(state.failure)}>
          <UnsentReceipts site={site} isExplained />
        </QueuedStep>
      );
    case 'filling':
    case 'sending':
      form.current ??= createForm(receiptFormConfig(site));
      return <FillingStep site={site} form={form.current} filling={state} />;
    case 'saved':
      return state.next ? (
        <PollAfterReceipt
          prepared={preparedPoll}
          onDone={state.next === 'another' ? startAgain : goHome}
        />
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

/** Continues a correction, and empties the form of a receipt that is given up. @returns an end to that */
export function followForm(form: LazyStepProps['form']): () => void {
  const { report } = environment();
  const stopEmptying = emptyFormOnAbandon(form);
  const stopResuming = $newReceipt.subscribe((state) => {
    if (lacksItsFile(state)) resumeCorrection().catch(report);
  });
  return () => {
    stopEmptying();
    stopResuming();
  };
}

interface UnsentReceiptsProps {
  site: ReceiptSite;
  isExplained?: boolean;
}

export function UnsentReceipts({ site, isExplained = false }: UnsentReceiptsProps) {
  // The form may be free as soon as this changes.
  useStore($newReceipt);
  return (
    <OutboxList
      site={site}
      corrected={useStore($receiptToCorrect)?.id}
      isExplained={isExplained}
      onCorrect={isFormFree() ? startCorrection : null}
    />
  );
}

export const storedReceiptsText = outboxText;

type QueuedStepProps = ReturnType<typeof queuedText> & { children: ReactNode };

function QueuedStep({ lead, text, reason, children }: QueuedStepProps) {
  const focusTarget = useFocusOnMount<HTMLParagraphElement>();
  const hasWaiting = useStore($outbox).some(isWaiting);
  return (
    <>
      {hasWaiting && (
        <p className="message message-info" tabIndex={-1} ref={focusTarget}>
          {lead && (
            <>
              <b>{lead}</b>{' '}
            </>
          )}
          {text}
          {reason && (
            <>
              {' '}
              <small>{reason}</small>
            </>
          )}
        </p>
      )}
      {children}
      <ReceiptCamera
        title="Envie a foto da próxima nota"
        violation={null}
        onlyAfterPress
        onFile={chooseFile}
        onPhoto={choosePhoto}
        onLeave={onLeave}
      />
    </>
  );
}

/** Back from the back/forward cache, this page is loaded anew and begins the next receipt. */
function goHome(): void {
  const result = $newReceipt.get();
  const reload = () => $newReceipt.get() === result && window.location.reload();
  window.addEventListener('pageshow', reload, { once: true });
  environment().navigate('/');
}
