import { atom, type ReadableAtom } from 'nanostores';
import { environment } from '../../environment.ts';

type PictureShare =
  | { state: 'drawing' }
  /** The device's own sheet takes the picture, to any app. */
  | { state: 'native'; file: File }
  | { state: 'download'; file: File }
  /** The picture could not be drawn. */
  | { state: 'text' };

export interface SharedPicture {
  readonly $share: ReadableAtom<PictureShare>;
  readonly name: string;
  readonly text: string;
  prepare(): Promise<void>;
  send(): Promise<void>;
}

/**
 * A picture to show to friends, drawn before it is asked for: browsers open their sheet only right
 * after a press. Where the sheet takes no pictures, the text goes to WhatsApp and the picture is saved.
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

/** What goes with the picture of a prize; it names no one, and no number. */
export function prizeShareText(prize: string, isConfirmed: boolean): string {
  const { site, homeUrl } = environment();
  return [
    `Saiu na minha nota: ${prize}!${isConfirmed ? '' : ' Falta só a conferência da nota.'}`,
    `Participe também da promoção ${site.campaign.name}: ${homeUrl()}`,
  ].join('\n');
}

export function numbersShareText(count: number): string {
  const { site, homeUrl } = environment();
  const numbers = count === 1 ? '1 número da sorte' : `${count} números da sorte`;
  return [
    `Já tenho ${numbers} na promoção ${site.campaign.name}.`,
    `Participe também: ${homeUrl()}`,
  ].join('\n');
}
