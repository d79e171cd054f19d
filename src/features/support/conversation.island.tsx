import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { notices } from '../../rules/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { useHydrated } from '../../ui/hydrated.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  $conversation,
  closeConversation,
  searchFormConfig,
  tokenOf,
} from './conversation.store.ts';
import { OpenConversation } from './open-conversation.tsx';

/** The page `/atendimento/{token}`. */
export function Conversation({ site }: { site: SiteProps }) {
  startSite(site);
  const isHere = useHydrated();
  // Once: dialogs have addresses, too.
  const token = useMemo(() => (isHere ? tokenOf(window.location) : ''), [isHere]);
  const conversation = useStore($conversation, { ssr: 'initial' });
  return (
    <div className="page page-narrow">
      <h1 className="page-title">Atendimento</h1>
      {conversation.state === 'open' ? (
        <OpenConversation incident={conversation.incident} token={token} />
      ) : (
        isHere && <Search token={token} />
      )}
      {conversation.state === 'missing' && (
        <Dialog title={notices.supportNotFound} cross={false} onClose={closeConversation}>
          <p>Confira o endereço que veio no email e o email informado.</p>
          <button type="button" className="button button-wide" onClick={closeConversation}>
            Fechar
          </button>
        </Dialog>
      )}
    </div>
  );
}

function Search({ token }: { token: string }) {
  const [form] = useState(() => createForm(searchFormConfig(token)));
  return (
    <section className="panel">
      <Form form={form}>
        <TextField form={form} name="email" type="email" autoComplete="email" />
        <SubmitButton form={form}>Buscar conversa</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </section>
  );
}
