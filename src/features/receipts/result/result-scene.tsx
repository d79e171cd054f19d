import { type ReactNode, useEffect, useState } from 'react';
import type { EngineOrder } from '../../../contract/receipts.ts';
import { isClosed, type SiteProps } from '../../../environment.ts';
import { type MascotPose, mascotPath, myReceiptsPath } from '../../../paths.ts';
import { isRefused } from '../../../rules/receipts/receipt-status.ts';
import { awaitsModeration } from '../../../rules/sentences/labels.ts';
import { NextDrawing } from '../drawings.tsx';
import {
  countValid,
  drawDayText,
  engineName,
  highlights,
  type RewardedReceipt,
  shownNumbersText,
} from './engine-results.store.ts';
import {
  AfterReceiptLink,
  EngineResults,
  FoldedTickets,
  glimpsed,
  OrderChip,
  PrizeDeliveries,
  Tickets,
  UnfoldButton,
  usePrize,
} from './engine-results.tsx';
import { ShareResult } from './share-buttons.tsx';
import { PrizeField, PrizeHeadline } from './won-prize.tsx';

export interface ResultSceneProps {
  site: SiteProps;
  receipt: RewardedReceipt;
  /** How a receipt that was sent before stands; its gift is open already. */
  state?: ReactNode;
  onClose: () => void;
  onAnother: () => void;
}

/** Celebrates what a receipt won: a prize comes out of its gift; without a prize, tickets show. */
export function ResultScene({ site, receipt, state, onClose, onAnother }: ResultSceneProps) {
  const { status } = receipt;
  const { won, drawn, lost, others, prizes, said } = highlights(receipt);
  const hero = won ?? drawn;
  const hasGift = won !== undefined && state === undefined;
  const [isOpen, setOpen] = useState(!hasGift);
  const prize = usePrize(won?.campaignPrizeId);
  const { isSaid, hasLanded, isCalm } = useStages(isOpen, hasGift);
  const props = { site, status, prizes, prize, isOpen };
  return (
    <div className={lookOf(isOpen, won !== undefined && others.length > 0)}>
      <span className="scene-rays" aria-hidden="true">
        <span className="scene-fan" />
      </span>
      {won && <PrizeField {...props} onOpen={() => setOpen(true)} />}
      {!won && drawn && <NumbersField {...props} {...drawn} />}
      {!hero && <CalmField {...calmWords(receipt)} />}
      <div className="scene-sheet" hidden={!isSaid}>
        {won && (
          <PrizeHeadline {...props} isOpen={isSaid} order={won.order} outcome={won.outcome} />
        )}
        {!hero && state}
        {lost && <Lost {...props} order={lost} />}
        {hasLanded && won && drawn && <AlsoDrawn {...props} {...drawn} said={said} />}
        <Next
          {...props}
          order={hero?.order}
          isDrawn={!won && drawn !== undefined}
          isAhead={!hero && !state && isAwaited(receipt)}
        />
        {isCalm && (
          <>
            {hero && state}
            <EngineResults
              campaign={site.campaign}
              receiptStatus={status}
              orders={others}
              said={said}
            />
            <ShareResult campaign={site.campaign} won={won} drawn={drawn} prize={prize} />
            <AfterReceiptLink campaign={site.campaign} />
          </>
        )}
      </div>
      <SceneButtons isOpen={isOpen} onClose={onClose} onAnother={onAnother} />
    </div>
  );
}

type Drawn = NonNullable<ReturnType<typeof highlights>['drawn']>;

/** Tall from the beginning where more follows the prize, so that nothing moves when it comes. */
function lookOf(isOpen: boolean, hasMore: boolean): string {
  return `result scene ${isOpen ? '' : 'scene-closed'} ${hasMore ? 'scene-tall' : ''}`;
}

const saidMs = 200;

/**
 * Gift, words, numbers and the rest come one after another: a slow phone would skip frames. In a
 * frame all come with the words: what came later would push the buttons from under a finger.
 */
