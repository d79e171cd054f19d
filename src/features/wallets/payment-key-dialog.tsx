import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { CashbackWallet } from '../../contract/cashback.ts';
import type { Consumer } from '../../contract/consumer.ts';
import { formatReais } from '../../rules/money.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { createForm, type Form as FormStore } from '../../ui/form.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Form } from '../../ui/form-element.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { keyTypeOf, paymentKeyFormConfig, profileKeyText } from './payment-key.store.ts';

/** CASH-04. */
const types = [
  { value: 'CPF', label: 'CPF' },
  { value: 'EMAIL', label: 'Email' },
  { value: 'PHONE', label: 'Celular' },
  { value: 'RANDOM', label: 'Chave aleatória' },
];

interface PaymentKeyDialogProps {
  consumer: Consumer;
  wallet: CashbackWallet;
  onClose: () => void;
}

/** Where the cashback goes, and the withdrawal (CASH-03). */
export function PaymentKeyDialog({ consumer, wallet, onClose }: PaymentKeyDialogProps) {
  const [form] = useState(() => createForm(paymentKeyFormConfig(consumer, wallet)));
  return (
    <Dialog title="Chave Pix" id="dialogo-chave-pix" onClose={onClose}>
      <Form form={form} className="form payment-key">
        <ErrorSummary form={form} />
        <SelectField form={form} name="instantPaymentKeyType" options={types} />
        <KeyField form={form} consumer={consumer} />
        <SubmitButton form={form}>{`Sacar ${formatReais(wallet.balance)}`}</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}

/** CASH-05 to CASH-07: typed for a random key, else that of the profile. */
function KeyField({ form, consumer }: { form: FormStore; consumer: Consumer }) {
  const type = keyTypeOf(useStore(form.$values));
  if (type === null) return null;
  if (type === 'RANDOM') {
    return (
      <TextField
        form={form}
        name="instantPaymentKeyValue"
        hint="Letras e números com hífens, como no aplicativo do seu banco"
        autoComplete="off"
      />
    );
  }
  const ofRepresentative = type === 'CPF' && consumer.type === 'CORPORATE';
  const id = `${form.id}-perfil`;
  return (
    <Field
      id={id}
      label={form.labels['instantPaymentKeyValue'] ?? ''}
      hint={ofRepresentative ? 'CPF do representante' : 'Do seu perfil'}
    >
      <input
        id={id}
        type="text"
        readOnly
        value={profileKeyText(type, consumer)}
        aria-describedby={`${id}-hint`}
      />
    </Field>
  );
}
