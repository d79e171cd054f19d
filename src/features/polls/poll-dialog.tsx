import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Poll } from '../../contract/polls.ts';
import { notices } from '../../rules/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { PollQuestion } from './poll-question.tsx';
import { pollRecipe, questionsOf } from './polls.store.ts';

/** The poll as a dialog; closing it unanswered is allowed (POLL-11). */
export function PollDialog({ poll, onClose }: { poll: Poll; onClose: () => void }) {
  const [form] = useState(() => createForm(pollRecipe(poll)));
  const sent = useStore(form.$step).step === 'sent';
  return (
    <Dialog title={poll.title} id="pesquisa" onClose={onClose}>
      {sent ? (
        <Thanks onClose={onClose} />
      ) : (
        <Form form={form}>
          {questionsOf(poll).map((question) => (
            <PollQuestion key={question.id} form={form} question={question} />
          ))}
          <SubmitButton form={form}>Responder</SubmitButton>
          <FormAlert form={form} />
        </Form>
      )}
    </Dialog>
  );
}

/** POLL-06; the focus goes on to the button, the one it was on being gone. */
function Thanks({ onClose }: { onClose: () => void }) {
  const ok = useRef<HTMLButtonElement>(null);
  useEffect(() => ok.current?.focus(), []);
  return (
    <>
      <p className="message message-success" role="status">
        {notices.pollAnswered}
      </p>
      <button type="button" className="button button-wide" ref={ok} onClick={onClose}>
        Ok
      </button>
    </>
  );
}
