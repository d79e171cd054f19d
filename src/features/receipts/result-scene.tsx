import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { CampaignPrize } from '../../contract/campaign.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import { isClosed, type SiteProps } from '../../environment.ts';
import { mascotPath, myReceiptsPath } from '../../paths.ts';
import type { InstantPrizeText } from '../../rules/labels.ts';
import { Gift, Sparks } from './drawings.tsx';
import type { SavedReceipt } from './new-receipt.store.ts';
import {
  $prizes,
  type EngineResult,
  engineResult,
  isConfirmed,
  loadPrizes,
  shownNumbersText,
} from './rewards.store.ts';
import { AfterReceiptLink, EngineHeader, EngineResults, Tickets } from './rewards.tsx';
import {
  prepareWhenCalm,
  prizeShareText,
  SaveButton,
  SendButton,
  type SharedPicture,
  sharedPicture,
} from './share-buttons.tsx';

export interface ResultSceneProps {
  site: SiteProps;
  receipt: SavedReceipt;
  onClose: () => void;
  onAnother: () => void;
}

/** Celebrates what a receipt brought: a prize comes out of its gift; without one, tickets are shown. */
export function ResultScene({ site, receipt, onClose, onAnother }: ResultSceneProps) {
  const { status, engineOrders } = receipt;
  const results = engineOrders.map((order) => ({ order, result: engineResult(order, status) }));
  const won = results.find(({ result }) => result.kind === 'prize');
  const drawn = results.find(({ result }) => result.kind === 'numbers');
  const [isOpen, setOpen] = useState(!won);
  const hero = won ?? drawn;
  const prize = usePrize(won?.result);
  const others = engineOrders.filter((order) => order !== hero?.order);
  const prizes = results.filter(({ result }) => result.kind === 'prize').length;
  const isCalm = useCalm(isOpen && won !== undefined);
  const picture = usePrizePicture(isCalm ? prize : undefined, won?.result);
  const hasRest = isOpen && (!won || isCalm);
  const mayGoOn = !won && !isClosed();
  // Its room is kept free until the picture's button comes: nothing moves under a finger.
  const hasNext = mayGoOn || (isOpen && prize !== undefined);
  const numbers = numbersText(drawn?.result);
  const props = { site, status, isOpen, picture, prizes, numbers, onOpen: () => setOpen(true) };
  return (
    <div className="result scene">
      {!hero && <CalmStage isWaiting={engineOrders.some(isToCome)} />}
      {hero?.result.kind === 'prize' && (
        <PrizeScene {...props} prize={prize} order={hero.order} result={hero.result} />
      )}
      {hero?.result.kind === 'numbers' && (
        <NumbersScene {...props} order={hero.order} result={hero.result} />
      )}
      {hasRest && (
        <>
          <EngineResults campaign={site.campaign} couponStatus={status} orders={others} />
          <p>Guarde a nota original</p>
          <AfterReceiptLink campaign={site.campaign} />
        </>
      )}
      <div className={`scene-ways ${hasNext ? 'scene-ways-next' : ''}`.trim()}>
        <LeaveButton isOpen={isOpen} onClose={onClose} />
        {mayGoOn && (
          <button type="button" className="button button-wide" onClick={onAnother}>
            Enviar outra nota
          </button>
        )}
        {picture && <SendButton picture={picture} />}
      </div>
    </div>
  );
}

function LeaveButton({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const look = isOpen ? 'button button-wide button-secondary' : 'button-link scene-leave';
  return (
    <button type="button" className={look} onClick={onClose}>
      Fechar
    </button>
  );
}

/** While the prize flies out, nothing else is laid out: a slow phone would skip its frames. */
const flightMs = 900;

function useCalm(isFlying: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isFlying) return;
    const landing = setTimeout(() => setOver(true), flightMs);
    return () => clearTimeout(landing);
  }, [isFlying]);
  return isOver;
}

function usePrize(result: EngineResult | undefined): CampaignPrize | undefined {
  useEffect(() => void loadPrizes(), []);
  const prizes = useStore($prizes);
  if (result?.kind !== 'prize') return undefined;
  return prizes.find(({ id }) => String(id) === String(result.campaignPrizeId));
}

/** A picture of the prize to show to friends, once the prize has landed. */
function usePrizePicture(
  prize: CampaignPrize | undefined,
  result: EngineResult | undefined,
): SharedPicture | null {
  const confirmed = result?.kind === 'prize' && isConfirmed(result.text);
  const [picture, setPicture] = useState<SharedPicture | null>(null);
  useEffect(() => {
    if (!prize) return;
    const text = prizeShareText(prize.description, confirmed);
    const made = sharedPicture(() => drawPrize(prize, confirmed), { name: 'premio.png', text });
    setPicture(made);
    return prepareWhenCalm(made);
  }, [prize, confirmed]);
  return picture;
}

