import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { forgotPasswordDialog, mascotImage, overThisPage } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { PasswordField } from '../../ui/inputs.tsx';
import {
  $accountEmail,
  $passwordQuestion,
  closePasswordQuestion,
  followAccountEmail,
  passwordQuestionFormConfig,
} from './password-question.store.ts';

export function PasswordQuestion() {
  const { state } = useStore($passwordQuestion, { ssr: 'initial' });
  return state === 'open' && <PasswordDialog />;
}

/** Names the account to the browser's password manager, which may know several of a family. */
export function AccountName() {
  const email = useStore($accountEmail);
  useEffect(followAccountEmail, []);
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

function PasswordDialog() {
  const [form] = useState(() => createForm(passwordQuestionFormConfig()));
  return (
    <Dialog
      title="Confirme sua senha"
      id="confirmar-senha"
      figure={mascotImage('acena')}
      onClose={closePasswordQuestion}
    >
      <Form form={form}>
        <p>Para a sua segurança, digite de novo a senha da sua conta.</p>
        <PasswordField form={form} name="password" autoComplete="current-password" />
        <AccountName />
        <p>
          <a href={overThisPage(forgotPasswordDialog)}>Esqueceu sua senha?</a>
        </p>
        <SubmitButton form={form}>Confirmar</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}
