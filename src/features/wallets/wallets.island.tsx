import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Engine } from '../../contract/engines.ts';
import type { CashbackWallet, PointsWallet } from '../../contract/wallets.ts';
import { isClosed, type SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { myRedemptionsPath, redeemPath } from '../../paths.ts';
import { notices, withdrawalBlockerMessage } from '../../rules/messages/messages.ts';
import { formatReais } from '../../rules/money.ts';
import { formatPoints, pointsAlias, pointsRule } from '../../rules/rewards/cashback-and-points.ts';
import type { EngineType } from '../../rules/rewards/engines-and-reward-status.ts';
import {
  needsPaymentKey,
  withdrawalBlocker,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import { formatNumber } from '../../rules/text.ts';
import { NotLoaded } from '../../ui/status.tsx';
import {
  $wallets,
  $withdrawal,
  followWallets,
  retryWallets,
  startWithdrawal,
} from './wallets.store.ts';
import { WithdrawalListDialog, WithdrawalStep } from './withdrawal-dialogs.tsx';

export function Wallets({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(followWallets, []);
  const wallets = useStore($wallets);
  const [isListed, setListed] = useState(false);
  const list = () => setListed(true);
  const money = engineOf(site.campaign, 'CASHBACK');
  const points = engineOf(site.campaign, 'COLLECT_TO_WIN');
  switch (wallets.state) {
    case 'loading':
      return (
        <div className="wallets">
          {money && <WalletPlaceholder id="cashback" />}
          {points && <WalletPlaceholder id="pontos" />}
        </div>
      );
    case 'failed':
      return (
        <section className="panel">
          <NotLoaded lines={wallets.lines} onRetry={retryWallets} />
        </section>
      );
    case 'loaded':
      return (
        <>
          <div className="wallets">
            {money && wallets.value.cashback && (
              <CashbackCard
                engine={money}
                wallet={wallets.value.cashback}
                isPaidByPix={needsPaymentKey(site.campaign)}
                onList={list}
              />
            )}
            {points && wallets.value.points && (
              <PointsCard engine={points} wallet={wallets.value.points} campaign={site.campaign} />
            )}
          </div>
          <WithdrawalSent onList={list} />
          {isListed && wallets.value.cashback && (
            <WithdrawalListDialog
              wallet={wallets.value.cashback}
              onClose={() => setListed(false)}
            />
          )}
        </>
      );
    default:
      return wallets satisfies never;
  }
}

function WithdrawalSent({ onList }: Pick<CashbackCardProps, 'onList'>) {
  const withdrawal = useStore($withdrawal);
  return (
    <div className="wallets-status" role="status">
      {withdrawal.step === 'requested' && (
        <div className="wallet-sent">
          <p>
            <b>{formatReais(withdrawal.value)} a caminho</b> {notices.requestSent}
          </p>
          <button type="button" className="button button-small button-secondary" onClick={onList}>
            Acompanhar
          </button>
        </div>
      )}
    </div>
  );
}

function engineOf({ engines }: Campaign, wanted: EngineType): Engine | undefined {
  return engines.find(({ type }) => type === wanted);
}

interface PointsCardProps {
  engine: Engine;
  wallet: PointsWallet;
  campaign: Campaign;
}

function PointsCard({ engine, wallet, campaign }: PointsCardProps) {
  const alias = pointsAlias(campaign);
  const factor = engine.details.pointsMonetaryFactor;
  const rule = factor ? pointsRule(factor, alias) : null;
  return (
    <WalletCard
      id="pontos"
      name={engine.name}
      balance={formatPoints(wallet.balance, alias)}
      isEmpty={wallet.balance === 0}
      teaser={rule}
      drawing={<use href="#basket" width="60" height="62" />}
      note={wallet.balance > 0 && rule ? `Nas suas compras, ${rule}` : null}
    >
      <a className="button button-secondary wallet-action" href={redeemPath}>
        {wallet.balance > 0 ? 'Resgatar' : 'Ver cestas'}
      </a>
      <a className="button-link wallet-list" href={myRedemptionsPath}>
        Ver resgates
      </a>
    </WalletCard>
  );
}

type WalletId = 'cashback' | 'pontos';

interface WalletCardProps {
  id: WalletId;
  name: string;
  balance: string;
  isEmpty: boolean;
  /** What it will hold, as long as it is empty. */
  teaser: string | null;
  drawing: ReactNode;
  /** Only for screen readers while `teaser` shows. */
  note: string | null;
  children: ReactNode;
}

/** Plain without a balance, so that full wallets and the next step stand out. */
function WalletCard(props: WalletCardProps) {
  const { id, name, balance, isEmpty, drawing, note, children } = props;
  // After the end no receipt fills it any more.
  const teaser = isEmpty && !isClosed() && props.teaser;
  const classes = `wallet wallet-${id} ${isEmpty ? 'wallet-empty' : ''}`.trim();
  return (
    <section className={classes} aria-labelledby={id}>
      <svg viewBox="0 0 60 62" aria-hidden="true">
        {drawing}
      </svg>
      <h2 id={id}>{name}</h2>
      <p className={`wallet-balance ${teaser ? 'wallet-teaser' : ''}`.trim()}>
        {teaser && <b>{teaser}</b>} {balance}
      </p>
      <p className={teaser ? 'visually-hidden' : 'wallet-note'} id={`${id}-nota`}>
        {note}
      </p>
      <div className="wallet-actions">{children}</div>
    </section>
  );
}

/** Placeholder for a card that is loading, just as tall, so that nothing moves. */
function WalletPlaceholder({ id }: Pick<WalletCardProps, 'id'>) {
  return <div className={`wallet wallet-${id} wallet-placeholder`} aria-hidden="true" />;
}

interface CashbackCardProps {
  engine: Engine;
  wallet: CashbackWallet;
  isPaidByPix: boolean;
  onList: () => void;
}

function cashbackTeaser({ details: { percentage } }: Engine): string | null {
  return percentage ? `${formatNumber(percentage)}% de volta` : null;
}

/** When nothing can be withdrawn the button still takes the focus and says why. */
function CashbackCard({ engine, wallet, isPaidByPix, onList }: CashbackCardProps) {
  const { step } = useStore($withdrawal);
  const blocker = withdrawalBlocker(wallet);
  const goesTo = isPaidByPix ? 'O dinheiro vai para a sua chave Pix' : 'Você saca o saldo inteiro';
  return (
    <>
      <WalletCard
        id="cashback"
        name={engine.name}
        balance={formatReais(wallet.balance)}
        isEmpty={wallet.balance === 0}
        teaser={blocker === 'WALLET_INACTIVE' ? null : cashbackTeaser(engine)}
        drawing={<use href="#coin" />}
        note={blocker ? withdrawalBlockerMessage(blocker) : goesTo}
      >
        <button
          type="button"
          className={`button wallet-action ${blocker ? '' : 'button-secondary'}`.trim()}
          aria-disabled={blocker !== null || step === 'starting'}
          aria-busy={step === 'starting'}
          aria-describedby="cashback-nota"
          onClick={() => startWithdrawal(wallet)}
        >
          Sacar
        </button>
        <button type="button" className="button-link wallet-list" onClick={onList}>
          Ver saques
        </button>
      </WalletCard>
      <WithdrawalStep />
    </>
  );
}
