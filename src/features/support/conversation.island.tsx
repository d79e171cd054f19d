import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { contactDialog, faqPath, mascotImage, myReceiptsPath, overThisPage } from '../../paths.ts';
import { supportAuthors } from '../../rules/messages/labels.ts';
import { notices } from '../../rules/messages/messages.ts';
import { firstName } from '../../rules/people/person-fields.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { TextField } from '../../ui/inputs.tsx';
import { useHydrated } from '../../ui/loading.tsx';
import { TextAreaField } from '../../ui/rarer-inputs.tsx';
import { breakableEmail } from '../../ui/status.tsx';
import {
  $author,
  $conversation,
  awaitsAnswer,
  type Conversation,
  commentsOf,
  createReplyForm,
  followAuthor,
  followConversation,
  isResolved,
  leaveConversation,
  searchFormConfig,
  tokenOf,
} from './conversation.store.ts';

/** The word joiner keeps a line from ending after the hyphen. */
const unbrokenEmail = 'e-\u2060mail';

export function ConversationPage({ site }: { site: SiteProps }) {
  startSite(site);
  const isHydrated = useHydrated();
  // Read once, because opening a dialog changes the fragment.
  const token = useMemo(() => (isHydrated ? tokenOf(window.location) : ''), [isHydrated]);
  const conversation = useStore($conversation, { ssr: 'initial' });
  useEffect(followAuthor, []);
  if (conversation.state === 'shown') {
    return <ShownConversation {...conversation} token={token} />;
  }
  return (
    <div className="page page-panel">
      <div className="split-panel split-panel-brief">
        <div className="split-panel-intro">
          <h1 className="page-title">Atendimento</h1>
          <img className="split-panel-figure split-panel-disc" {...mascotImage('acena')} alt="" />
          <p className="split-panel-lead">
            {token
              ? 'A conversa fica guardada aqui.'
              : `Conte o que houve: a\u00a0resposta chega no seu ${unbrokenEmail}.`}
          </p>
        </div>
        <Entrance token={token} hasNoLink={isHydrated && token === ''} />
      </div>
      {conversation.state === 'missing' && <NotFoundDialog />}
    </div>
  );
}

function Entrance({ token, hasNoLink }: { token: string; hasNoLink: boolean }) {
  const author = useStore($author, { ssr: 'initial' });
  const consumer = author.state === 'loaded' ? author.value : null;
  const givenName = consumer && firstName(consumer);
  const greeting = givenName ? `Olá, ${givenName}!` : '';
  const email = consumer?.email ?? '';
  return (
    <section className="panel">
      {hasNoLink ? (
        <WithoutLink email={email} greeting={greeting} />
      ) : (
        <>
          {greeting && <p className="support-greeting">{greeting}</p>}
          <h2 className="form-section">Continue a conversa</h2>
          <p>
            {email
              ? `Falou conosco com outro ${unbrokenEmail}? Troque o que está aqui.`
              : `Digite o ${unbrokenEmail} com que você falou conosco.`}
          </p>
        </>
      )}
      {token !== '' && <Search token={token} email={email} />}
    </section>
  );
}

function NotFoundDialog() {
  return (
    <Dialog
      title={notices.supportNotFound}
      className="dialog-calm"
      figure={mascotImage('duvida')}
      cross={false}
      onClose={leaveConversation}
    >
      <p>
        Confira se o {unbrokenEmail} é o mesmo com que você nos escreveu, e se o link está inteiro.
      </p>
      <button type="button" className="button button-wide" onClick={leaveConversation}>
        Fechar
      </button>
    </Dialog>
  );
}

function WithoutLink({ email, greeting }: { email: string; greeting: string }) {
  const write = (
    <a className="button button-wide" href={overThisPage(contactDialog)}>
      Fale conosco
    </a>
  );
  const search = (
    <p className="form-links">
      <a href={faqPath}>Procurar nas perguntas frequentes</a>
    </p>
  );
  const goOn = (
    <>
      <h2 className="form-section">Já escreveu para nós?</h2>
      <p>Para continuar a conversa, abra o link que enviamos por {unbrokenEmail}.</p>
    </>
  );
  if (email) {
    return (
      <>
        <h2 className="form-section">
          {greeting && (
            <>
              {greeting} <br />
            </>
          )}
          Como podemos ajudar?
        </h2>
        <p>
          A resposta chega em <b>{breakableEmail(email)}</b>.
        </p>
        {write}
        <p className="form-links">
          <a href={myReceiptsPath}>Ver o que houve com as minhas notas</a>
        </p>
        {search}
        {goOn}
      </>
    );
  }
  return (
    <>
      <h2 className="form-section">Ainda não escreveu?</h2>
      {write}
      {search}
      {goOn}
    </>
  );
}

