import { type CSSProperties, useEffect, useState } from 'react';
import { type MascotPose, mascotPath } from '../../paths.ts';
import type { EngineResult } from './result/engine-results.store.ts';

/** Drawn here, not in the page's sprite: the dialog of a first photo opens on any page. */
function Receipt({ at }: { at: string }) {
  return (
    <g transform={at}>
      <path d="M6 8q0-6 6-6h76q6 0 6 6v122l-11-9-11 9-11-9-11 9-11-9-11 9-11-9-11 9Z" fill="#fff" />
      <g fill="none" strokeWidth="6" strokeLinecap="round">
        <path d="M20 22h60M20 84h22m26 0h12" stroke="var(--ink)" />
        <path d="M20 40h36m16 0h8M20 52h30m22 0h8M20 64h40m12 0h8" stroke="#b9c9cc" />
      </g>
    </g>
  );
}

export function ReceiptOnDisc() {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true">
      <circle cx="60" cy="60" r="58" fill="var(--primary)" opacity=".25" />
      <Receipt at="rotate(-6 60 60) translate(31 20) scale(.58)" />
    </svg>
  );
}

export function SmilingReceipt() {
  return (
    <svg viewBox="0 0 200 158" aria-hidden="true">
      <circle cx="100" cy="72" r="70" fill="var(--primary)" opacity=".25" />
      <Receipt at="translate(52)" />
      <g className="smile" fill="none" strokeLinecap="round">
        <path d="M34 126c40 36 92 36 132 0" stroke="var(--primary)" strokeWidth="24" />
        <path d="M36 130c38 32 90 32 128 0" stroke="#fff" strokeWidth="6" />
      </g>
    </svg>
  );
}

export function WonGift() {
  return (
    <svg viewBox="0 0 240 150" aria-hidden="true">
      <circle cx="120" cy="80" r="70" fill="var(--accent)" opacity=".28" />
      <use className="gift-sun" href="#gift" x="62" y="20" width="116" height="116" />
      <use href="#star" x="18" y="16" width="38" height="38" fill="var(--accent)" />
      <use href="#star" x="186" y="30" width="30" height="30" fill="var(--primary)" />
      <use href="#coin" x="22" y="92" width="46" height="48" />
      <use href="#coin" x="172" y="98" width="38" height="40" />
    </svg>
  );
}

export interface EarningDrawingProps {
  kind: EngineResult['kind'];
}

/** A ticket for numbers, a coin for money, a gift for the rest. */
export function EarningDrawing({ kind }: EarningDrawingProps) {
  return (
    <svg viewBox="0 0 60 62" aria-hidden="true">
      {kind === 'numbers' ? (
        <path
          d="M8 12h44q6 0 6 6v7a6 6 0 0 0 0 12v7q0 6-6 6H8q-6 0-6-6v-7a6 6 0 0 0 0-12v-7q0-6 6-6Z"
          fill="var(--strong)"
        />
      ) : (
        <use
          className="gift-sun"
          href={kind === 'cashback' ? '#coin' : '#gift'}
          width="60"
          height="62"
        />
      )}
    </svg>
  );
}

/** Where each spark flies to from the middle, in widths of the box. */
const sparks = [
  { shape: 'star', x: -0.6, y: -0.32 },
  { shape: 'star', x: 0.66, y: -0.46 },
  { shape: 'star', x: -0.68, y: 0 },
  { shape: 'coin', x: -0.36, y: -0.42 },
  { shape: 'coin', x: -0.28, y: -0.06 },
  { shape: 'coin', x: 0.7, y: 0.15 },
  { shape: 'star', x: 0.34, y: -0.5 },
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

function Gift() {
  return (
    <span className="stage-gift" aria-hidden="true">
      <svg className="stage-gift-body" viewBox="0 0 120 120" aria-hidden="true">
        <use href="#gift-body" fill="var(--gift)" />
        <use href="#gift-body" fill="url(#sheen)" />
        <path d="M49 60h22v57H49Z" fill="var(--ribbon)" />
        <path d="M12 64h96v8H12Z" opacity=".22" />
      </svg>
      <svg className="stage-gift-lid" viewBox="0 0 120 120" aria-hidden="true">
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
    </span>
  );
}

interface GiftStageProps {
  /** Of the prize that comes out of the gift. */
  pictureUrl: string | null;
  isOpen: boolean;
  onOpen: () => void;
}

/** The opened gift is laid out beforehand, so that a slow phone only has to show it. */
export function GiftStage({ pictureUrl, isOpen, onOpen }: GiftStageProps) {
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
          <Gift />
          <span>Abrir o presente</span>
        </button>
      )}
      <div className="stage-opened">
        <Gift />
        <Sparks />
        <img
          className="stage-mascot"
          src={mascotPath('comemora')}
          width="320"
          height="300"
          alt=""
        />
        {pictureUrl && (
          <img className="stage-prize-picture" src={pictureUrl} width="300" height="250" alt="" />
        )}
      </div>
    </div>
  );
}

const saidMs = 200;

/**
 * Gift, words, numbers and the rest come one after another: a slow phone would skip frames. In a
 * frame all come with the words: what came later would push the buttons from under a finger.
 */
export function useStages(isOpen: boolean, hasGift: boolean) {
  return {
    isSaid: useAfter(isOpen, hasGift ? saidMs : 0),
    hasLanded: useAfter(isOpen, hasGift ? 900 : 0),
    isCalm: useAfter(isOpen, hasGift ? 1_700 : 0),
  };
}

/** Whether `ms` have passed since `since` became true; no wait for people who want no motion. */
function useAfter(since: boolean, ms: number): boolean {
  const [isOver, setOver] = useState(since && ms === 0);
  useEffect(() => {
    if (!since) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isFramed = document.body.classList.contains('framed');
    const wait = isFramed ? Math.min(ms, saidMs) : ms;
    const end = setTimeout(() => setOver(true), isStill ? 0 : wait);
    return () => clearTimeout(end);
  }, [since, ms]);
  return isOver;
}

/** At the end of what heads the receipt's form. */
export function HeadFigure({ pose }: { pose: MascotPose }) {
  return (
    <img className="receipt-head-figure" src={mascotPath(pose)} width="320" height="300" alt="" />
  );
}

const nextDrawings = {
  /** A clock. */
  check: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 4v5l3.5 2',
  /** A receipt. */
  keep: 'M6 3h12v18l-3-2-3 2-3-2-3 2ZM9 8h6m-6 4h6',
} as const;

/** Beside a line of what comes next. */
export function NextDrawing({ kind }: { kind: keyof typeof nextDrawings }) {
  return (
    <svg className="line-drawing" viewBox="0 0 24 24" aria-hidden="true">
      <path d={nextDrawings[kind]} />
    </svg>
  );
}
