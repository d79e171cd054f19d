import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { newPasswordFormConfig } from './password.store.ts';

interface NewPasswordFormProps {
  code: string;
  /** Where to sign in afterwards. */
  signIn: string;
}

export function NewPasswordForm({ code, signIn }: NewPasswordFormProps) {
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

/** The focus goes on to the link, the button it was on being gone. */
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
