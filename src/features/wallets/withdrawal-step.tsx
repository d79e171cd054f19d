import { useStore } from '@nanostores/react';
import { AlertDialog } from '../../ui/dialog.tsx';
import { PasswordQuestion } from '../session/password-question.tsx';
import { PaymentKeyDialog } from './payment-key-dialog.tsx';
import { $withdrawal, endWithdrawal } from './withdrawal.store.ts';

/** What a withdrawal asks on its way, and what stopped it. */
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
