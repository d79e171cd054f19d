import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Consumer } from '../../contract/consumer.ts';
import type { CashbackWallet } from '../../contract/wallets.ts';
import { isClosed } from '../../environment.ts';
import {
  contactDialog,
  type MascotPose,
  mascotImage,
  newReceiptPath,
  overThisPage,
} from '../../paths.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { withdrawalLabel, withdrawalStageLabels } from '../../rules/messages/labels.ts';
import { formatReais } from '../../rules/money.ts';
import { withdrawalBlocker } from '../../rules/rewards/withdrawal-and-payment-key.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { AlertDialog, Dialog } from '../../ui/dialog.tsx';
import { createForm } from '../../ui/form.ts';
import { Form, FormAlert, ShortFormNote, SubmitButton } from '../../ui/form-parts.tsx';
import { TextField } from '../../ui/inputs.tsx';
import { breakableEmail, Chip, StepLine, type Tone } from '../../ui/status.tsx';
import { PasswordQuestion } from '../password/password-question.tsx';
import {
  $withdrawal,
  endWithdrawal,
  keyTypeOf,
  loadWallets,
  newestWithdrawals,
  paymentKeyFormConfig,
  profileKeyText,
  retryText,
  startWithdrawal,
  valueOnItsWay,
  withdrawalNote,
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
  { type: 'CPF', label: 'CPF', icon: 'M3 5h18v14H3zM7 15c0-3 5-3 5 0M9.5 9v.1M15 9.5h3M15 14h3' },
  { type: 'PHONE', label: 'Celular', icon: 'M7 2h10v20H7zM11 18h2' },
  { type: 'EMAIL', label: 'E-mail', icon: 'M3 5h18v14H3zM3 6l9 7 9-7' },
  {
    type: 'RANDOM',
    label: 'Chave aleatória',
    icon: 'M12 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0M11 11l9 9M16 16l3-3',
  },
] as const;

interface PaymentKeyDialogProps {
  consumer: Consumer;
  wallet: CashbackWallet;
  onClose: () => void;
}

function PaymentKeyDialog({ consumer, wallet, onClose }: PaymentKeyDialogProps) {
  const [form] = useState(() => createForm(paymentKeyFormConfig(consumer, wallet)));
  const keyType = keyTypeOf(useStore(form.$values));
  const isTyped = keyType === 'RANDOM';
  const sum = formatReais(wallet.balance);
  return (
    <Dialog
      title="Chave Pix"
      id="dialogo-chave-pix"
      figure={mascotImage('comemora')}
      lead={
        <p className="dialog-lead withdrawal-sum">
          Você recebe por Pix <b>{sum}</b>
        </p>
      }
      onClose={onClose}
    >
      <Form form={form} className="form payment-key">
        <ChoiceField
          form={form}
          name="instantPaymentKeyType"
          className="choices-keys"
          options={keyTypes.map((key) => keyOption(key, consumer))}
        />
        {isTyped && (
          <TextField
            form={form}
            name="instantPaymentKeyValue"
            hint="Letras e números com hifens, como no aplicativo do seu banco"
            autoComplete="off"
          />
        )}
        <SubmitButton form={form}>{`Sacar ${sum}`}</SubmitButton>
        <ShortFormNote form={form}>{keyType === null && 'Escolha a chave'}</ShortFormNote>
        <FormAlert form={form} />
      </Form>
    </Dialog>
  );
}

/** The key itself, below its kind; it comes from the profile and cannot be changed here. */
function keyOption({ type, label, icon }: (typeof keyTypes)[number], consumer: Consumer) {
  const ofRepresentative = type === 'CPF' && consumer.type === 'CORPORATE';
  return {
    value: type,
    label: (
      <>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={icon} />
        </svg>
        {ofRepresentative ? 'CPF do representante' : label}{' '}
        <small>
          {type === 'RANDOM'
            ? 'A que o seu banco criou'
            : profileKeyText(type, consumer) || 'Falta no seu perfil'}
        </small>
      </>
    ),
  };
}

function Coin() {
  return (
    <svg viewBox="0 0 60 62" aria-hidden="true">
      <use href="#coin" />
    </svg>
  );
}

