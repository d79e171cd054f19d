import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { mascotPath, resetPasswordDialog, signInPath } from '../../paths.ts';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { $link, newPasswordFormConfig, readLink } from './password.store.ts';

interface NewPasswordProps {
  site: SiteProps;
  /** Address of the campaign's own drawing; without one the figure says how it went. */
  picture: string | null;
}

const poses = { unread: 'acena', open: 'acena', spent: 'duvida', saved: 'comemora' } as const;

export function NewPassword({ site, picture }: NewPasswordProps) {
  startSite(site);
  const link = useStore($link, { ssr: 'initial' });
  useEffect(() => readLink(window.location.search), []);
  return (
    <div className="join">
      <div className="pitch">
        <h1 className="page-title">Crie sua senha</h1>
        <img
          className={picture ? 'wink' : 'wink wink-disc'}
          src={picture ?? mascotPath(poses[link.state])}
          width="320"
          height="300"
          alt=""
        />
      </div>
      <section className="panel">
        {link.state === 'unread' && <Loading />}
        {link.state === 'spent' && <SpentLink />}
        {link.state === 'open' && <NewPasswordForm code={link.code} />}
        {link.state === 'saved' && <Saved signIn={signInPath(site.hotsite.login)} />}
      </section>
    </div>
  );
}

function SpentLink() {
  return (
    <>
      <p className="message message-danger" role="alert">
        Este link já foi usado ou expirou.
      </p>
      <p>Cada link serve para uma senha e vale por 1 hora. O novo chega no e-mail do cadastro.</p>
      <a className="button button-wide" href={resetPasswordDialog}>
        Pedir um novo link
      </a>
    </>
  );
}

function NewPasswordForm({ code }: { code: string }) {
  const [form] = useState(() => createForm(newPasswordFormConfig(code)));
  return (
    <Form form={form}>
      <PasswordField
        form={form}
        name="password"
        autoComplete="new-password"
        hint="No mínimo 6 caracteres, com uma letra minúscula e uma maiúscula"
      />
      <SubmitButton form={form}>Salvar</SubmitButton>
      <FormAlert form={form} />
    </Form>
  );
}

/** The button that had the focus is gone, so the focus moves to the link. */
function Saved({ signIn }: { signIn: string }) {
  const enter = useRef<HTMLAnchorElement>(null);
  useEffect(() => enter.current?.focus(), []);
  return (
    <>
      <p className="message message-success" role="status">
        Sua senha foi salva.
      </p>
      <a className="button button-wide" ref={enter} href={signIn}>
        Entrar
      </a>
    </>
  );
}
