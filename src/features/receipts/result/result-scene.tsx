import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { CampaignPrize } from '../../../contract/campaign.ts';
import type { ShownNumber } from '../../../contract/engines.ts';
import type { EngineOrder } from '../../../contract/receipts.ts';
import { isClosed, type SiteProps } from '../../../environment.ts';
import { mascotPath, myReceiptsPath } from '../../../paths.ts';
import { engineOrderLabel, instantPrizeTexts } from '../../../rules/labels.ts';
import { GiftStage, NextDrawing } from '../drawings.tsx';
import type { SavedReceipt } from '../new-receipt.store.ts';
import {
  $prizes,
  countValid,
  type EngineResult,
  engineResult,
  loadPrizes,
  type PrizeResult,
  shownNumbersText,
} from './engine-results.store.ts';
import {
  AfterReceiptLink,
  EngineResults,
  engineName,
  FoldedTickets,
  OrderChip,
  Tickets,
} from './engine-results.tsx';
import { ShareNumbers, SharePrize } from './share-buttons.tsx';

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
  const isSaid = useAfter(isOpen, won ? saidAfterMs : 0);
  const hasLanded = useAfter(isOpen, won ? landsAfterMs : 0);
  const isCalm = useAfter(isOpen, won ? calmAfterMs : 0);
  const isWaiting = engineOrders.some((order) => order.status === 'TO_REQUEST');
  const props = { site, status, prizes, prize, isOpen };
  const said = hero && engineOrderLabel(hero.order, status);
  return (
    <div
      className={`result scene ${lookOf(isOpen, won !== undefined && others.length > 0)}`.trim()}
    >
      <span className="scene-rays" aria-hidden="true">
        <span className="scene-fan" />
      </span>
      {hero?.result.kind === 'prize' && <PrizeField {...props} onOpen={() => setOpen(true)} />}
      {hero?.result.kind === 'numbers' && (
        <NumbersField {...props} order={hero.order} numbers={hero.result.numbers} />
      )}
      {!hero && <CalmField isWaiting={isWaiting} />}
      <div className="scene-sheet" hidden={!isSaid}>
        {won?.result.kind === 'prize' && (
          <Won {...props} isOpen={isSaid} order={won.order} outcome={won.result.outcome} />
        )}
        <Next {...props} order={hero?.order} result={hero?.result} isWaiting={isWaiting} />
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
            {hero?.result.kind === 'numbers' && (
              <ShareNumbers campaign={site.campaign} numbers={hero.result.numbers} />
            )}
            <EngineResults
              campaign={site.campaign}
              receiptStatus={status}
              orders={others}
              said={said}
            />
            <p className="scene-keep">
              <NextDrawing kind="keep" />
              Guarde a nota original
            </p>
            <AfterReceiptLink campaign={site.campaign} />
          </>
        )}
      </div>
      <Ways isOpen={isOpen} onClose={onClose} onAnother={onAnother} />
    </div>
  );
}

/** Tall from the beginning where more follows the prize, so that nothing moves when it comes. */
function lookOf(isOpen: boolean, hasMore: boolean): string {
  return `${isOpen ? '' : 'scene-closed'} ${hasMore ? 'scene-tall' : ''}`.trim();
}

type WaysProps = Pick<ResultSceneProps, 'onClose' | 'onAnother'> & { isOpen: boolean };

function Ways({ isOpen, onClose, onAnother }: WaysProps) {
  const look = isOpen ? 'button button-secondary' : 'button-link';
  return (
    <div className="scene-ways">
      <button type="button" className={look} onClick={onClose}>
        Fechar
      </button>
      {isOpen && !isClosed() && (
        <button type="button" className="button" onClick={onAnother}>
          Enviar outra nota
        </button>
      )}
    </div>
  );
}

/** Gift, words, numbers and the rest come one after another: a slow phone would skip frames. */
const saidAfterMs = 200;
const landsAfterMs = 900;
const calmAfterMs = 1_700;