interface WithdrawalListDialogProps {
  wallet: CashbackWallet;
  onClose: () => void;
}

export function WithdrawalListDialog({ wallet, onClose }: WithdrawalListDialogProps) {
  useEffect(() => void loadWallets(), []);
  const withdrawals = newestWithdrawals(wallet);
  const latest = withdrawals[0];
  const onItsWay = valueOnItsWay(withdrawals);
  const canRetry = latest?.status === 'ERROR' && withdrawalBlocker(wallet) === null;
  const retry = () => {
    onClose();
    void startWithdrawal(wallet);
  };
  return (
    <Dialog
      title="Saques"
      id="saques"
      className={latest?.status === 'ERROR' ? 'dialog-calm' : ''}
      figure={mascotImage(poseAt(withdrawals))}
      lead={
        onItsWay > 0 && (
          <p className="dialog-lead withdrawal-sum">
            A caminho <b>{formatReais(onItsWay)}</b>
          </p>
        )
      }
      onClose={onClose}
    >
      {withdrawals.length === 0 ? (
        <div className="no-withdrawals">
          <Coin />
          <p>Você ainda não fez nenhum saque.</p>
          {wallet.balance === 0 && !isClosed() && (
            <>
              <p>Envie uma nota e ganhe cashback.</p>
              <a className="button" href={newReceiptPath}>
                Enviar nota
              </a>
            </>
          )}
        </div>
      ) : (
        <ul className="movements">
          {withdrawals.map(({ id, createdAt, value, status, paymentKey, payableFrom }) => (
            <li className={status === 'ERROR' ? 'movement-failed' : undefined} key={id}>
              <b>{formatReais(value)}</b>
              <Chip tone={tones[status]} label={withdrawalLabel(status)} />
              <MoneyProgress status={status} />
              <p className="movement-note">Pedido em {formatDateTime(createdAt)}</p>
              <Note status={status} paymentKey={paymentKey} payableFrom={payableFrom} />
              {canRetry && id === latest.id && (
                <button
                  type="button"
                  className="button button-small movement-retry"
                  onClick={retry}
                >
                  {retryText(wallet, value)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function poseAt(withdrawals: ReturnType<typeof newestWithdrawals>): MascotPose {
  if (withdrawals.length === 0) return 'acena';
  if (withdrawals[0]?.status === 'ERROR') return 'duvida';
  return withdrawals.some(({ status }) => status === 'ERROR') ? 'le' : 'comemora';
}

const stepsReached: Readonly<Record<string, number>> = {
  PENDING: 1,
  TRANSFER_REQUESTED: 2,
  SUCCESS: 3,
};

const [requestedLabel, atBankLabel, arrivedLabel] = withdrawalStageLabels;

const withdrawalSteps = [
  { label: requestedLabel, drawing: 'M7 2h10v20H7Zm2.5 9.5 2 2 3.5-4' },
  {
    label: atBankLabel,
    drawing: 'M3 9.5 12 4l9 5.5ZM5 10v8m4.7-8v8m4.6-8v8m4.7-8v8M3 20.5h18',
  },
  {
    label: arrivedLabel,
    drawing: 'M3 7h15a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3h11m-1 11h.1',
  },
];

function MoneyProgress({ status }: { status: string }) {
  const reached = stepsReached[status];
  return reached === undefined ? null : (
    <StepLine className="movement-steps" steps={withdrawalSteps} reached={reached} />
  );
}

type NoteProps = Parameters<typeof withdrawalNote>[0];

/** A key can be corrected while the money still waits. */
function Note(note: NoteProps) {
  const { status } = note;
  const text = withdrawalNote(note);
  if (!text) return null;
  return (
    <p className="movement-note">
      {breakableEmail(text)}
      {status === 'PENDING' && (
        <>
          <br />
          Chave errada? <a href={overThisPage(contactDialog)}>Fale conosco</a>.
        </>
      )}
    </p>
  );
}

const tones: Readonly<Record<string, Tone>> = { SUCCESS: 'success', ERROR: 'danger' };
