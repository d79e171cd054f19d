import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Consumer } from '../../contract/consumer.ts';
import { AdditionalFields } from '../../ui/additional-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { createForm } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { phoneMask } from '../../ui/masks.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { updatableFields, updateProfileFormConfig } from './profile.store.ts';

interface UpdateProfileDialogProps {
  campaign: Campaign;
  consumer: Consumer;
  onSaved: () => void;
  onClose: () => void;
}

export function UpdateProfileDialog({
  campaign,
  consumer,
  onSaved,
  onClose,
}: UpdateProfileDialogProps) {
  const [form] = useState(() => createForm(updateProfileFormConfig(campaign, consumer)));
  const { step } = useStore(form.$step);
  useEffect(() => {
    if (step === 'sent') onSaved();
  }, [step, onSaved]);
  const giveUp = () => {
    form.reset();
    onClose();
  };
  return (
    <Dialog title="Atualização de dados cadastrais" onClose={giveUp}>
      <Form form={form}>
        <ErrorSummary form={form} />
        <TextField
          form={form}
          name="phone"
          type="tel"
          mask={phoneMask}
          autoComplete="tel-national"
        />
        <AdditionalFields form={form} fields={updatableFields(campaign)} />
        <SubmitButton form={form}>Salvar</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}
