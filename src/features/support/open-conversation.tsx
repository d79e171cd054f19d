import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SupportIncident } from '../../contract/support.ts';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { replyFormConfig } from './conversation.store.ts';
import { isResolved, threadOf } from './thread.ts';

/** SUP-08: a text longer than this gets a taller box. */
const longText = 100;

interface OpenConversationProps {
  incident: SupportIncident;
  token: string;
}

/** A conversation with support, and the box that goes on with it until it is resolved. */
export function OpenConversation({ incident, token }: OpenConversationProps) {
  return (
    <section className="panel" aria-label="Conversa">
      <p className="support-protocol">
        Protocolo <b>{incident.protocolNumber}</b>
      </p>
      <ol className="thread" aria-live="polite">
        {threadOf(incident).map(({ author, text, time }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
          <li key={place} className={author === 'Cliente' ? 'thread-own' : undefined}>
            <p>{text}</p>
            <small>{time ? `${author} · ${time}` : author}</small>
          </li>
        ))}
      </ol>
      {isResolved(incident) ? (
        <p className="thread-closed">Atendimento Encerrado</p>
      ) : (
        <Reply token={token} />
      )}
    </section>
  );
}

function Reply({ token }: { token: string }) {
  const [form] = useState(() => createForm(replyFormConfig(token)));
  const { step } = useStore(form.$step);
  const { description = '' } = useStore(form.$values);
  useEffect(() => {
    if (step === 'sent') form.reset();
  }, [step, form]);
  return (
    <Form form={form} className="thread-reply">
      <TextAreaField form={form} name="description" rows={description.length > longText ? 8 : 3} />
      <SubmitButton form={form}>Enviar</SubmitButton>
      <FormAlert form={form} />
    </Form>
  );
}