function useStages(isOpen: boolean, hasGift: boolean) {
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

type SceneButtonsProps = Pick<ResultSceneProps, 'onClose' | 'onAnother'> & { isOpen: boolean };

function SceneButtons({ isOpen, onClose, onAnother }: SceneButtonsProps) {
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

interface OrderProps {
  site: SiteProps;
  status: string;
  order: EngineOrder;
}

interface NextProps extends Omit<OrderProps, 'order'> {
  order: EngineOrder | undefined;
  isDrawn: boolean;
  /** Whether what is still to come has not been said. */
  isAhead: boolean;
}

function Next({ site, status, order, isDrawn, isAhead }: NextProps) {
  const text = order && site.hotsite.engineTexts?.[order.engineType];
  const isUnchecked = order && awaitsModeration(order, status);
  const more = isDrawn ? drawDayText(site.campaign) : text;
  // ReceiptAdvice says what a refused receipt needs.
  if (isRefused(status)) return null;
  return (
    <>
      {isDrawn && text && (
        <p className="scene-headline">
          <b>{text}</b>
        </p>
      )}
      <div className="scene-next">
        {(isUnchecked || more || isAhead) && (
          <p>
            <NextDrawing kind="check" />
            <span>
              {isUnchecked && <b>Falta só conferirmos a nota.</b>} {more}
              {isAhead && (
                <>
                  O que ela render aparece em <a href={myReceiptsPath}>Minhas notas</a> quando for
                  aprovada.
                </>
              )}
            </span>
          </p>
        )}
        <p>
          <NextDrawing kind="keep" />
          <b>Guarde a nota original</b>
        </p>
      </div>
      <PrizeDeliveries details={order?.details} />
    </>
  );
}

function Lost({ site, status, order }: OrderProps) {
  return (
    <div className="scene-lost">
      <EngineResults campaign={site.campaign} receiptStatus={status} orders={[order]} />
      {!isClosed() && <p>Tente de novo com outra nota!</p>}
    </div>
  );
}

type NumbersProps = Omit<OrderProps, 'order'> & Drawn;

/** The numbers of a receipt that also won a prize. */
function AlsoDrawn({
  site,
  status,
  order,
  numbers,
  said,
}: NumbersProps & { said: string | undefined }) {
  return (
    <section className="result-engine scene-also">
      <h3 className="visually-hidden">{engineName(site.campaign, order)}</h3>
      <p>
        E mais <b>{shownNumbersText(numbers)}</b>
      </p>
      <FoldedTickets numbers={numbers} />
      <OrderChip order={order} receiptStatus={status} said={said} />
      <PrizeDeliveries details={order.details} />
    </section>
  );
}

function NumbersField({ site, status, order, numbers }: NumbersProps) {
  const { count, name } = countValid(numbers);
  const isMany = numbers.length > glimpsed + 1;
  const [isBrief, setBrief] = useState(isMany);
  const look = `${numbers.length === 1 ? 'scene-one' : ''} ${isBrief ? 'scene-brief' : ''}`;
  return (
    <section className={`scene-field scene-numbers ${look}`}>
      <p className="scene-headline">
        <b>
          {count === 1 ? count : <i>{count}</i>} {name}
        </b>
      </p>
      <img src={mascotPath('comemora')} width="320" height="300" alt="" />
      <h3 className="visually-hidden">{engineName(site.campaign, order)}</h3>
      {/* What it waits for stands below. */}
      <OrderChip
        order={order}
        receiptStatus={status}
        said={awaitsModeration(order, status) ? 'TO_REQUEST' : undefined}
      />
      <Tickets numbers={numbers} />
      {isMany && (
        <UnfoldButton isOpen={!isBrief} count={numbers.length} onPress={() => setBrief(!isBrief)} />
      )}
    </section>
  );
}

interface CalmFieldProps {
  lead: string;
  pose: MascotPose;
}

function CalmField({ lead, pose }: CalmFieldProps) {
  return (
    <div className="scene-field scene-calm">
      <p className="scene-lead">{lead}</p>
      <img src={mascotPath(pose)} width="320" height="300" alt="" />
    </div>
  );
}

function calmWords(receipt: RewardedReceipt): CalmFieldProps {
  if (isRefused(receipt.status)) return { lead: 'Esta nota não valeu', pose: 'duvida' };
  return isAwaited(receipt)
    ? { lead: 'Vamos conferir a sua nota', pose: 'le' }
    : { lead: 'Obrigado por participar', pose: 'acena' };
}

function isAwaited({ engineOrders }: RewardedReceipt): boolean {
  return engineOrders.some(({ status }) => status === 'TO_REQUEST');
}
