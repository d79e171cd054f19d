import { beforeEach, expect, it } from 'vitest';
import { setEnvironment } from '../../../../../src/environment.ts';
import {
  prizeShareText,
  sharedPicture,
  whatsAppLink,
} from '../../../../../src/features/receipts/result/share-buttons.tsx';
import { layOutPrize } from '../../../../../src/features/receipts/result/share-picture.ts';
import { gatewayOfFile } from '../../../../support/gateway-of-file.ts';
import { openHost, type TestHost } from '../../../../support/site-environment.ts';

const gateway = await gatewayOfFile();
let host: TestHost;

beforeEach(() => {
  host = openHost(gateway);
});

const png = new Blob(['png'], { type: 'image/png' });
const about = { name: 'premio.png', text: 'Saiu na minha nota' };

/** A device whose own sheet takes pictures, and what it does with one. */
function deviceThatShares(share: (text: string, file?: File) => Promise<void>) {
  setEnvironment({ ...host, device: { ...host.device, canShare: () => true, share } });
}

it('the share button shares picture and text where the device takes pictures', async () => {
  const shared: [string, string | undefined][] = [];
  deviceThatShares(async (text, file) => void shared.push([text, file?.name]));
  const picture = sharedPicture(async () => png, about);
  await picture.prepare();
  expect(picture.$share.get()).toMatchObject({ state: 'native' });
  await picture.send();
  expect(shared).toEqual([['Saiu na minha nota', 'premio.png']]);
});

it('the share button saves the file where the device cannot share one, or refuses it', async () => {
  const picture = sharedPicture(async () => png, about);
  await picture.prepare();
  expect(picture.$share.get()).toMatchObject({ state: 'download', file: { type: 'image/png' } });

  deviceThatShares(async () => {
    throw new DOMException('Not in a frame', 'NotAllowedError');
  });
  const refused = sharedPicture(async () => png, about);
  await refused.prepare();
  await refused.send();
  expect(refused.$share.get()).toMatchObject({ state: 'download' });
});

it('the share button stays as it is when the user closes the sheet', async () => {
  deviceThatShares(async () => {
    throw new DOMException('Closed', 'AbortError');
  });
  const picture = sharedPicture(async () => png, about);
  await picture.prepare();
  await picture.send();
  expect(picture.$share.get()).toMatchObject({ state: 'native' });
  expect(host.reported).toEqual([]);
});

it('the share button shares the text where no picture can be drawn', async () => {
  const picture = sharedPicture(async () => {
    throw new Error('This browser draws no pictures');
  }, about);
  await picture.prepare();
  expect(picture.$share.get()).toEqual({ state: 'text' });
  expect(host.reported).toHaveLength(1);
});

it('the picture says what was won, what is to come and where to take part, and names no one', () => {
  expect(prizeShareText({ prize: 'Cartão-presente de R$ 100', isConfirmed: false })).toBe(
    `Saiu na minha nota: Cartão-presente de R$ 100! Falta só a conferência da nota.\nParticipe também da promoção ${host.site.campaign.name}: ${host.homeUrl()}`,
  );
  expect(prizeShareText({ prize: 'Cartão-presente de R$ 100', isConfirmed: true })).not.toContain(
    'conferência',
  );
  expect(whatsAppLink('Nota & prêmio')).toBe('https://wa.me/?text=Nota%20%26%20pr%C3%AAmio');
});

it.each([
  [104, 'Kit viagem'],
  [104, 'Superextraordinariamente grande'],
  [64, 'Kit com escova elétrica, creme dental e enxaguante bucal'],
  [16, 'Um ano de escovas, cremes e fios dentais da Brisal. '.repeat(20).trim()],
])('the picture has a prize with all its words, %i px high', (fittingSize, prize) => {
  const { size, lines, end } = layOutPrize(prize, (line, size) => line.length * size * 0.5);
  expect(size).toBe(fittingSize);
  expect(lines.join(' ')).toBe(prize);
  expect(lines).not.toContain('');
  expect(end).toBeLessThan(990);
});
