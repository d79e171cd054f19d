import { type CSSProperties, useEffect, useRef } from 'react';
import type { CampaignPrize } from '../../../contract/campaign.ts';
import type { EngineOrder } from '../../../contract/receipts.ts';
import type { SiteProps } from '../../../environment.ts';
import { mascotImage } from '../../../paths.ts';
import { engineOrderLabel, instantPrizeTexts } from '../../../rules/messages/labels.ts';
import {
  engineName,
  giftText,
  type nothingWonTexts,
  type PrizeResult,
  prizePictureUrl,
} from './earnings.ts';

interface GiftStageProps {
  prize: CampaignPrize | undefined;
  prizeCount: number;
  isOpen: boolean;
  onOpen: () => void;
}

export function GiftStage({ prize, prizeCount, isOpen, onOpen }: GiftStageProps) {
  return (
    <div className="scene-field">
      <p className="scene-lead">{isOpen ? 'Que sorte!' : giftText(prizeCount)}</p>
      <GiftToOpen
        pictureUrl={prize ? prizePictureUrl(prize) : null}
        isOpen={isOpen}
        onOpen={onOpen}
      />
    </div>
  );
}

interface PrizeHeadlineProps
  extends Omit<GiftStageProps, 'isOpen' | 'onOpen'>,
    Pick<PrizeResult, 'outcome'> {
  isShown: boolean;
  site: SiteProps;
  status: string;
  order: EngineOrder;
}

export function PrizeHeadline({
  site,
  status,
  order,
  outcome,
  prize,
  isShown,
  prizeCount,
}: PrizeHeadlineProps) {
  const headline = useRef<HTMLParagraphElement>(null);
  // The gift's button is gone, so the focus moves on, and screen readers say the prize. Moving it
  // makes the browser lay out the page, so it is a task of its own.
  useEffect(() => {
    if (!isShown) return;
    const next = setTimeout(() => headline.current?.focus({ preventScroll: true }));
    return () => clearTimeout(next);
  }, [isShown]);
  return (
    <section className="result-engine">
      <h3 className="visually-hidden">{engineName(site.campaign, order)}</h3>
      <p className="visually-hidden">{engineOrderLabel(order, status)}</p>
      <p className="scene-headline" tabIndex={-1} ref={headline}>
        <span>{instantPrizeTexts[outcome]}</span> <b>{prize?.description}</b>
      </p>
      {prizeCount > 1 && (
        <p className="scene-more notched">
          E mais {prizeCount === 2 ? 'um prêmio' : `${prizeCount - 1} prêmios`}, logo abaixo
        </p>
      )}
    </section>
  );
}

interface GiftToOpenProps {
  pictureUrl: string | null;
  isOpen: boolean;
  onOpen: () => void;
}

/** The opened gift is laid out beforehand, so that a slow phone only has to show it. */
function GiftToOpen({ pictureUrl, isOpen, onOpen }: GiftToOpenProps) {
  return (
    <div className={`stage ${isOpen ? 'is-open' : ''}`}>
      {!isOpen && (
        <button
          type="button"
          className="stage-gift-button"
          onClick={({ currentTarget }) => {
            // A slow phone skips frames if one task removes the focused button and opens the gift.
            currentTarget.blur();
            setTimeout(onOpen);
          }}
        >
          <ClosedGift />
          <span>Abrir o presente</span>
        </button>
      )}
      <div className="stage-opened">
        <GiftInside />
        {pictureUrl && (
          <img className="stage-prize-picture" src={pictureUrl} width="300" height="250" alt="" />
        )}
        <span className="stage-gift" aria-hidden="true">
          <svg className="stage-gift-body" viewBox={giftView} aria-hidden="true">
            <GiftFront />
          </svg>
          <GiftLid />
        </span>
        <Sparks />
        <img className="stage-mascot" {...mascotImage('comemora')} alt="" />
      </div>
    </div>
  );
}

const giftView = '0 0 120 120';

function ClosedGift() {
  return (
    <span className="stage-gift" aria-hidden="true">
      <img {...mascotImage('acena')} alt="" />
      <svg viewBox={giftView} aria-hidden="true">
        <GiftShadow />
        <GiftFront />
        <path d="M12 64h96v8H12Z" opacity=".22" />
      </svg>
      <GiftLid />
    </span>
  );
}

function GiftInside() {
  return (
    <span className="stage-gift" aria-hidden="true">
      <svg className="stage-gift-body" viewBox={giftView} aria-hidden="true">
        <linearGradient id="gift-light" x2="0" y1="1">
          <stop stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
        <GiftShadow />
        <path d="M24 34-6-24h132L96 34Z" fill="url(#gift-light)" opacity=".5" />
        <path d="M12 50 24 33h72l12 17Z" fill="var(--gift)" />
        <path
          d="M12 50 24 33h72l12 17Z"
          fillOpacity=".6"
          stroke="var(--ribbon)"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  );
}

function GiftShadow() {
  return <ellipse cx="60" cy="116" rx="54" ry="4" opacity=".18" />;
}

function GiftFront() {
  return (
    <>
      <use href="#gift-body" fill="var(--gift)" />
      <use href="#gift-body" fill="url(#sheen)" />
      <path d="M49 50h22v67H49Z" fill="var(--ribbon)" />
      <path d="M12 50h96" stroke="var(--ribbon)" strokeWidth="2.5" />
    </>
  );
}

function GiftLid() {
  return (
    <svg className="stage-gift-lid" viewBox={giftView} aria-hidden="true">
      <path
        d="M60 34C40 36 22 30 25 15 28 1 54 4 60 34 66 4 92 1 95 15 98 30 80 36 60 34Z"
        fill="none"
        stroke="var(--ribbon)"
        strokeWidth="10"
        strokeLinejoin="round"
      />
      <rect x="4" y="34" width="112" height="30" rx="8" fill="var(--gift)" />
      <path d="M49 34h22v30H49Z" fill="var(--ribbon)" />
      <rect x="4" y="34" width="112" height="30" rx="8" fill="url(#sheen)" />
    </svg>
  );
}

/** Where each spark flies to from the middle, in widths of the box. */
const sparks = [
  { shape: 'star', x: -0.66, y: -0.42 },
  { shape: 'star', x: 0.66, y: -0.46 },
  { shape: 'star', x: -0.7, y: 0 },
  { shape: 'star', x: 0.34, y: -0.52 },
  { shape: 'coin', x: -0.08, y: -0.42 },
  { shape: 'coin', x: -0.16, y: 0 },
  { shape: 'coin', x: 0.64, y: 0.3 },
  { shape: 'star', x: 0.64, y: -0.04 },
] as const;

function Sparks() {
  return (
    <span className="stage-sparks" aria-hidden="true">
      {sparks.map(({ shape, x, y }) => (
        <svg
          viewBox="0 0 60 62"
          aria-hidden="true"
          style={{ '--x': x, '--y': y } as CSSProperties}
          key={`${x} ${y}`}
        >
          <use href={`#${shape}`} width="60" height="62" />
        </svg>
      ))}
    </span>
  );
}

export function NothingWon({ lead, pose }: ReturnType<typeof nothingWonTexts>) {
  return (
    <div className="scene-field scene-calm">
      <p className="scene-lead">{lead}</p>
      <img className="scene-figure" {...mascotImage(pose)} alt="" />
    </div>
  );
}
