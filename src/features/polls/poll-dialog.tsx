import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Poll } from '../../contract/polls.ts';
import { notices } from '../../rules/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { SentNotice } from '../../ui/sent-notice.tsx';
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
        <SentNotice onClose={onClose}>{notices.pollAnswered}</SentNotice>
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
