import { useStore } from '@nanostores/react';
import { atom, type ReadableAtom } from 'nanostores';
import { useEffect, useState } from 'react';
import type { Campaign, CampaignPrize } from '../../../contract/campaign.ts';
import type { ShownNumber } from '../../../contract/engines.ts';
import { environment } from '../../../environment.ts';
import {
  drawDayText,
  type Highlights,
  numbersCountText,
  numberText,
  prizePicturePath,
  validNumbers,
} from './earnings.ts';
import type { SharedPrize } from './share-picture.ts';

/** Drawing takes time on a slow phone, so it starts after the animation. */
const calmMs = 2_200;

interface ShareButtonsProps {
  draw: () => Promise<Blob>;
  name: string;
  text: string;
}

export function ShareButtons({ draw, name, text }: ShareButtonsProps) {
  const [picture] = useState(() => sharedPicture(draw, { name, text }));
  const [isSaved, setSaved] = useState(false);
  useEffect(() => prepareWhenCalm(picture), [picture]);
  return (
    <div className="share-buttons">
      <SendButton picture={picture} />
      <SaveButton picture={picture} onSaved={() => setSaved(true)} />
      {/* Browsers within other apps of a phone save nothing, and say nothing. */}
      {environment().device.isMobile() && (
        <p role="status" className={isSaved ? 'share-saved' : 'visually-hidden'}>
          {isSaved &&
            'A imagem não apareceu? Abra esta página no navegador do aparelho, fora de outros aplicativos.'}
        </p>
      )}
    </div>
  );
}

function SharePrize(about: SharedPrize) {
  return (
    <ShareButtons
      draw={async () => (await import('./share-picture.ts')).drawPrizePicture(about)}
      name="premio.png"
      text={prizeShareText(about)}
    />
  );
}

interface ShareNumbersProps {
  campaign: Pick<Campaign, 'engines'>;
  numbers: readonly ShownNumber[];
}

/** Nothing to share of numbers that are all void. */
export function ShareNumbers({ campaign, numbers }: ShareNumbersProps) {
  const valid = validNumbers(numbers);
  const title = numbersCountText(valid);
  if (!title) return null;
  const caption = drawDayText(campaign);
  const formatted = valid.map(numberText);
  return (
    <ShareButtons
      draw={async () => {
        const { drawNumbersPicture } = await import('./share-picture.ts');
        return drawNumbersPicture({ numbers: formatted, title, caption });
      }}
      name="numeros-da-sorte.png"
      text={numbersShareText(title)}
    />
  );
}

interface ShareResultProps extends Pick<Highlights, 'prize' | 'numbers'> {
  campaign: Campaign;
  prizeInfo: CampaignPrize | undefined;
}

/** Shares the prize of a receipt, confirmed or likely, else its numbers. */
export function ShareResult({ campaign, prize, numbers, prizeInfo }: ShareResultProps) {
  if (!prize) return numbers && <ShareNumbers campaign={campaign} numbers={numbers.numbers} />;
  return (
    prizeInfo && (
      <SharePrize
        prize={prizeInfo.description}
        pictureUrl={prizePicturePath(prizeInfo)}
        isConfirmed={prize.outcome === 'won'}
      />
    )
  );
}

function prepareWhenCalm(picture: SharedPicture): () => void {
  const calm = setTimeout(picture.prepare, calmMs);
  return () => clearTimeout(calm);
}

/** A link throughout, so that it keeps the focus, and a press under way, when the picture is drawn. */
function SendButton({ picture }: { picture: SharedPicture }) {
  const { state } = useStore(picture.$share);
  return (
    <a
      className="button share-send"
      href={whatsAppLink(picture.text)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        if (state !== 'native') return;
        event.preventDefault();
        void picture.send();
      }}
    >
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M3 29l2-7A13 13 0 1 1 10 27ZM11 9c-2 1-2 3-1 5 2 4 4 6 8 8 2 1 4 1 5-1v-3l-4-1-1 2c-3-1-4-3-5-5l2-1-1-4Z" />
      </svg>
      Mandar no WhatsApp
    </a>
  );
}

/** Disabled until the picture is drawn, but visible: nothing below moves away from a finger. */
function SaveButton({ picture, onSaved }: { picture: SharedPicture; onSaved: () => void }) {
  const share = useStore(picture.$share);
  const file = share.state === 'native' || share.state === 'download' ? share.file : null;
  return (
    <button
      type="button"
      className="button share-save"
      title="Baixar a imagem"
      hidden={share.state === 'text'}
      aria-disabled={file === null}
      onClick={() => {
        if (!file) return;
        environment().device.save(picture.name, file);
        onSaved();
      }}
    >
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M16 4v16m-7-7 7 7 7-7M5 27h22" />
      </svg>
      <span className="share-name" aria-hidden="true">
        Baixar
      </span>
      <span className="visually-hidden">Baixar a imagem</span>
    </button>
  );
}

type PictureShare =
  | { state: 'drawing' }
  /** The device's share sheet takes the picture, for any app. */
  | { state: 'native'; file: File }
  | { state: 'download'; file: File }
  | { state: 'text' };

interface SharedPicture {
  readonly $share: ReadableAtom<PictureShare>;
  readonly name: string;
  readonly text: string;
  prepare(): Promise<void>;
  send(): Promise<void>;
}

/**
 * A picture to show to friends, drawn in advance: browsers open their share sheet only right
 * after a press. If it takes no pictures, the text goes to WhatsApp and the picture is saved.
 */
export function sharedPicture(
  draw: () => Promise<Blob>,
  { name, text }: { name: string; text: string },
): SharedPicture {
  const $share = atom<PictureShare>({ state: 'drawing' });
  return {
    $share,
    name,
    text,
    async prepare() {
      const { device, report } = environment();
      try {
        const file = new File([await draw()], name, { type: 'image/png' });
        $share.set({ state: device.canShare(file) ? 'native' : 'download', file });
      } catch (failure) {
        report(failure);
        $share.set({ state: 'text' });
      }
    },
    async send() {
      const share = $share.get();
      if (share.state !== 'native') return;
      try {
        await environment().device.share(text, share.file);
      } catch (failure) {
        if (failure instanceof Error && failure.name === 'AbortError') return;
        environment().report(failure);
        $share.set({ state: 'download', file: share.file });
      }
    },
  };
}

export function whatsAppLink(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** The text that goes with the picture of a prize; it contains no name and no number. */
export function prizeShareText({
  prize,
  isConfirmed,
}: Pick<SharedPrize, 'prize' | 'isConfirmed'>): string {
  const { site, homeUrl } = environment();
  return [
    `Saiu na minha nota: ${prize}!${isConfirmed ? '' : ' Falta só a conferência da nota.'}`,
    `Participe também da promoção ${site.campaign.name}: ${homeUrl()}`,
  ].join('\n');
}

function numbersShareText(numbers: string): string {
  const { site, homeUrl } = environment();
  return [
    `Já tenho ${numbers} na promoção ${site.campaign.name}.`,
    `Participe também: ${homeUrl()}`,
  ].join('\n');
}