/** Whether `ms` have passed since `since` became true; no wait for people who want no motion. */
function useAfter(since: boolean, ms: number): boolean {
  const [isOver, setOver] = useState(since && ms === 0);
  useEffect(() => {
    if (!since) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
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

interface HeroProps {
  site: SiteProps;
  status: string;
  order: EngineOrder;
  prize: CampaignPrize | undefined;
  isOpen: boolean;
  /** How many the receipt brought; the scene shows the first, the others follow below. */
  prizes: number;
}

type PrizeFieldProps = Pick<HeroProps, 'prize' | 'prizes' | 'isOpen'> & { onOpen: () => void };

function PrizeField({ prize, prizes, isOpen, onOpen }: PrizeFieldProps) {
  return (
    <div className="scene-field">
      <p className="scene-lead">
        {isOpen && 'Que sorte!'}
        {!isOpen && `Sua nota trouxe ${prizes === 1 ? 'um presente' : `${prizes} presentes`}!`}
      </p>
      <GiftStage pictureUrl={prize ? pictureOf(prize) : null} isOpen={isOpen} onOpen={onOpen} />
    </div>
  );
}

function Won({
  site,
  status,
  order,
  outcome,
  prize,
  isOpen,
  prizes,
}: HeroProps & Pick<PrizeResult, 'outcome'>) {
  const headline = useRef<HTMLParagraphElement>(null);
  // The gift's button is gone, so the focus moves on, and screen readers say what was won. Moving
  // it makes the browser lay out the page, so it is a task of its own.
  useEffect(() => {
    if (!isOpen) return;
    const next = setTimeout(() => headline.current?.focus({ preventScroll: true }));
    return () => clearTimeout(next);
  }, [isOpen]);
  return (
    <section className="result-engine">
      <h3 className="visually-hidden">{engineName(site.campaign, order)}</h3>
      <p className="visually-hidden">{engineOrderLabel(order, status)}</p>
      <p className="scene-headline" tabIndex={-1} ref={headline}>
        <span>{instantPrizeTexts[outcome]}</span> <b>{prize?.description}</b>
      </p>
      {prizes > 1 && (
        <p className="scene-more">
          E mais {prizes === 2 ? 'um prêmio' : `${prizes - 1} prêmios`}, logo abaixo
        </p>
      )}
    </section>
  );
}

interface NextProps {
  site: SiteProps;
  order: EngineOrder | undefined;
  result: EngineResult | undefined;
  isWaiting: boolean;
}

function Next({ site, order, result, isWaiting }: NextProps) {
  const text = order && site.hotsite.engineTexts?.[order.engineType];
  if (result?.kind === 'numbers')
    return (
      text && (
        <p className="scene-headline">
          <b>{text}</b>
        </p>
      )
    );
  const isLikely = result?.kind === 'prize' && result.outcome === 'likely';
  const isAhead = !order && isWaiting;
  if (!text && !isLikely && !isAhead) return null;
  return (
    <p className="scene-next">
      <NextDrawing kind="check" />
      <span>
        {isLikely && <b>Falta só conferirmos a nota.</b>} {text}
        {isAhead && (
          <>
            O que ela render aparece em <a href={myReceiptsPath}>Minhas notas</a> quando for
            aprovada.
          </>
        )}
      </span>
    </p>
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

type NumbersFieldProps = Pick<HeroProps, 'site' | 'status' | 'order'> & {
  numbers: readonly ShownNumber[];
};

function NumbersField({ site, status, order, numbers }: NumbersFieldProps) {
  const { count, name } = countValid(numbers);
  return (
    <section
      className={`scene-field scene-numbers ${numbers.length === 1 ? 'scene-one' : ''}`.trim()}
    >
      <p className="scene-headline">
        <b>
          <i>{count}</i> {name}
        </b>
      </p>
      <img src={mascotPath('comemora')} width="320" height="300" alt="" />
      <h3 className="visually-hidden">{engineName(site.campaign, order)}</h3>
      <OrderChip order={order} receiptStatus={status} />
      <Tickets numbers={numbers} />
    </section>
  );
}

function CalmField({ isWaiting }: { isWaiting: boolean }) {
  const pose = isWaiting ? 'le' : 'acena';
  return (
    <div className="scene-field scene-calm">
      <p className="scene-lead">
        {isWaiting ? 'Vamos conferir a sua nota' : 'Obrigado por participar'}
      </p>
      <img src={mascotPath(pose)} width="320" height="300" alt="" />
    </div>
  );
}

function pictureOf({ hotsiteImageUrl, mainImageUrl }: CampaignPrize): string | null {
  return hotsiteImageUrl ?? mainImageUrl ?? null;
}
