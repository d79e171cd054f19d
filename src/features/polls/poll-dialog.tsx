import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Poll } from '../../contract/polls.ts';
import { notices } from '../../rules/messages.ts';
import { questionsOf } from '../../rules/polls.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { QuestionField } from '../../ui/question-field.tsx';
import { SentNotice } from '../../ui/sent-notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { pollFormConfig } from './polls.store.ts';

/** The poll as a dialog; closing it unanswered is allowed (POLL-11). */
export function PollDialog({ poll, onClose }: { poll: Poll; onClose: () => void }) {
  const [form] = useState(() => createForm(pollFormConfig(poll)));
  const sent = useStore(form.$step).step === 'sent';
  return (
    <Dialog title={poll.title} id="pesquisa" onClose={onClose}>
      {sent ? (
        <SentNotice onClose={onClose}>{notices.pollAnswered}</SentNotice>
      ) : (
        <Form form={form}>
          {questionsOf(poll).map((question) => (
            <QuestionField
              key={question.id}
              form={form}
              name={String(question.id)}
              question={question}
            />
          ))}
          <SubmitButton form={form}>Responder</SubmitButton>
          <FormAlert form={form} />
        </Form>
      )}
    </Dialog>
  );
}
