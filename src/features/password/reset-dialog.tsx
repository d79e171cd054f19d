import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type MascotPose, mascotImage } from '../../paths.ts';
import { notices, passwordMailNote } from '../../rules/messages/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { TextField } from '../../ui/inputs.tsx';
import { SentNotice } from '../../ui/status.tsx';
import { resetFormConfig } from './password.store.ts';

interface ResetDialogProps {
  onClose: () => void;
}

export function ForgotPasswordDialog({ onClose }: ResetDialogProps) {
  return <ResetDialog title="Esqueceu sua senha?" pose="duvida" onClose={onClose} />;
}

/** For users who registered by the messaging app, which asks no password. */
export function CreatePasswordDialog({ onClose }: ResetDialogProps) {
  return <ResetDialog title="Crie sua senha" pose="acena" onClose={onClose} />;
}

function ResetDialog({
  title,
  pose,
  onClose,
}: ResetDialogProps & { title: string; pose: MascotPose }) {
  const [form] = useState(() => createForm(resetFormConfig()));
  const isSent = useStore(form.$step).step === 'sent';
  return (
    <Dialog
      title={isSent ? 'Confira seu e-mail' : title}
      figure={mascotImage(isSent ? 'comemora' : pose)}
      className={isSent || pose !== 'duvida' ? '' : 'dialog-calm'}
      onClose={onClose}
    >
      {isSent ? (
        <SentNotice more={passwordMailNote} onClose={onClose}>
          {notices.passwordMailSent}
        </SentNotice>
      ) : (
        <Form form={form}>
          <p>Informe o e-mail do seu cadastro. Enviaremos um link para você escolher a senha.</p>
          <TextField form={form} name="email" type="email" autoComplete="email" />
          <SubmitButton form={form}>Enviar</SubmitButton>
          <FormAlert form={form} />
        </Form>
      )}
    </Dialog>
  );
}
