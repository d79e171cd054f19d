import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { CashbackWallet } from '../../contract/cashback.ts';
import { withdrawalRefusal } from '../../rules/cashback.ts';
import { notices, withdrawalRefusalMessage } from '../../rules/messages.ts';
import { formatReais } from '../../rules/money.ts';
import { $withdrawal, startWithdrawal } from './withdrawal.store.ts';
import { WithdrawalListDialog, WithdrawalStep } from './withdrawal-dialogs.tsx';

type WalletId = 'cashback' | 'pontos';

interface WalletCardProps {
  id: WalletId;
  name: string;
  balance: string;
  drawing: ReactNode;
  children: ReactNode;
}

export function WalletCard({ id, name, balance, drawing, children }: WalletCardProps) {
  return (
    <section className={`wallet wallet-${id} on-dark`} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <p className="wallet-balance">{balance}</p>
      <svg viewBox="0 0 60 62" aria-hidden="true">
        {drawing}
      </svg>
      {children}
    </section>
  );
}

/** As tall as the card that comes, so that nothing moves. */
export function WalletToCome({ id }: Pick<WalletCardProps, 'id'>) {
  return <div className={`wallet wallet-${id} wallet-to-come`} aria-hidden="true" />;
}

interface CashbackCardProps {
  name: string;
  wallet: CashbackWallet;
}

/** Even when nothing can be withdrawn the button takes the focus and says why. */
export function CashbackCard({ name, wallet }: CashbackCardProps) {
  const [listed, setListed] = useState(false);
  const { step } = useStore($withdrawal);
  const refusal = withdrawalRefusal(wallet);
  return (
    <>
      <WalletCard
        id="cashback"
        name={name}
        balance={formatReais(wallet.balance)}
        drawing={<use href="#coin" />}
      >
        <button
          type="button"
          className="button"
          aria-disabled={refusal !== null || step === 'starting'}
          aria-busy={step === 'starting'}
          aria-describedby={refusal ? 'cashback-parado' : undefined}
          onClick={() => startWithdrawal(wallet)}
        >
          Sacar
        </button>
        <button type="button" className="button-link" onClick={() => setListed(true)}>
          Ver saques
        </button>
        {refusal && (
          <p className="wallet-note" id="cashback-parado">
            {withdrawalRefusalMessage(refusal)}
          </p>
        )}
        <div role="status">
          {step === 'requested' && <p className="message message-success">{notices.requestSent}</p>}
        </div>
      </WalletCard>
      <WithdrawalStep />
      {listed && <WithdrawalListDialog wallet={wallet} onClose={() => setListed(false)} />}
    </>
  );
}
