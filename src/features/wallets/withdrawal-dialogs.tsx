import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { CashbackWallet } from '../../contract/cashback.ts';
import type { Consumer } from '../../contract/consumer.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { withdrawalLabel } from '../../rules/labels.ts';
import { formatReais } from '../../rules/money.ts';
import { AlertDialog, Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { createForm, type Form as FormStore } from '../../ui/form.ts';
import { ErrorSummary, Form, FormAlert, SubmitButton } from '../../ui/form-parts.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PasswordQuestion } from '../password/password-question.tsx';
import {
  $withdrawal,
  endWithdrawal,
  keyTypeOf,
  loadWallets,
  paymentKeyFormConfig,
  profileKeyText,
} from './wallets.store.ts';

export function WithdrawalStep() {
  const withdrawal = useStore($withdrawal);
  switch (withdrawal.step) {
    case 'asking-key':
      return (
        <>
          <PaymentKeyDialog
            consumer={withdrawal.consumer}
            wallet={withdrawal.wallet}
            onClose={endWithdrawal}
          />
          <PasswordQuestion />
        </>
      );
    case 'failed':
      return <AlertDialog lines={withdrawal.lines} onClose={endWithdrawal} />;
    case 'idle':
    case 'starting':
    case 'requested':
      return null;
    default:
      return withdrawal satisfies never;
  }
}

const keyTypes = [
  { value: 'CPF', label: 'CPF' },
  { value: 'EMAIL', label: 'E-mail' },
  { value: 'PHONE', label: 'Celular' },
  { value: 'RANDOM', label: 'Chave aleatória' },
];

interface PaymentKeyDialogProps {
  consumer: Consumer;
  wallet: CashbackWallet;
  onClose: () => void;
}

function PaymentKeyDialog({ consumer, wallet, onClose }: PaymentKeyDialogProps) {
  const [form] = useState(() => createForm(paymentKeyFormConfig(consumer, wallet)));
  return (
    <Dialog title="Chave Pix" id="dialogo-chave-pix" onClose={onClose}>
      <Form form={form} className="form payment-key">
        <ErrorSummary form={form} />
        <SelectField form={form} name="instantPaymentKeyType" options={keyTypes} />
        <KeyField form={form} consumer={consumer} />
        <SubmitButton form={form}>{`Sacar ${formatReais(wallet.balance)}`}</SubmitButton>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}

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

interface WithdrawalListDialogProps {
  wallet: CashbackWallet;
  onClose: () => void;
}

export function WithdrawalListDialog({ wallet, onClose }: WithdrawalListDialogProps) {
  useEffect(() => void loadWallets(), []);
  const withdrawals = wallet.transactions
    .filter(({ type }) => type === 'WITHDRAW')
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return (
    <Dialog title="Saques" id="saques" onClose={onClose}>
      {withdrawals.length === 0 ? (
        <p>Você ainda não fez saques</p>
      ) : (
        <ul className="movements">
          {withdrawals.map(({ id, createdAt, value, status }) => (
            <li key={id}>
              <span>{formatDateTime(createdAt)}</span>
              <b>{formatReais(value)}</b>
              <span className={`chip chip-${tones[status] ?? 'waiting'}`}>
                {withdrawalLabel(status)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const tones: Readonly<Record<string, string>> = { SUCCESS: 'success', ERROR: 'danger' };
