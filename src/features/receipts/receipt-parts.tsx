import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Campaign } from '../../contract/campaign.ts';
import type { OwnReceipt } from '../../contract/errors.ts';
import type { Receipt } from '../../contract/receipts.ts';
import { isClosed } from '../../environment.ts';
import {
  contactDialog,
  type MascotPose,
  mascotImage,
  newReceiptPath,
  overThisPage,
} from '../../paths.ts';
import { parameter } from '../../rules/campaign/parameters.ts';
import { possibleEarning, receiptStatusLabel } from '../../rules/messages/labels.ts';
import { type AdvisedReceipt, receiptAdvice } from '../../rules/messages/receipt-messages.ts';
import { isUnjudged, type ReceiptStage } from '../../rules/receipts/receipt-status.ts';
import { Chip, LoadedView, type Tone } from '../../ui/status.tsx';
import type { receiptDetails } from './receipt-details.store.ts';
import type { EngineResult } from './result/earnings.ts';

const receiptTones: Readonly<Record<string, Tone>> = {
  APPROVED: 'going',
  DONE: 'success',
  PARTIALLY_DONE: 'success',
  REJECTED: 'danger',
  ERROR: 'danger',
  NOT_ELIGIBLE: 'mute',
};

export function ReceiptChip({ status }: { status: string }) {
  return <Chip tone={receiptTones[status]} label={receiptStatusLabel(status)} />;
}

interface DetailsAnswerProps {
  details: ReturnType<typeof receiptDetails>;
  children: (receipt: Receipt) => ReactNode;
}

export function DetailsAnswer({ details, children }: DetailsAnswerProps) {
  return (
    <LoadedView loaded={useStore(details.$state)} onRetry={details.retry}>
      {children}
    </LoadedView>
  );
}

export function EarlierReceipt({
  position,
  status,
  className,
}: OwnReceipt & { className?: string }) {
  return (
    <p className={className}>
      Ela é a sua Nota {position}
      {status === 'REJECTED' ? (
        <>
          , que foi reprovada. A equipe pode liberar um novo envio:{' '}
          <a href={overThisPage(contactDialog)}>Fale conosco</a>
        </>
      ) : (
        '.'
      )}
    </p>
  );
}

interface ReceiptAdviceProps {
  receipt: AdvisedReceipt;
  /** A result ends in a button to another receipt; a card needs one of its own. */
  shownIn: 'card' | 'result';
  title?: string;
  children?: ReactNode;
}

export function ReceiptAdvice({ receipt, shownIn, title, children }: ReceiptAdviceProps) {
  const isClosedNow = isClosed();
  const isRejected = receipt.status === 'REJECTED';
  const advice = receiptAdvice(receipt, { isClosed: isClosedNow });
  if (!advice) return null;
  return (
    <div className={isRejected ? 'receipt-reason' : 'receipt-note'}>
      {title && <b>{title}</b>}
      <p>{advice.text}</p>
      {isUnjudged(receipt.status) && !children && <DiscFigure pose="le" />}
      {advice.next === 'SUPPORT' && (
        <p>
          Guarde a nota original e, em caso de dúvida,{' '}
          <a href={overThisPage(contactDialog)}>fale conosco</a>.
        </p>
      )}
      {advice.next === 'RELEASE' ? (
        <>
          <p>A equipe pode liberar um novo envio desta nota.</p>
          <a
            className={
              shownIn === 'result' ? 'button button-small button-secondary' : 'button button-small'
            }
            href={overThisPage(contactDialog)}
          >
            Fale conosco
          </a>
        </>
      ) : (
        (advice.next === 'ANOTHER_RECEIPT' || isRejected) &&
        shownIn === 'card' &&
        !isClosedNow && (
          <a className="button button-small button-secondary" href={newReceiptPath}>
            Enviar outra nota
          </a>
        )
      )}
      {children}
    </div>
  );
}

interface AfterReceiptLinkProps {
  campaign: Campaign;
  className?: string;
}

export function AfterReceiptLink({ campaign, className }: AfterReceiptLinkProps) {
  const url = parameter(campaign, 'CONSUMER_AFTER_COUPON_REGISTER_LINK');
  if (!url) return null;
  return (
    <a className={className} href={url} target="_blank" rel="noreferrer">
      {parameter(campaign, 'CONSUMER_AFTER_COUPON_REGISTER_LINK_NAME') ?? url}
    </a>
  );
}

/** Drawn here, not in the page's sprite: the dialog of a first photo opens on any page. */
function DrawnReceipt({ at }: { at: string }) {
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
      <DrawnReceipt at="rotate(-6 60 60) translate(31 20) scale(.58)" />
    </svg>
  );
}

export function SmilingReceipt() {
  return (
    <svg viewBox="0 0 200 158" aria-hidden="true">
      <circle cx="100" cy="72" r="70" fill="var(--primary)" opacity=".25" />
      <DrawnReceipt at="translate(52)" />
      <g className="smile" fill="none" strokeLinecap="round">
        <path d="M34 126c40 36 92 36 132 0" stroke="var(--primary)" strokeWidth="24" />
        <path d="M36 130c38 32 90 32 128 0" stroke="#fff" strokeWidth="6" />
      </g>
    </svg>
  );
}

