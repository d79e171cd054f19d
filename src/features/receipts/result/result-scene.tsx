import { type ReactNode, useEffect, useState } from 'react';
import type { EngineOrder } from '../../../contract/receipts.ts';
import { isClosed, type SiteProps } from '../../../environment.ts';
import { isFramedPath, mascotImage, myReceiptsPath } from '../../../paths.ts';
import { isDenied } from '../../../rules/receipts/receipt-status.ts';
import { awaitsModeration } from '../../../rules/rewards/engines-and-reward-status.ts';
import { AfterReceiptLink, LineDrawing } from '../receipt-parts.tsx';
import {
  countNumbers,
  drawDayText,
  engineName,
  engineTextOf,
  type Highlights,
  hasWaitingEngine,
  highlights,
  nothingWonTexts,
  numbersCountText,
  type OrderNumbers,
  type RewardedReceipt,
} from './earnings.ts';
import {
  EngineResults,
  FoldedTickets,
  glimpseCount,
  OrderChip,
  PrizeDeliveries,
  Tickets,
  UnfoldButton,
  usePrize,
} from './engine-results.tsx';
import { GiftStage, NothingWon, PrizeHeadline } from './gift-stage.tsx';
import { ShareResult } from './share-buttons.tsx';

export interface ResultSceneProps {
  site: SiteProps;
  receipt: RewardedReceipt;
  /** False for a receipt that was sent before: its gift is already open, and its status shows. */
  isJustSent: boolean;
  statusNow?: ReactNode;
  onClose: () => void;
  onAnother: () => void;
}

/** Celebrates what a receipt won: a prize comes out of its gift; without a prize, tickets show. */
export function ResultScene(props: ResultSceneProps) {
  const { site, receipt, isJustSent, statusNow, onClose, onAnother } = props;
  const { status } = receipt;
  const shown = highlights(receipt);
  const { prize, numbers, lostOrder, others, prizeCount, bestStatus } = shown;
  const best = prize ?? numbers;
  const mayEarnLater = earnsOnlyLater(props, shown);
  const isNextFirst = best !== undefined || mayEarnLater;
  const hasGift = prize !== undefined && isJustSent;
  const [isOpen, setOpen] = useState(!hasGift);
  const prizeInfo = usePrize(prize?.campaignPrizeId);
  const { showsWords, showsNumbers, showsRest } = useShownParts({ isOpen, hasGift });
  const shared = { site, status };
  const next = (
    <WhatComesNext
      {...shared}
      order={best?.order}
      leadsWithNumbers={!prize && numbers !== undefined}
      isJustSent={isJustSent}
      mayEarnLater={mayEarnLater}
    />
  );
  return (
    <div className={sceneClasses({ isOpen, shown, status })}>
      <SceneRays isStill={!isOpen} />
      {prize && (
        <GiftStage
          prize={prizeInfo}
          prizeCount={prizeCount}
          isOpen={isOpen}
          onOpen={() => setOpen(true)}
        />
      )}
      {!prize && numbers && <NumbersStage {...shared} {...numbers} />}
      {!best && <NothingWon {...nothingWonTexts(receipt)} />}
      <div className="scene-sheet" hidden={!showsWords}>
        {prize && (
          <PrizeHeadline
            {...shared}
            prize={prizeInfo}
            prizeCount={prizeCount}
            isShown={showsWords}
            order={prize.order}
            outcome={prize.outcome}
          />
        )}
        {!best && statusNow}
        {lostOrder && <NoPrize {...shared} order={lostOrder} />}
        {showsNumbers && prize && numbers && (
          <NumbersBesidePrize {...shared} {...numbers} shownStatus={bestStatus} />
        )}
        {isNextFirst && next}
        {showsRest && (
          <>
            {best && statusNow}
            <EngineResults
              campaign={site.campaign}
              receiptStatus={status}
              orders={others}
              shownStatus={bestStatus}
            />
            {!isNextFirst && next}
            <ShareResult
              campaign={site.campaign}
              prize={prize}
              prizeInfo={prizeInfo}
              numbers={numbers}
            />
            <AfterReceiptLink campaign={site.campaign} />
          </>
        )}
      </div>
      <SceneButtons isOpen={isOpen} onClose={onClose} onAnother={onAnother} />
    </div>
  );
}

function SceneRays({ isStill }: { isStill: boolean }) {
  return (
    <span className={isStill ? 'scene-rays scene-rays-still' : 'scene-rays'} aria-hidden="true">
      <span className="scene-fan" />
    </span>
  );
}

function earnsOnlyLater(
  { receipt, isJustSent }: ResultSceneProps,
  { prize, numbers }: Highlights,
): boolean {
  return isJustSent && !prize && !numbers && hasWaitingEngine(receipt);
}

interface SceneLook {
  isOpen: boolean;
  shown: Highlights;
  status: string;
}

/** Tall from the beginning if more follows the prize, so that nothing moves when the rest appears. */
function sceneClasses({ isOpen, shown, status }: SceneLook): string {
  const { prize, numbers, others } = shown;
  const states = [
    !isOpen && 'scene-closed',
    prize && others.length > 0 && 'scene-tall',
    !prize && !numbers && isDenied(status) && 'scene-denied',
  ];
  return ['result scene', ...states.filter(Boolean)].join(' ');
}

const wordsDelayMs = 200;
const numbersDelayMs = 900;
const restDelayMs = 1_700;

/**
 * Gift, words, numbers and the rest come one after another: a slow phone would otherwise drop
 * frames. In another site's page all come with the words: later parts would move the buttons away
 * from a finger.
 */
