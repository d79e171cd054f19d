import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { homePath, type MascotPose, mascotPath, signInPath } from '../../paths.ts';
import { notices, passwordMailNote } from '../../rules/messages/messages.ts';
import { useFocusOnMount } from '../../ui/focus.ts';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { PasswordField, passwordHint, TextField } from '../../ui/inputs.tsx';
import { Loading } from '../../ui/loading.tsx';
import {
  $resetLink,
  newLinkFormConfig,
  newPasswordFormConfig,
  type ResetLink,
  readLink,
} from './password.store.ts';

interface NewPasswordProps {
  site: SiteProps;
  /** Address of the campaign's own drawing; without one the figure says how it went. */
  picture: string | null;
}

interface PageHead {
  pose: MascotPose;
  title: string;
  /** Shown beside the form where there is room; the form says the same where one needs it. */
  lead: string;
}

const choosing: PageHead = {
  pose: 'acena',
  title: 'Crie sua senha',
  lead: 'Escolha uma que só você saiba.',
};

const heads: Readonly<Record<ResetLink['state'], PageHead>> = {
  unread: choosing,
  open: choosing,
  spent: {
    pose: 'duvida',
    title: 'Este link não vale mais',
    lead: 'Sem problema: pedir outro leva um minuto.',
  },
  requested: { pose: 'comemora', title: 'Confira seu e-mail', lead: 'Falta só abrir o link.' },
  saved: { pose: 'comemora', title: 'Tudo pronto!', lead: 'Agora é só entrar e participar.' },
  unsure: { pose: 'duvida', title: 'A conexão caiu', lead: 'Sem problema: é só entrar.' },
};

export function NewPassword({ site, picture }: NewPasswordProps) {
  startSite(site);
  const link = useStore($resetLink, { ssr: 'initial' });
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => readLink(window.location.search), []);
  if (link.state === 'open' && !wasOpen) setWasOpen(true);
  const { pose, title, lead } = heads[link.state];
  useEffect(() => {
    const built = document.title;
    document.title = built.replace(choosing.title, title);
    return () => {
      document.title = built;
    };
  }, [title]);
  return (
    <div className="split-panel split-panel-brief">
      <div className="split-panel-intro">
        <h1 className="page-title">{title}</h1>
        <img
          className={picture ? 'split-panel-figure' : 'split-panel-figure split-panel-disc'}
          src={picture ?? mascotPath(pose)}
          width="320"
          height="300"
          alt=""
        />
        <p className="split-panel-lead">{lead}</p>
      </div>
      <section className="panel">
        {link.state === 'unread' && <Loading />}
        {link.state === 'spent' && <SpentLink takesFocus={wasOpen} />}
        {link.state === 'open' && <NewPasswordForm code={link.code} />}
        {link.state === 'requested' && <Requested />}
        {(link.state === 'saved' || link.state === 'unsure') && (
          <Saved signIn={signInPath(site.hotsite.login)} isSure={link.state === 'saved'} />
        )}
      </section>
    </div>
  );
}

function SpentLink({ takesFocus }: { takesFocus: boolean }) {
  const [form] = useState(() => createForm(newLinkFormConfig()));
  const notice = useFocusOnMount<HTMLParagraphElement>(takesFocus);
  return (
    <>
      <p className="message message-info" role="alert" tabIndex={-1} ref={notice}>
        Este link já foi usado ou expirou.
      </p>
      <Form form={form}>
        <p>
          Cada link serve para uma senha e vale por 1 hora. Para receber outro, informe o e-mail do
          cadastro.
        </p>
        <TextField form={form} name="email" type="email" autoComplete="email" />
        <SubmitButton form={form}>Enviar novo link</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </>
  );
}

function Requested() {
  const notice = useFocusOnMount<HTMLParagraphElement>();
  return (
    <>
      <p className="message message-success" role="status" tabIndex={-1} ref={notice}>
        {notices.passwordMailSent}
      </p>
      <p>{passwordMailNote}</p>
      <a className="button button-secondary button-wide" href={homePath}>
        Ir para o início
      </a>
    </>
  );
}

function NewPasswordForm({ code }: { code: string }) {
  const [form] = useState(() => createForm(newPasswordFormConfig(code)));
  return (
    <Form form={form}>
      <PasswordField form={form} name="password" autoComplete="new-password" hint={passwordHint} />
      <SubmitButton form={form}>Salvar</SubmitButton>
      <FormAlert form={form} />
    </Form>
  );
}

/** The button that had the focus is gone, so the focus moves to the link. */
function Saved({ signIn, isSure }: { signIn: string; isSure: boolean }) {
  const enter = useFocusOnMount<HTMLAnchorElement>();
  return (
    <>
      {isSure ? (
        <p className="message message-success" role="status">
          Sua senha foi salva.
        </p>
      ) : (
        <p className="message message-info" role="status">
          Sua senha nova já deve estar salva.
        </p>
      )}
      <a className="button button-wide" ref={enter} href={signIn}>
        Entrar
      </a>
      {!isSure && <p>Não deu certo? Ao entrar, escolha “Esqueceu sua senha?”.</p>}
    </>
  );
}