function Search({ token, email }: { token: string; email: string }) {
  const [form] = useState(() => createForm(searchFormConfig(token)));
  const known = useRef('');
  useEffect(() => {
    const { email: typed = '' } = form.$values.get();
    // The address of who has signed out since, perhaps in another tab, is not left to the next person.
    if (typed === '' || typed === known.current) form.change('email', email);
    known.current = email;
  }, [email, form]);
  return (
    <Form form={form}>
      <TextField form={form} name="email" type="email" autoComplete="email" />
      <SubmitButton form={form}>Buscar conversa</SubmitButton>
      <FormAlert form={form} />
    </Form>
  );
}

const longText = 100;

type ShownConversationProps = Extract<Conversation, { state: 'shown' }> & { token: string };

export function ShownConversation({ incident, unsentBecause, token }: ShownConversationProps) {
  useEffect(() => followConversation(token), [token]);
  const title = useRef<HTMLHeadingElement>(null);
  const isResolvedNow = isResolved(incident);
  // The search, or the message box, is gone with the focus.
  useEffect(() => title.current?.focus({ preventScroll: isResolvedNow }), [isResolvedNow]);
  return (
    <div className="page support">
      <h1 className="page-title" tabIndex={-1} ref={title}>
        Atendimento
      </h1>
      <div className="support-head on-rays">
        <div>
          <p className="support-protocol">
            Protocolo <b>{incident.protocolNumber}</b>
          </p>
          <p className="support-promise">
            {isResolvedNow && (
              <>
                Precisa de algo mais? <a href={overThisPage(contactDialog)}>Fale conosco</a>
              </>
            )}
            {awaitsAnswer(incident) && (
              <>
                Enquanto a resposta não chega, <a href={faqPath}>veja as perguntas frequentes</a>.
              </>
            )}
            {!isResolvedNow &&
              !awaitsAnswer(incident) &&
              'Já respondemos. Se\u00a0precisar, escreva de\u00a0novo.'}
          </p>
        </div>
        <img {...mascotImage('acena')} alt="" />
      </div>
      <section className="panel chat" aria-label="Conversa">
        <Thread incident={incident} />
        <div role="status">
          {awaitsAnswer(incident) && (
            <p className="thread-note">
              Recebemos a sua mensagem. A resposta aparece aqui, e avisamos no seu e-mail.
            </p>
          )}
        </div>
        {isResolvedNow ? (
          <>
            <p className="thread-closed">Atendimento Encerrado</p>
            {unsentBecause && (
              <p className="message message-info" role="alert">
                {unsentBecause === 'refused' && `${notices.supportNotSent}. `}O que você escreveu
                está em <a href={overThisPage(contactDialog)}>Fale conosco</a>.
              </p>
            )}
          </>
        ) : (
          <Reply token={token} />
        )}
      </section>
    </div>
  );
}

function Thread({ incident }: Pick<ShownConversationProps, 'incident'>) {
  return (
    <ol className="thread" aria-live="polite">
      {[...commentsOf(incident).entries()].map(([index, { author, text, name, time }]) => (
        <li key={index} className={author === 'CONSUMER' ? 'thread-own' : undefined}>
          {author !== 'CONSUMER' && <Face />}
          <p>{text}</p>
          <small>{[supportAuthors[author], name, time].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ol>
  );
}

function Face() {
  return <img className="figure-disc" {...mascotImage('acena')} alt="" />;
}

function Reply({ token }: { token: string }) {
  const [form] = useState(() => createReplyForm(token));
  const { description = '' } = useStore(form.$values);
  return (
    <Form form={form} className="thread-reply">
      <TextAreaField form={form} name="description" rows={description.length > longText ? 8 : 2} />
      <SubmitButton form={form} className="button">
        Enviar
      </SubmitButton>
      <FormAlert form={form} />
    </Form>
  );
}
