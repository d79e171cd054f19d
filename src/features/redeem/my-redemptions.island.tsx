import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { Loading, NotLoaded } from '../../ui/waiting.tsx';
import {
  $myRedemptions,
  type MyRedemptions as List,
  retryRedemptions,
  startMyRedemptions,
} from './my-redemptions.store.ts';
import { type PointsTerms, pointsTerms } from './points-terms.ts';
import { RedemptionEntry } from './redemption-entry.tsx';

/** The page `/meus-resgates`. */
export function MyRedemptions({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startMyRedemptions, []);
  return (
    <div className="page page-text">
      <h1 className="page-title">Meus Resgates</h1>
      <Content terms={pointsTerms(site.campaign)} />
    </div>
  );
}

function Content({ terms }: { terms: PointsTerms }) {
  const list = useStore($myRedemptions);
  switch (list.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return (
        <section className="panel">
          <NotLoaded lines={list.lines} onRetry={retryRedemptions} />
        </section>
      );
    case 'listed':
      return <Redemptions list={list} terms={terms} />;
    default:
      return list satisfies never;
  }
}

interface RedemptionsProps {
  list: Extract<List, { state: 'listed' }>;
  terms: PointsTerms;
}

function Redemptions({ list: { redemptions, balance }, terms }: RedemptionsProps) {
  return (
    <>
      <section className="wallet on-dark">
        <p>Saldo</p>
        <p className="wallet-balance">{terms.format(balance)}</p>
        <a className="button" href="/resgatar">
          Resgatar
        </a>
      </section>
      {redemptions.length === 0 ? (
        <section className="empty-state">
          <svg className="gift-sun" viewBox="0 0 120 120" aria-hidden="true">
            <use href="#gift" />
          </svg>
          <p>
            Você ainda não fez nenhum resgate. <a href="/resgatar">Resgate suas cestas</a>
          </p>
        </section>
      ) : (
        <div className="accordion">
          {redemptions.map((redemption) => (
            <RedemptionEntry key={redemption.id} redemption={redemption} terms={terms} />
          ))}
        </div>
      )}
    </>
  );
}