interface HeroProps<Kind extends EngineResult['kind']> {
  site: SiteProps;
  status: string;
  order: EngineOrder;
  result: Extract<EngineResult, { kind: Kind }>;
  isOpen: boolean;
  picture: SharedPicture | null;
  /** How many the receipt brought; the scene shows the first, the others follow below. */
  prizes: number;
  numbers: string | null;
  onOpen: () => void;
}

interface PrizeSceneProps extends HeroProps<'prize'> {
  prize: CampaignPrize | undefined;
}

/** What the gift opens into is rendered beforehand, hidden: a slow phone only has to show it. */
function PrizeScene({ result, onOpen, ...shown }: PrizeSceneProps) {
  const { prize, prizes, isOpen } = shown;
  return (
    <section className="result-engine">
      <div className={`stage stage-prize ${isOpen ? 'is-open' : ''}`}>
        <Rays />
        {!isOpen && (
          <button type="button" className="stage-gift-button" onClick={onOpen}>
            <Gift />
            <span>Abrir o presente</span>
          </button>
        )}
        <div className="scene-opened" hidden={!isOpen}>
          <Gift />
          {prize && <PrizePicture prize={prize} />}
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
      {!isOpen && (
        <p className="scene-lead">
          Sua nota trouxe {prizes === 1 ? 'um presente' : `${prizes} presentes`}!
        </p>
      )}
      <div className="scene-opened scene-said" hidden={!isOpen}>
        <Won {...shown} text={result.text} />
      </div>
    </section>
  );
}

interface WonProps extends Omit<PrizeSceneProps, 'result' | 'onOpen'> {
  text: InstantPrizeText;
}

function Won({ site, status, order, text, prize, isOpen, picture, ...more }: WonProps) {
  const also = alsoWon({ prizes: more.prizes, numbers: isOpen ? more.numbers : null });
  const confirmed = isConfirmed(text);
  const headline = useRef<HTMLParagraphElement>(null);
  // The gift's button is gone: the focus goes on, and screen readers say what was won.
  useEffect(() => {
    if (isOpen) headline.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const next = site.hotsite.engineTexts?.[order.engineType];
  return (
    <>
      <EngineHeader campaign={site.campaign} order={order} couponStatus={status} />
      <p className="scene-headline" tabIndex={-1} ref={headline}>
        <span>{text}</span> <b>{prize?.description}</b>
      </p>
      {also && <p className="scene-more">E mais {also}, logo abaixo</p>}
      <p className="scene-next">
        {!confirmed && <b>Falta só conferirmos a nota. </b>}
        {next}
      </p>
      {picture && <SaveButton picture={picture} />}
    </>
  );
}

function numbersText(result: EngineResult | undefined): string | null {
  return result?.kind === 'numbers' ? shownNumbersText(result.numbers) : null;
}

function alsoWon({ prizes, numbers }: Pick<WonProps, 'prizes' | 'numbers'>): string {
  const others = prizes === 2 ? 'um prêmio' : prizes > 2 && `${prizes - 1} prêmios`;
  return [others, numbers].filter(Boolean).join(' e ');
}

async function drawPrize(prize: CampaignPrize, confirmed: boolean): Promise<Blob> {
  const { drawPrizePicture } = await import('./share-picture.ts');
  const pictureUrl = pictureOf(prize);
  return drawPrizePicture({ prize: prize.description, pictureUrl, isConfirmed: confirmed });
}

function NumbersScene({ site, status, order, result }: HeroProps<'numbers'>) {
  const text = site.hotsite.engineTexts?.[order.engineType];
  return (
    <section className="result-engine">
      <div className="stage stage-numbers is-open">
        <Rays />
        <p className="scene-headline">
          <b>{shownNumbersText(result.numbers)}</b>
        </p>
        <img className="stage-mascot" src={mascotPath('acena')} width="320" height="300" alt="" />
      </div>
      <div className="scene-said">
        <EngineHeader campaign={site.campaign} order={order} couponStatus={status} />
        {text && <p>{text}</p>}
        <Tickets numbers={result.numbers} />
      </div>
    </section>
  );
}

function isToCome({ status }: EngineOrder): boolean {
  return status === 'TO_REQUEST';
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

function PrizePicture({ prize }: { prize: CampaignPrize }) {
  const url = pictureOf(prize);
  return url && <img className="stage-prize-picture" src={url} width="300" height="250" alt="" />;
}

function pictureOf({ hotsiteImageUrl, mainImageUrl }: CampaignPrize): string | null {
  return hotsiteImageUrl ?? mainImageUrl ?? null;
}

function Rays() {
  return <span className="stage-rays" aria-hidden="true" />;
}