/** In the place of a picture that the browser cannot draw. */
export function FileSheet({ isPdf }: { isPdf: boolean }) {
  return (
    <svg className="file-thumbnail" viewBox="0 0 80 104" aria-hidden="true">
      <path d="M12 8h36l20 20v68H12Z" fill="#fff" />
      <path d="M48 8v20h20" fill="none" stroke="#7d9499" strokeWidth="4" />
      <path
        d="M12 8h36l20 20v68H12Z"
        fill="none"
        stroke="#7d9499"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      {isPdf && (
        <text x="40" y="70" textAnchor="middle" fontSize="22" fontWeight="900" fill="#0f1d24">
          PDF
        </text>
      )}
    </svg>
  );
}

/** Beside each other: a photo that cuts the receipt off, and one that shows all of it. */
export function PhotoPair() {
  return (
    <svg className="photo-pair" viewBox="0 0 270 158" aria-hidden="true">
      <g transform="rotate(-4 66 78)">
        <path d="M8 8h116v142H8Z" fill="#fff" />
        <svg className="photo-cut" x="16" y="16" width="100" height="126" aria-hidden="true">
          <path d="M0 0h100v126H0Z" fill="#7d9499" />
          <DrawnReceipt at="rotate(24 50 60) translate(26 34) scale(1.1)" />
          <path d="M0 0h100v126L60 90Z" fill="#0f1d24" opacity=".45" />
        </svg>
      </g>
      <g transform="rotate(3 200 78)">
        <path d="M144 8h116v142H144Z" fill="#fff" />
        <path d="M152 16h100v126H152Z" fill="var(--primary)" />
        <DrawnReceipt at="translate(164 25) scale(.76 .82)" />
      </g>
      <circle cx="112" cy="134" r="19" fill="var(--danger)" />
      <circle cx="246" cy="134" r="19" fill="var(--success)" />
      <path
        d="m105 127 14 14m0-14-14 14m131-7 7 7 13-14"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
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

const earningSymbols: Partial<Record<EngineResult['kind'], string>> = {
  cashback: '#coin',
  points: '#basket',
};

export function EarningDrawing({ kind }: EarningDrawingProps) {
  return (
    <svg viewBox="0 0 60 62" aria-hidden="true">
      {kind === 'numbers' ? (
        <path
          d="M8 12h44q6 0 6 6v7a6 6 0 0 0 0 12v7q0 6-6 6H8q-6 0-6-6v-7a6 6 0 0 0 0-12v-7q0-6 6-6Z"
          fill="var(--strong)"
        />
      ) : (
        <use className="gift-sun" href={earningSymbols[kind] ?? '#gift'} width="60" height="62" />
      )}
    </svg>
  );
}

const earningKinds = {
  DRAW: 'numbers',
  INSTANT_PRIZE: 'prize',
  CASHBACK: 'cashback',
  COLLECT_TO_WIN: 'points',
} as const;

export function PossibleEarnings({ engines }: Pick<Campaign, 'engines'>) {
  const possible = new Map(engines.map((engine) => [possibleEarning(engine), engine.type]));
  if (possible.size === 0) return null;
  return (
    <div className="receipt-earned possible-earnings">
      <p>Cada nota pode render</p>
      <ul>
        {[...possible].map(([earning, type]) => (
          <li key={earning}>
            <EarningDrawing kind={earningKinds[type]} />
            {earning}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function HeadFigure({ pose }: { pose: MascotPose }) {
  return <img className="receipt-head-figure" {...mascotImage(pose)} alt="" />;
}

export function DiscFigure({ pose, className = '' }: { pose: MascotPose; className?: string }) {
  return (
    <img
      className={`figure-disc ${className}`.trim()}
      {...mascotImage(pose)}
      loading="lazy"
      alt=""
    />
  );
}

const lineDrawings = {
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 4v5l3.5 2',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2ZM9 8h6m-6 4h6',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.1M4 12h.1M4 18h.1',
  cross: 'm6 6 12 12M18 6 6 18',
} as const;

export function LineDrawing({ kind }: { kind: keyof typeof lineDrawings }) {
  return (
    <svg className="line-drawing" viewBox="0 0 24 24" aria-hidden="true">
      <path d={lineDrawings[kind]} />
    </svg>
  );
}

const stageDrawings = { review: 'clock', credited: 'receipt', denied: 'cross' } as const;

interface ReceiptSignProps {
  earned: EngineResult['kind'] | undefined;
  stage: ReceiptStage;
}

/** Tells at a glance what a receipt brought, or how far it has come. */
export function ReceiptSign({ earned, stage }: ReceiptSignProps) {
  return (
    <span className={`receipt-sign notched ${earned ? '' : `receipt-sign-${stage}`}`.trim()}>
      {earned ? <EarningDrawing kind={earned} /> : <LineDrawing kind={stageDrawings[stage]} />}
    </span>
  );
}
