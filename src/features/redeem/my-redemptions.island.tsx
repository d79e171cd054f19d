import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { Redemption } from '../../contract/points.ts';
import type { SiteProps } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { mascotPath, newReceiptPath, redeemPath } from '../../paths.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { redemptionLabel } from '../../rules/labels.ts';
import {
  type RedemptionStatus,
  redemptionStep,
  redemptionSteps,
} from '../../rules/rewards/redeem.ts';
import { Loading, NotLoadedPanel } from '../../ui/loading.tsx';
import { $myRedemptions, retryRedemptions, startMyRedemptions } from './my-redemptions.store.ts';
import { type PointsTerms, pointsTerms } from './points-terms.ts';
import { PrizePicture } from './prize-card.tsx';

export function MyRedemptions({ site }: { site: SiteProps }) {
  startSite(site);
  useEffect(startMyRedemptions, []);
  return (
    <div className="page redemption-columns">
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
        <NotLoadedPanel
          figure={mascotPath('duvida')}
          lines={list.lines}
          onRetry={retryRedemptions}
        />
      );
    case 'known':
      return <Redemptions {...list.value} terms={terms} />;
    default:
      return list satisfies never;
  }
}

interface RedemptionsProps {
  redemptions: readonly Redemption[];
  balance: number;
  terms: PointsTerms;
}

function Redemptions({ redemptions, balance, terms }: RedemptionsProps) {
  return (
    <>
      <section className={`wallet wallet-pontos ${balance > 0 ? '' : 'wallet-empty'}`.trim()}>
        <svg viewBox="0 0 60 62" aria-hidden="true">
          <use href="#coin" />
        </svg>
        <p>Saldo</p>
        <p className="wallet-balance">{terms.format(balance)}</p>
        {terms.rule && <p className="wallet-note">Nas suas compras, {terms.rule}</p>}
        {redemptions.length > 0 && (
          <div className="wallet-actions">
            <a className="button" href={redeemPath}>
              Resgatar
            </a>
          </div>
        )}
      </section>
      {redemptions.length === 0 ? (
        <NoRedemptions hasBalance={balance > 0} terms={terms} />
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

interface NoRedemptionsProps extends Pick<RedemptionsProps, 'terms'> {
  hasBalance: boolean;
}

function NoRedemptions({ hasBalance, terms }: NoRedemptionsProps) {
  return (
    <section className="panel empty-state">
      <div className="redeemed-stage on-rays" aria-hidden="true">
        {terms.prizes.slice(-mostPictures).map(({ id, mainImageUrl }) => (
          <PrizePicture key={id} url={mainImageUrl} />
        ))}
      </div>
      <p>Você ainda não fez nenhum resgate.</p>
      {hasBalance ? (
        <a className="button" href={redeemPath}>
          Resgate suas cestas
        </a>
      ) : (
        <>
          <a className="button" href={newReceiptPath}>
            Enviar nota e juntar mais
          </a>
          <a className="button-link" href={redeemPath}>
            Ver as cestas
          </a>
        </>
      )}
    </section>
  );
}

const mostPictures = 3;

interface RedemptionEntryProps {
  redemption: Redemption;
  terms: PointsTerms;
}

function RedemptionEntry({ redemption, terms }: RedemptionEntryProps) {
  const status = redemption.storeIntegrationOrder?.status;
  return (
    <details>
      <summary className="redemption-facts">
        <span className="redemption-pictures" aria-hidden="true">
          {redemption.items.slice(0, mostPictures).map(({ prize }) => (
            <PrizePicture key={prize.id} url={pictureOf(prize.id, terms)} />
          ))}
        </span>
        <Fact name="# Pedido">{redemption.id}</Fact>
        <Fact name="Data">{formatDateTime(redemption.createdAt)}</Fact>
        <Fact name="Total">{terms.format(redemption.totalPoints)}</Fact>
        <Fact name="Status">
          <RedemptionStatusChip status={status} />
        </Fact>
        <OrderProgress step={redemptionStep(status)} />
      </summary>
      <ul className="accordion-body item-list">
        {redemption.items.map(({ prize, quantity, totalPoints }) => (
          <li key={prize.id}>
            <PrizePicture url={pictureOf(prize.id, terms)} />
            <div>
              <p className="item-name">{prize.description}</p>
              <p>Quantidade: {quantity}</p>
            </div>
            <b>{terms.format(totalPoints)}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}

function OrderProgress({ step }: { step: number | null }) {
  if (step === null) return null;
  return (
    <span className="order-progress" aria-hidden="true">
      {redemptionSteps.map((name, place) => (
        <i className={place < step ? 'order-progress-done' : ''} key={name} />
      ))}
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span>
      <small>{name}</small> <b>{children}</b>
    </span>
  );
}

const tones: Readonly<Record<string, string>> = {
  NEW_ORDER: 'waiting',
  REQUESTED: 'waiting',
  CONFIRMED: 'waiting',
  BILLED: 'waiting',
  SHIPPED: 'waiting',
  AWAITING_WITHDRAW: 'waiting',
  COMPLETED: 'success',
  CANCELED: 'danger',
  ERROR: 'danger',
} satisfies Record<RedemptionStatus, string>;

function RedemptionStatusChip({ status }: { status: string | null | undefined }) {
  const tone = tones[status ?? ''] ?? 'mute';
  return <span className={`chip chip-${tone}`}>{redemptionLabel(status)}</span>;
}

function pictureOf(prizeId: number | string, { prizes }: PointsTerms) {
  return prizes.find(({ id }) => String(id) === String(prizeId))?.mainImageUrl;
}
