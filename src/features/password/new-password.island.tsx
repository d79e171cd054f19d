import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { resetPasswordDialog, signInPath } from '../../paths.ts';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Loading } from '../../ui/status.tsx';
import { $link, newPasswordFormConfig, readLink } from './password.store.ts';

export function NewPassword({ site }: { site: SiteProps }) {
  startSite(site);
  const link = useStore($link, { ssr: 'initial' });
  useEffect(() => readLink(window.location.search), []);
  return (
    <section className="panel">
      <h1 className="page-title">Crie sua senha</h1>
      {link.state === 'unread' && <Loading />}
      {link.state === 'spent' && <SpentLink />}
      {link.state === 'open' && (
        <NewPasswordForm code={link.code} signIn={signInPath(site.hotsite.login)} />
      )}
    </section>
  );
}

function SpentLink() {
  return (
    <>
      <p className="message message-danger" role="alert">
        Este link já foi usado ou expirou.
      </p>
      <a className="button button-wide" href={resetPasswordDialog}>
        Pedir um novo link
      </a>
    </>
  );
}

interface NewPasswordFormProps {
  code: string;
  signIn: string;
}

function NewPasswordForm({ code, signIn }: NewPasswordFormProps) {
  const [form] = useState(() => createForm(newPasswordFormConfig(code)));
  const { step } = useStore(form.$step);
  if (step === 'sent') return <Saved signIn={signIn} />;
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
function Saved({ signIn }: Pick<NewPasswordFormProps, 'signIn'>) {
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
