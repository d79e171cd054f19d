import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Poll, PollMoment } from '../../contract/polls.ts';
import { environment } from '../../environment.ts';
import { mascotImage, newReceiptPath } from '../../paths.ts';
import { pollTimeoutMs, questionsOf } from '../../rules/campaign/polls.ts';
import { notices } from '../../rules/messages/messages.ts';
import { QuestionField } from '../../ui/choice-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, ShortFormNote, SubmitButton } from '../../ui/form-parts.tsx';
import { SentNotice } from '../../ui/status.tsx';
import { findOpenPoll, pollFormConfig, pollOfMoment } from './polls.ts';

interface OpenPollProps {
  /** Words of the button, where closing leads to another page. */
  next?: string;
  onClose: () => void;
}

function PollDialog({ poll, next, onClose }: OpenPollProps & { poll: Poll }) {
  const [form] = useState(() => createForm(pollFormConfig(poll)));
  const isSent = useStore(form.$step).step === 'sent';
  const answers = useStore(form.$values);
  const questions = questionsOf(poll);
  const missing = questions.filter(({ id }) => !answers[id]).length;
  return (
    <Dialog
      title={isSent ? 'Obrigado!' : poll.title}
      id="pesquisa"
      figure={mascotImage('acena')}
      onClose={onClose}
    >
      {isSent ? (
        <SentNotice figure={mascotImage('comemora')} next={next} onClose={onClose}>
          {notices.pollAnswered}
        </SentNotice>
      ) : (
        <Form form={form}>
          {questions.map((question) => (
            <QuestionField
              key={question.id}
              form={form}
              name={String(question.id)}
              question={question}
            />
          ))}
          <SubmitButton form={form}>Responder</SubmitButton>
          <ShortFormNote form={form}>
            {missing > 0 && (missing === 1 ? 'Falta 1 resposta' : `Faltam ${missing} respostas`)}
          </ShortFormNote>
          <p className="form-links">
            <button type="button" className="button-link" onClick={onClose}>
              Agora não
            </button>
          </p>
          <FormAlert form={form} />
        </Form>
      )}
    </Dialog>
  );
}

export async function preparePoll(moment: PollMoment) {
  const poll = await pollOfMoment(moment);
  return () => openPoll(poll);
}

async function openPoll(found: Poll | null | Promise<Poll | null>) {
  const poll = await findOpenPoll(found);
  if (!poll) return null;
  return (props: OpenPollProps) => <PollDialog {...props} poll={poll} />;
}

export async function openSignUpPoll() {
  const late = new Promise<null>((resolve) => setTimeout(resolve, pollTimeoutMs, null));
  const found = openPoll(pollOfMoment('AFTER_CONSUMER_REGISTER'));
  const SignUpPoll = await Promise.race([found, late]);
  if (SignUpPoll)
    return () => <SignUpPoll next="Enviar a primeira nota" onClose={goToNewReceipt} />;
  goToNewReceipt();
  return null;
}

function goToNewReceipt(): void {
  environment().navigate(newReceiptPath, 'replace');
}
