import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { environment, type SiteProps } from '../../environment.ts';
import {
  contactDialog,
  createPasswordDialog,
  forgotPasswordDialog,
  overThisPage,
  signUpDialog,
} from '../../paths.ts';
import { isOn } from '../../rules/campaign/parameters.ts';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { PasswordField, TextField } from '../../ui/inputs.tsx';
import { $signInRefusal, isNewAccount, signInFormConfig } from './sign-in.store.ts';

export function SignInForm({ site }: { site: SiteProps }) {
  const [form] = useState(() => createForm(signInFormConfig()));
  const refusal = useStore($signInRefusal);
  const { pageUrl } = environment();
  const [isNew, setNew] = useState(false);
  useEffect(() => setNew(isNewAccount()), []);
  return (
    <Form form={form}>
      {isNew && !refusal && (
        <p className="message message-success" role="status">
          Seu cadastro está pronto. Digite sua senha para entrar.
        </p>
      )}
      {refusal && (
        <p className="message message-danger" role="alert">
          {refusal}
        </p>
      )}
      <TextField form={form} name="email" type="email" autoComplete="username" />
      <PasswordField form={form} name="password" autoComplete="current-password" />
      <p>
        <a href={pageUrl(overThisPage(forgotPasswordDialog))}>Esqueceu sua senha?</a>
      </p>
      <SubmitButton form={form}>Entrar</SubmitButton>
      {site.hotsite.registration.enabled && (
        <p className="form-links">
          <a href={pageUrl(signUpDialog)}>Não tem uma conta? Cadastrar</a>
        </p>
      )}
      {isOn(site.campaign, 'WHATSAPP_BOT_ENABLED') && (
        <p className="form-links">
          <a href={pageUrl(overThisPage(createPasswordDialog))}>
            Fez seu cadastro pelo WhatsApp? Crie sua senha
          </a>
        </p>
      )}
      <FormAlert form={form} />
    </Form>
  );
}

export function NoSignIn() {
  return (
    <>
      <p>
        No momento não é possível entrar na sua conta por aqui. Em caso de dúvidas, fale conosco.
      </p>
      <a className="button button-wide" href={contactDialog}>
        Fale conosco
      </a>
    </>
  );
}
