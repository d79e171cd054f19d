import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { CampaignPrize } from '../../../contract/campaign.ts';
import type { EngineOrder } from '../../../contract/receipts.ts';
import { isClosed, type SiteProps } from '../../../environment.ts';
import { mascotPath, myReceiptsPath } from '../../../paths.ts';
import { instantPrizeTexts } from '../../../rules/labels.ts';
import { Gift, Sparks } from '../drawings.tsx';
import type { SavedReceipt } from '../new-receipt.store.ts';
import {
  $prizes,
  type EngineResult,
  engineResult,
  loadPrizes,
  type PrizeResult,
  shownNumbersText,
} from './rewards.store.ts';
import {
  AfterReceiptLink,
  EngineHeader,
  EngineResults,
  engineName,
  FoldedTickets,
  Tickets,
} from './rewards.tsx';
import { SharePrize } from './share-buttons.tsx';

export interface ResultSceneProps {
  site: SiteProps;
  receipt: SavedReceipt;
  onClose: () => void;
  onAnother: () => void;
}

/** Celebrates what a receipt won: a prize comes out of its gift; without a prize, tickets show. */
export function ResultScene({ site, receipt, onClose, onAnother }: ResultSceneProps) {
  const { status, engineOrders } = receipt;
  const results = engineOrders.map((order) => ({ order, result: engineResult(order, status) }));
  const won = results.find(({ result }) => result.kind === 'prize');
  const drawn = results.find(({ result }) => result.kind === 'numbers');
  const [isOpen, setOpen] = useState(!won);
  const hero = won ?? drawn;
  const prize = usePrize(won?.result);
  const shown = [hero?.order, won && drawn?.order];
  const others = engineOrders.filter((order) => !shown.includes(order));
  const prizes = results.filter(({ result }) => result.kind === 'prize').length;
  const hasLanded = useAfter(isOpen, won ? landsAfterMs : 0);
  const isCalm = useAfter(isOpen, won ? calmAfterMs : 0);
  const props = { site, status, isOpen, prizes, onOpen: () => setOpen(true) };
  return (
    <div className={`result scene ${won && drawn && isOpen ? 'scene-tall' : ''}`.trim()}>
      {!hero && (
        <CalmStage isWaiting={engineOrders.some((order) => order.status === 'TO_REQUEST')} />
      )}
      {hero?.result.kind === 'prize' && (
        <PrizeScene {...props} prize={prize} order={hero.order} result={hero.result} />
      )}
      {hero?.result.kind === 'numbers' && (
        <NumbersScene {...props} order={hero.order} result={hero.result} />
      )}
      {hasLanded && hero !== drawn && <AlsoDrawn {...props} drawn={drawn} />}
      {isCalm && (
        <>
          {won?.result.kind === 'prize' && prize && (
            <SharePrize
              prize={prize.description}
              pictureUrl={pictureOf(prize)}
              isConfirmed={won.result.outcome === 'won'}
            />
          )}
          <EngineResults campaign={site.campaign} receiptStatus={status} orders={others} />
          <p className="scene-keep">Guarde a nota original</p>
          <AfterReceiptLink campaign={site.campaign} />
        </>
      )}
      <Ways isOpen={isOpen} onClose={onClose} onAnother={onAnother} />
    </div>
  );
}

type WaysProps = Pick<ResultSceneProps, 'onClose' | 'onAnother'> & { isOpen: boolean };

function Ways({ isOpen, onClose, onAnother }: WaysProps) {
  const mayGoOn = isOpen && !isClosed();
  const look = isOpen ? 'button button-wide button-secondary' : 'button-link scene-leave';
  return (
    <div className={`scene-ways ${mayGoOn ? 'scene-ways-next' : ''}`.trim()}>
      <button type="button" className={look} onClick={onClose}>
        Fechar
      </button>
      {mayGoOn && (
        <button type="button" className="button button-wide" onClick={onAnother}>
          Enviar outra nota
        </button>
      )}
    </div>
  );
}

/** Prize, numbers and the rest come one after another: a slow phone would skip frames. */
const landsAfterMs = 900;
const calmAfterMs = 1_700;
const stillOnes = '(prefers-reduced-motion: reduce)';

/** Whether `ms` have passed since `since` became true; no wait for people who want no motion. */
function useAfter(since: boolean, ms: number): boolean {
  const [isOver, setOver] = useState(since && ms === 0);
  useEffect(() => {
    if (!since) return;
    const isStill = window.matchMedia(stillOnes).matches;
    const end = setTimeout(() => setOver(true), isStill ? 0 : ms);
    return () => clearTimeout(end);
  }, [since, ms]);
  return isOver;
}

function usePrize(result: EngineResult | undefined): CampaignPrize | undefined {
  useEffect(() => void loadPrizes(), []);
  const prizes = useStore($prizes);
  if (result?.kind !== 'prize') return undefined;
  return prizes.find(({ id }) => String(id) === String(result.campaignPrizeId));
}

interface HeroProps<Kind extends EngineResult['kind']> {
  site: SiteProps;
  status: string;
  order: EngineOrder;
  result: Extract<EngineResult, { kind: Kind }>;
  isOpen: boolean;
  /** How many the receipt brought; the scene shows the first, the others follow below. */
  prizes: number;
  onOpen: () => void;
}

