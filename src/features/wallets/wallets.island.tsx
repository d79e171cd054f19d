import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { Engine, EngineType } from '../../contract/engines.ts';
import type { PointsWallet } from '../../contract/points.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { redeemPath } from '../../paths.ts';
import { formatPoints, pointsAlias } from '../../rules/points.ts';
import { NotLoaded } from '../../ui/status.tsx';
import { CashbackCard, WalletCard, WalletToCome } from './wallet-cards.tsx';
import { $wallets, retryWallets, startWallets } from './wallets.store.ts';

export function Wallets({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startWallets, []);
  const wallets = useStore($wallets);
  const money = engineOf(site.campaign, 'CASHBACK');
  const points = engineOf(site.campaign, 'COLLECT_TO_WIN');
  switch (wallets.state) {
    case 'loading':
      return (
        <div className="wallets">
          {money && <WalletToCome id="cashback" />}
          {points && <WalletToCome id="pontos" />}
        </div>
      );
    case 'failed':
      return (
        <section className="panel">
          <NotLoaded lines={wallets.lines} onRetry={retryWallets} />
        </section>
      );
    case 'known':
      return (
        <div className="wallets">
          {money && wallets.value.cashback && (
            <CashbackCard name={money.name} wallet={wallets.value.cashback} />
          )}
          {points && wallets.value.points && (
            <PointsCard name={points.name} wallet={wallets.value.points} campaign={site.campaign} />
          )}
        </div>
      );
    default:
      return wallets satisfies never;
  }
}

function engineOf({ engines }: Campaign, wanted: EngineType): Engine | undefined {
  return engines.find(({ type }) => type === wanted);
}

interface PointsCardProps {
  name: string;
  wallet: PointsWallet;
  campaign: Campaign;
}

function PointsCard({ name, wallet, campaign }: PointsCardProps) {
  return (
    <WalletCard
      id="pontos"
      name={name}
      balance={formatPoints(wallet.balance, pointsAlias(campaign))}
      drawing={<use className="gift-sun" href="#gift" width="60" height="60" />}
    >
      <a className="button button-secondary" href={redeemPath}>
        Resgatar
      </a>
    </WalletCard>
  );
}
