import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ReceiptSite } from '../../environment.ts';
import { useFocusOnMount } from '../../ui/focus.ts';
import { PollAfterReceipt, usePreparedPoll } from '../polls/poll-after-receipt.tsx';
import { ReceiptCamera } from './camera/receipt-camera.tsx';
import { onClockCheck } from './follow-receipt-page.ts';
import { FillingStep } from './form/filling-step.tsx';
import {
  followReceiptForm,
  goHome,
  isFormFree,
  receiptForm,
  startCorrection,
} from './form/receipt-form.store.ts';
import {
  $newReceipt,
  $receiptToCorrect,
  abandonReceipt,
  chooseFile,
  choosePhoto,
  leaveResult,
  type NewReceiptState,
} from './new-receipt.store.ts';
import { $outbox } from './outbox/outbox.store.ts';
import { OutboxList } from './outbox/outbox.tsx';
import { isWaiting, outboxText, queuedText } from './outbox/outbox-texts.ts';
import { SavedReceiptDialog, useScene } from './result/result-dialog.tsx';

export { followReceiptForm, outboxText };

/** Few visits begin with one of these steps, so this script loads once the page is live. */
export type LazyStepState = Exclude<
  NewReceiptState,
  { step: 'choosing' | 'chosen' | 'offered' | 'reading' }
>;

interface LazyStepProps {
  site: ReceiptSite;
  state: LazyStepState;
}

export function LazyStep({ site, state }: LazyStepProps) {
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
      return <FillingStep site={site} form={receiptForm()} state={state} />;
    case 'saved':
      return state.next ? (
        <PollAfterReceipt
          prepared={preparedPoll}
          onDone={state.next === 'another' ? abandonReceipt : goHome}
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
        onClockCheck={onClockCheck}
      />
    </>
  );
}