interface PrizeSceneProps extends HeroProps<'prize'> {
  prize: CampaignPrize | undefined;
}

/** The opened scene is laid out beforehand, so that a slow phone only has to show it. */
function PrizeScene({ result, onOpen, ...shown }: PrizeSceneProps) {
  const { prize, prizes, isOpen } = shown;
  return (
    <section className="result-engine">
      <p className="scene-lead">
        {isOpen && 'Que sorte!'}
        {!isOpen && `Sua nota trouxe ${prizes === 1 ? 'um presente' : `${prizes} presentes`}!`}
      </p>
      <div className={`stage stage-prize ${isOpen ? 'is-open' : ''}`}>
        <Rays />
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
        <div className="scene-opened">
          <Gift />
          {prize && <PrizePicture url={pictureOf(prize)} />}
          <img
            className="stage-mascot"
            src={mascotPath('comemora')}
            width="320"
            height="300"
            alt=""
          />
          <Sparks />
        </div>
      </div>
      <div className="scene-opened scene-said" hidden={!isOpen}>
        <Won {...shown} outcome={result.outcome} />
      </div>
    </section>
  );
}

interface WonProps extends Omit<PrizeSceneProps, 'result' | 'onOpen'> {
  outcome: PrizeResult['outcome'];
}

function Won({ site, status, order, outcome, prize, isOpen, prizes }: WonProps) {
  const next = site.hotsite.engineTexts?.[order.engineType];
  const headline = useRef<HTMLParagraphElement>(null);
  // The gift's button is gone, so the focus moves on, and screen readers say what was won. Moving
  // it makes the browser lay out the page, so it is a task of its own.
  useEffect(() => {
    if (!isOpen) return;
    const next = setTimeout(() => headline.current?.focus({ preventScroll: true }));
    return () => clearTimeout(next);
  }, [isOpen]);
  return (
    <>
      <EngineHeader campaign={site.campaign} order={order} receiptStatus={status} />
      <p className="scene-headline" tabIndex={-1} ref={headline}>
        <span>{instantPrizeTexts[outcome]}</span> <b>{prize?.description}</b>
      </p>
      {(next || outcome === 'likely') && (
        <p className="scene-check">
          {outcome === 'likely' && <b>Falta só conferirmos a nota.</b>} {next}
        </p>
      )}
      {prizes > 1 && (
        <p className="scene-more">
          E mais {prizes === 2 ? 'um prêmio' : `${prizes - 1} prêmios`}, logo abaixo
        </p>
      )}
    </>
  );
}

interface AlsoDrawnProps extends Pick<ResultSceneProps, 'site'> {
  drawn: { order: EngineOrder; result: EngineResult } | undefined;
}

/** The numbers of a receipt that also won a prize, whose header already says what is waiting. */
function AlsoDrawn({ site, drawn }: AlsoDrawnProps) {
  if (drawn?.result.kind !== 'numbers') return null;
  const { order, result } = drawn;
  return (
    <section className="result-engine scene-also">
      <h3 className="visually-hidden">{engineName(site.campaign, order)}</h3>
      <p>
        E mais <b>{shownNumbersText(result.numbers)}</b>
      </p>
      <FoldedTickets numbers={result.numbers} />
    </section>
  );
}

function NumbersScene({ site, status, order, result }: HeroProps<'numbers'>) {
  const text = site.hotsite.engineTexts?.[order.engineType];
  const [count, ...words] = (shownNumbersText(result.numbers) ?? '').split(' ');
  return (
    <section className="result-engine">
      <div className="stage stage-numbers is-open">
        <Rays />
        <p className="scene-headline">
          <b>
            <i>{count}</i> {words.join(' ')}
          </b>
        </p>
        <img
          className="stage-mascot"
          src={mascotPath('comemora')}
          width="320"
          height="300"
          alt=""
        />
      </div>
      <div className="scene-said">
        <EngineHeader campaign={site.campaign} order={order} receiptStatus={status} />
        {text && <p>{text}</p>}
        <Tickets numbers={result.numbers} />
      </div>
    </section>
  );
}

function CalmStage({ isWaiting }: { isWaiting: boolean }) {
  const pose = isWaiting ? 'le' : 'acena';
  return (
    <>
      <div className="stage stage-numbers is-open">
        <Rays />
        <p className="scene-headline">
          <b>{isWaiting ? 'Vamos conferir a sua nota' : 'Obrigado por participar'}</b>
        </p>
        <img className="stage-mascot" src={mascotPath(pose)} width="320" height="300" alt="" />
      </div>
      {isWaiting && (
        <p className="scene-next">
          O que ela render aparece em <a href={myReceiptsPath}>Minhas notas</a> quando for aprovada.
        </p>
      )}
    </>
  );
}

function PrizePicture({ url }: { url: string | null }) {
  return url && <img className="stage-prize-picture" src={url} width="300" height="250" alt="" />;
}

function pictureOf({ hotsiteImageUrl, mainImageUrl }: CampaignPrize): string | null {
  return hotsiteImageUrl ?? mainImageUrl ?? null;
}

function Rays() {
  return <span className="stage-rays" aria-hidden="true" />;
}
