import { useEffect } from 'react';
import type { CashbackWallet } from '../../contract/cashback.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { withdrawalLabel } from '../../rules/labels.ts';
import { formatReais } from '../../rules/money.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { loadWallets } from './wallets.store.ts';

interface WithdrawalListDialogProps {
  wallet: CashbackWallet;
  onClose: () => void;
}

/** CASH-10 and CASH-11: what was taken out and what became of it by now, newest first. */
export function WithdrawalListDialog({ wallet, onClose }: WithdrawalListDialogProps) {
  useEffect(() => void loadWallets(), []);
  const withdrawals = wallet.transactions
    .filter(({ type }) => type === 'WITHDRAW')
    .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
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
