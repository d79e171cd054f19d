import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Poll, PollMoment } from '../../contract/polls.ts';
import { environment } from '../../environment.ts';
import { mascotImage, newReceiptPath } from '../../paths.ts';
import { questionsOf } from '../../rules/campaign/polls.ts';
import { notices } from '../../rules/sentences/messages.ts';
import { QuestionField } from '../../ui/choice-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { Loading } from '../../ui/loading.tsx';
import { SentNotice } from '../../ui/outcome.tsx';
import { findOpenPoll, pollFormConfig } from './polls.ts';

function PollDialog({ poll, onClose }: { poll: Poll; onClose: () => void }) {
  const [form] = useState(() => createForm(pollFormConfig(poll)));
  const isSent = useStore(form.$step).step === 'sent';
  return (
    <Dialog title={poll.title} id="pesquisa" figure={mascotImage('acena')} onClose={onClose}>
      {isSent ? (
        <SentNotice figure={mascotImage('comemora')} onClose={onClose}>
          {notices.pollAnswered}
        </SentNotice>
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

interface PollAfterProps {
  moment: PollMoment;
  /** Called once, when the poll is answered or closed, or when there is none. */
  onDone: () => void;
}

export function PollAfter({ moment, onDone }: PollAfterProps) {
  const [poll, setPoll] = useState<Poll | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    findOpenPoll(moment).then((found) => {
      if (isUnmounted) return;
      if (found) setPoll(found);
      else onDone();
    });
    return () => {
      isUnmounted = true;
    };
  }, [moment, onDone]);
  if (poll) return <PollDialog poll={poll} onClose={onDone} />;
  return <Loading />;
}

export async function openSignUpPoll() {
  const poll = await findOpenPoll('AFTER_CONSUMER_REGISTER');
  if (poll) return () => <PollDialog poll={poll} onClose={goToNewReceipt} />;
  goToNewReceipt();
  return null;
}

function goToNewReceipt(): void {
  environment().navigate(newReceiptPath, 'replace');
}
