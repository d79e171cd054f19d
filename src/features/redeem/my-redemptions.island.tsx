import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { isSameId } from '../../contract/primitives.ts';
import type { Redemption } from '../../contract/wallets.ts';
import type { PointsSite } from '../../environment.ts';
import { startSite } from '../../hosts/site-environment.ts';
import { mascotImage, newReceiptPath, notLoadedPanel, redeemPath } from '../../paths.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { redemptionLabel, redemptionStageLabels } from '../../rules/messages/labels.ts';
import { deliveryTerm } from '../../rules/messages/messages.ts';
import { redemptionStages, stagesReached } from '../../rules/rewards/redeem.ts';
import { Chip, LoadedView, StepDrawing, StepLine } from '../../ui/status.tsx';
import { $myRedemptions, followMyRedemptions, retryRedemptions } from './my-redemptions.store.ts';
import { Balance, maxPictures, PrizePicture } from './prize-card.tsx';
import { type PointsTerms, pointsTerms } from './prize-catalogue.store.ts';

export function MyRedemptions({ site }: { site: PointsSite }) {
  startSite(site);
  useEffect(followMyRedemptions, []);
  const terms = pointsTerms(site.campaign);
  return (
    <div className="page">
      <Head terms={terms} />
      <Content terms={terms} />
    </div>
  );
}

function Head({ terms }: { terms: PointsTerms }) {
  const list = useStore($myRedemptions);
  const isLoaded = list.state === 'loaded';
  return (
    <header className="page-head redeem-head rays">
      <div>
        <h1 className="page-title">Meus Resgates</h1>
        <div className="redeem-again">
          <Balance
            name="Você tem"
            terms={terms}
            balance={isLoaded ? list.value.balance : list.state}
          />
          {isLoaded && list.value.redemptions.length > 0 && (
            <a className="button button-small redeem-head-link" href={redeemPath}>
              Resgatar
            </a>
          )}
        </div>
      </div>
      <img {...mascotImage('acena')} fetchPriority="low" alt="" />
    </header>
  );
}

function Content({ terms }: { terms: PointsTerms }) {
  const list = useStore($myRedemptions);
  return (
    <LoadedView loaded={list} onRetry={retryRedemptions} panel={notLoadedPanel()}>
      {(value) => <Redemptions {...value} terms={terms} />}
    </LoadedView>
  );
}

interface RedemptionsProps {
  redemptions: readonly Redemption[];
  balance: number;
  terms: PointsTerms;
}

function Redemptions({ redemptions, balance, terms }: RedemptionsProps) {
  if (redemptions.length === 0) return <NoRedemptions hasBalance={balance > 0} terms={terms} />;
  return (
    <div className="accordion redemptions">
      {redemptions.map((redemption) => (
        <RedemptionEntry
          key={redemption.id}
          redemption={redemption}
          terms={terms}
          isOnly={redemptions.length === 1}
        />
      ))}
    </div>
  );
}

function isOnItsWay({ storeIntegrationOrder }: Redemption): boolean {
  const reached = stagesReached(storeIntegrationOrder?.status);
  return reached !== null && reached < redemptionStages.length;
}

interface NoRedemptionsProps extends Pick<RedemptionsProps, 'terms'> {
  hasBalance: boolean;
}

function NoRedemptions({ hasBalance, terms }: NoRedemptionsProps) {
  return (
    <section className="panel empty-state no-redemptions">
      <div className="redeemed-stage on-rays" aria-hidden="true">
        {terms.prizes.slice(-maxPictures).map(({ id, mainImageUrl }) => (
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
          <a className="button when-joinable" href={newReceiptPath}>
            Enviar nota e juntar pontos
          </a>
          <a className="button-link" href={redeemPath}>
            Ver as cestas
          </a>
        </>
      )}
    </section>
  );
}

interface RedemptionEntryProps {
  redemption: Redemption;
  terms: PointsTerms;
  isOnly: boolean;
}

function RedemptionEntry({ redemption, terms, isOnly }: RedemptionEntryProps) {
  return (
    <details open={isOnly}>
      <summary className="redemption-facts">
        <span className="redemption-pictures" aria-hidden="true">
          {redemption.items.slice(0, maxPictures).map(({ prize }) => (
            <PrizePicture key={prize.id} url={pictureOf(prize.id, terms)} />
          ))}
        </span>
        <span className="redemption-name">
          {redemption.items
            .map(({ prize, quantity }) => `${quantity} × ${prize.description}`)
            .join(', ')}
        </span>
        <OrderStatus status={redemption.storeIntegrationOrder?.status} />
        <span className="redemption-order">
          <Fact name="# Pedido">{redemption.id}</Fact>
          <Fact name="Data">{formatDateTime(redemption.createdAt)}</Fact>
          <Fact name="Total">{terms.format(redemption.totalPoints)}</Fact>
        </span>
      </summary>
      <div className="accordion-body redemption-body">
        {isOnItsWay(redemption) && (
          <p className="delivery-term">
            <StepDrawing path={stageDrawings.shipped} />
            {deliveryTerm}
          </p>
        )}
        <ul className="item-list">
          {redemption.items.map(({ prize, quantity, totalPoints }) => (
            <li key={prize.id}>
              <PrizePicture url={pictureOf(prize.id, terms)} />
              <div>
                <p className="item-name">{prize.description}</p>
                <p>Quantidade: {quantity}</p>
                <p className="points">
                  <svg viewBox="0 0 60 62" aria-hidden="true">
                    <use href="#coin" />
                  </svg>
                  {terms.format(totalPoints)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** The order's progress; only its state if it was cancelled or the store has no other state. */
function OrderStatus({ status }: { status: string | null | undefined }) {
  const reached = stagesReached(status);
  const label = redemptionLabel(status);
  const tone = status === 'CANCELED' || status === 'ERROR' ? 'danger' : 'mute';
  if (reached === null) {
    return (
      <Fact name="Status">
        <Chip tone={tone} label={label} />
      </Fact>
    );
  }
  return (
    <span className="redemption-status">
      <Fact name="Status">
        {label}
        <span className="visually-hidden">{`. ${progressText(reached)}`}</span>
      </Fact>
      <StepLine className="redemption-steps" steps={redemptionSteps} reached={reached} />
    </span>
  );
}

const stageDrawings: Readonly<Record<(typeof redemptionStages)[number], string>> = {
  ordered: 'M6 3h12v18l-3-2-3 2-3-2-3 2Zm3 7 2.5 2.5L15.5 8',
  prepared: 'm12 3 8 4v10l-8 4-8-4V7Zm-8 4 8 4 8-4m-8 4v10M8 5l8 4',
  shipped:
    'M3 6h11v11H3Zm11 4h4l3 3v4h-7M5 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0Zm10 0a2 2 0 1 0 4 0 2 2 0 0 0-4 0Z',
  delivered: 'M4 11v10h16V11M2 12l10-9 10 9M8 14q4 4 8 0',
};

const redemptionSteps = redemptionStages.map((stage) => ({
  label: redemptionStageLabels[stage],
  drawing: stageDrawings[stage],
}));

function progressText(reached: number): string {
  const next = redemptionStages[reached];
  const progress = `Etapa ${reached} de ${redemptionStages.length}`;
  return next ? `${progress}. A seguir: ${redemptionStageLabels[next]}` : progress;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="redemption-fact">
      <small>{name}</small> <b>{children}</b>
    </span>
  );
}

function pictureOf(prizeId: number | string, { prizes }: PointsTerms) {
  return prizes.find(({ id }) => isSameId(id, prizeId))?.mainImageUrl;
}