function useShownParts({ isOpen, hasGift }: { isOpen: boolean; hasGift: boolean }) {
  return {
    showsWords: useDelayed(isOpen, hasGift ? wordsDelayMs : 0),
    showsNumbers: useDelayed(isOpen, hasGift ? numbersDelayMs : 0),
    showsRest: useDelayed(isOpen, hasGift ? restDelayMs : 0),
  };
}

/** True once `isOn` was true for `delayMs`; without a wait for users who want no motion. */
function useDelayed(isOn: boolean, delayMs: number): boolean {
  const [isElapsed, setElapsed] = useState(isOn && delayMs === 0);
  useEffect(() => {
    if (!isOn) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isFramed = isFramedPath(window.location.pathname);
    const wait = isFramed ? Math.min(delayMs, wordsDelayMs) : delayMs;
    const timer = setTimeout(() => setElapsed(true), isStill ? 0 : wait);
    return () => clearTimeout(timer);
  }, [isOn, delayMs]);
  return isElapsed;
}

type SceneButtonsProps = Pick<ResultSceneProps, 'onClose' | 'onAnother'> & { isOpen: boolean };

function SceneButtons({ isOpen, onClose, onAnother }: SceneButtonsProps) {
  const hasAnother = isOpen && !isClosed();
  const quiet = hasAnother ? 'button-quiet' : '';
  const classes = isOpen
    ? `button button-secondary scene-action ${quiet}`.trim()
    : 'button-link scene-leave';
  return (
    <div className="scene-actions">
      <button type="button" className={classes} onClick={onClose}>
        Fechar
      </button>
      {hasAnother && (
        <button type="button" className="button scene-action" onClick={onAnother}>
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

interface WhatComesNextProps extends Omit<OrderProps, 'order'> {
  order: EngineOrder | undefined;
  leadsWithNumbers: boolean;
  isJustSent: boolean;
  mayEarnLater: boolean;
}

function WhatComesNext(props: WhatComesNextProps) {
  const { site, status, order, leadsWithNumbers, isJustSent, mayEarnLater } = props;
  const isUnchecked = order && awaitsModeration(order, status);
  const engineText = order && engineTextOf(order, status, site.hotsite.engineTexts);
  const reviewText = site.hotsite.engineTexts?.['REVIEW'];
  const note = leadsWithNumbers ? drawDayText(site.campaign) : engineText;
  const headline = leadsWithNumbers ? engineText : mayEarnLater && reviewText;
  // ReceiptAdvice says what a denied receipt needs.
  if (isDenied(status)) return null;
  return (
    <>
      {headline && (
        <p className="scene-headline">
          <b>{headline}</b>
        </p>
      )}
      <div className="scene-next">
        {(isUnchecked || note || mayEarnLater) && (
          <p>
            <LineDrawing kind="clock" />
            <span>
              {isUnchecked && <b>Falta só conferirmos a nota.</b>} {note}
              {mayEarnLater && (
                <>
                  O que ela render aparece em <a href={myReceiptsPath}>Minhas notas</a> quando for
                  aprovada.
                </>
              )}
            </span>
          </p>
        )}
        <p>
          <LineDrawing kind="receipt" />
          <b>Guarde a nota original</b>
        </p>
        {isJustSent && !mayEarnLater && (
          <p>
            <LineDrawing kind="list" />
            <span>
              Fica tudo em <a href={myReceiptsPath}>Minhas notas</a>
            </span>
          </p>
        )}
      </div>
      <PrizeDeliveries details={order?.details} />
    </>
  );
}

function NoPrize({ site, status, order }: OrderProps) {
  return (
    <div>
      <EngineResults campaign={site.campaign} receiptStatus={status} orders={[order]} />
      {!isClosed() && <p>Tente de novo com outra nota!</p>}
    </div>
  );
}

type NumbersProps = Omit<OrderProps, 'order'> & OrderNumbers;

function NumbersBesidePrize({
  site,
  status,
  order,
  numbers,
  shownStatus,
}: NumbersProps & { shownStatus: string | undefined }) {
  return (
    <section className="result-engine scene-also">
      <h3 className="visually-hidden">{engineName(site.campaign, order)}</h3>
      <p>
        E mais <b>{numbersCountText(numbers)}</b>
      </p>
      <FoldedTickets numbers={numbers} />
      <OrderChip order={order} receiptStatus={status} shownStatus={shownStatus} />
      <PrizeDeliveries details={order.details} />
    </section>
  );
}

function NumbersStage({ site, status, order, numbers }: NumbersProps) {
  const { count, name } = countNumbers(numbers);
  const isMany = numbers.length > glimpseCount + 1;
  const [isBrief, setBrief] = useState(isMany);
  const classes = `${numbers.length === 1 ? 'scene-one' : ''} ${isBrief ? 'scene-brief' : ''}`;
  return (
    <section className={`scene-field scene-numbers ${classes}`}>
      <p className="scene-headline numbers-headline">
        <b>
          {count === 1 ? count : <i>{count}</i>} {name}
        </b>
      </p>
      <img className="scene-figure" {...mascotImage('comemora')} alt="" />
      <h3 className="visually-hidden">{engineName(site.campaign, order)}</h3>
      {/* WhatComesNext says what it waits for. */}
      <OrderChip
        order={order}
        receiptStatus={status}
        shownStatus={awaitsModeration(order, status) ? 'TO_REQUEST' : undefined}
      />
      <Tickets numbers={numbers} />
      {isMany && (
        <UnfoldButton isOpen={!isBrief} count={numbers.length} onPress={() => setBrief(!isBrief)} />
      )}
    </section>
  );
}
