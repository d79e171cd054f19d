import { type Browser, chromium, type Page } from '@playwright/test';
import { stillBrowserOptions } from '../support/browser.ts';
import { drawScene, type Scene, writeCameraVideo } from '../support/camera-video.ts';
import { newPerson } from '../support/people.ts';
import { type ReceiptOrder, receiptFacts } from '../support/receipts/receipt-facts.ts';
import { registerAt } from '../support/site-actions.ts';
import type { ServedSite } from '../support/site-process.ts';
import { startTaxOffice } from '../support/tax-office.ts';
import { officePage, officeReceipt } from '../support/tax-office-pages.ts';
import { newHand } from './count-taps.ts';
import { expect, homeBlock, signInAsNew, test } from './fixtures.ts';
import { openFrame } from './frame-page.ts';
import { expectNoFault, sidewaysScroll } from './page-checks.ts';
import { serveTestSite } from './site-pool.ts';

const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
const order = { cnpj: '11222333000181', issuedAt: yesterday, total: 5490, state: 'PR' } as const;

/** The text of a receipt's code, which holds its day and its total. */
function receiptCode(seed: number, environment: ReceiptOrder['environment'] = 'production') {
  return receiptFacts({ ...order, seed, qr: 'v2-offline', environment });
}

const menu = 'https://brisal.example/cardapio';

interface Phone {
  /** What its camera films, over and over. */
  film: readonly Scene[];
  /** Whether the hand has moved away by the time of each photo. */
  isShaky?: boolean;
}

async function openPhone(
  site: ServedSite,
  { film, isShaky = false }: Phone,
): Promise<{ browser: Browser; page: Page }> {
  const path = await writeCameraVideo(test.info().outputPath(), film);
  const browser = await chromium.launch({
    ...stillBrowserOptions,
    args: [
      ...stillBrowserOptions.args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${path}`,
    ],
  });
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({
    ...phone,
    baseURL: site.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const page = await context.newPage();
  // Which cameras the page has had, for whether it has let go of them.
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { cameraTracks: tracks });
    const { mediaDevices } = navigator;
    const open = mediaDevices?.getUserMedia.bind(mediaDevices);
    if (!open) return;
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      tracks.push(...stream.getVideoTracks());
      return stream;
    };
  });
  // A slow device announces a frame that is not there yet.
  await page.addInitScript(() => {
    const { VideoFrame } = window;
    window.VideoFrame = new Proxy(VideoFrame, {
      construct() {
        window.VideoFrame = VideoFrame;
        throw new DOMException('Invalid source state', 'InvalidStateError');
      },
    });
  });
  const table = isShaky ? [...(await drawScene([]))] : null;
  await page.addInitScript((picture) => {
    const { takePhoto } = ImageCapture.prototype;
    Object.assign(window, { photosTaken: 0 });
    ImageCapture.prototype.takePhoto = function () {
      Object.assign(window, { photosTaken: Reflect.get(window, 'photosTaken') + 1 });
      if (!picture) return takePhoto.call(this);
      return Promise.resolve(new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }));
    };
  }, table);
  return { browser, page };
}

function photosTaken(page: Page): Promise<number> {
  return page.evaluate(() => Reflect.get(window, 'photosTaken'));
}

function cameraStates(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (Reflect.get(window, 'cameraTracks') as MediaStreamTrack[]).map(({ readyState }) => readyState),
  );
}

/** Whether neither the buttons nor the hint lie on the frame that people hold the code into. */
async function clearOfFrame(page: Page): Promise<boolean> {
  const [frame, hint, close] = await Promise.all(
    [
      page.locator('.viewfinder-frame'),
      page.locator('.viewfinder-hint'),
      page.getByRole('button', { name: 'Fechar câmera' }),
    ].map((one) => one.boundingBox()),
  );
  if (!frame || !hint || !close) return false;
  const isBeside = frame.x + frame.width <= close.x || close.y + close.height <= frame.y;
  return isBeside && frame.y + frame.height <= hint.y;
}

test('a signed-in user gets from the home page to the lucky numbers in four taps, without typing', async () => {
  const receipt = receiptFacts({ ...order, seed: 4_001, qr: 'v2-online' });
  const office = await startTaxOffice();
  office.reply = () => officePage(officeReceipt(receipt.key, { ...receipt, time: '00:00:01' }));
  const site = await serveTestSite('delivered', { variables: { TAX_OFFICE: office.url } });
  const { browser, page } = await openPhone(site, {
    film: [
      { codes: [], seconds: 1 },
      { codes: [menu, receipt.qr], seconds: 1 },
    ],
    isShaky: true,
  });
  try {
    await signInAsNew(page, site);
    await page.goto('/');
    const hand = newHand();
    await hand.tap(page.getByRole('link', { name: 'PARTICIPAR' }).first());
    hand.answerBrowser();
    const day = receipt.day.split('-').reverse().join('/');
    await expect(page.getByText(`R$ 54,90 em ${day} na Bom Vizinho`)).toBeVisible();
    await expect(page.locator('.ticket-count')).toHaveText(
      /^\s*11\s*números da sorte se a nota for aceita$/,
    );
    expect(await cameraStates(page)).toEqual(['ended']);
    expect(await photosTaken(page)).toBeGreaterThan(0);
    await expect(page.getByLabel('Código da Nota')).toBeHidden();
    await expectNoFault(page);
    await hand.tap(page.getByRole('button', { name: 'salvar' }));
    const result = page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' });
    await hand.tap(result.getByRole('button', { name: 'Abrir o presente' }));
    await expect(result.getByText('E mais 11 números da sorte')).toBeVisible();
    await expect(result.getByText(/^\d\.\d{5}$/)).toHaveCount(3);
    expect([hand.taps, hand.characters]).toEqual([4, 0]);
  } finally {
    await Promise.all([browser.close(), site.close(), office.close()]);
  }
});

test('the camera refuses a receipt of the test environment, is released when the user leaves, and may be refused', async ({
  site,
}) => {
  const { qr } = receiptCode(4_002, 'test');
  const { browser, page } = await openPhone(site, { film: [{ codes: [qr], seconds: 1 }] });
  try {
    await signInAsNew(page, site);
    await page.goto('/nova-nota');
    const hint = page.getByText('Esta nota é de teste, sem valor fiscal').first();
    const video = page.getByLabel('Imagem da câmera');
    await expect(hint).toBeVisible();
    await expect(page.getByText('Boa luz, sem sombra')).toBeHidden();
    for (const [width, height] of [
      [320, 568],
      [568, 320],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(hint).toBeVisible();
      expect(await sidewaysScroll(page), `${width}`).toBeLessThanOrEqual(0);
      expect(await clearOfFrame(page), `${width}`).toBe(true);
    }
    const text = { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') };
    await page.getByLabel('Escolher arquivo').setInputFiles(text);
    await expect(page.getByRole('alert')).toHaveText('Formato de arquivo inválido');
    await expect(hint, 'the camera goes on').toBeVisible();
    await expectNoFault(page);
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    expect(await cameraStates(page)).toEqual(['ended']);
    await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
    await expect.poll(() => cameraStates(page)).toEqual(['ended', 'live']);

    await page.getByRole('button', { name: 'Fechar câmera' }).click();
    expect(await cameraStates(page)).toEqual(['ended', 'ended']);
    const open = page.getByRole('button', { name: 'Abrir câmera' });
    await expect(open).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(1280);
    await page.getByRole('button', { name: 'Fotografar a nota inteira' }).click();
    await expect(page.getByText('Troque o arquivo pela foto de outra nota').first()).toBeVisible();
    expect(await cameraStates(page)).toEqual(['ended', 'ended', 'ended']);
    await page.locator('summary', { hasText: /^nota\./ }).click();
    const photo = page.getByAltText('Nota escolhida');
    expect(await photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1280);

    await test.step('another user, who refuses the camera, chooses a file', async () => {
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
      });
      await signInAsNew(page, site);
      await page.goto('/nova-nota');
      await expect(page.getByText('A câmera não foi liberada')).toBeVisible();
      const file = page.getByRole('button', { name: 'Escolher arquivo' });
      await expect(file, 'is the main button').not.toHaveClass(/button-secondary/);
      await expect(open).toHaveClass(/button-secondary/);
      // The question came unasked, so a press may bring it back, once.
      await page.getByRole('button', { name: 'Abrir câmera' }).click();
      await expect(page.getByRole('button', { name: 'Abrir câmera' })).toHaveCount(0);
      await expect(page.getByText('A câmera não foi liberada')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Tirar foto' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
      await expectNoFault(page);
    });
  } finally {
    await browser.close();
  }
});

test('a receipt photographed before the sign-up is sent after it, in sixteen taps', async ({
  site,
}) => {
  const receipt = receiptCode(4_004);
  const person = newPerson();
  const { browser, page } = await openPhone(site, { film: [{ codes: [receipt.qr], seconds: 1 }] });
  try {
    await page.goto('/');
    const hand = newHand();
    await test.step('the photo is stored before the sign-up', async () => {
      await hand.tap(page.getByRole('link', { name: 'Enviar nota' }));
      hand.answerBrowser();
      const stored = page.getByText('Ela fica por 24 horas só neste aparelho');
      await expect(stored).toBeVisible();
      expect(await cameraStates(page)).toEqual(['ended']);
      expect(await photosTaken(page)).toBe(1);
      await expectNoFault(page);
      await page.reload();
      await expect(page.getByAltText('Nota escolhida')).toBeVisible();
    });
    await test.step('the person fills in the sign-up', async () => {
      await hand.tap(page.getByRole('dialog').getByRole('link', { name: 'Cadastre-se' }));
      const form = homeBlock(page, 'sign-up');
      await expect(form.getByText('Sua nota já está guardada')).toBeVisible();
      await hand.type(form.getByLabel('Nome'), person.name);
      await hand.type(form.getByLabel('CPF'), person.document);
      await hand.choose(form.getByLabel('Estado'), person.state);
      await hand.type(form.getByLabel('Data de Nasc.'), person.birthDate);
      await hand.type(form.getByLabel('Celular'), person.phone);
      await hand.type(form.getByLabel('E-mail'), person.email);
      await hand.type(form.getByLabel('Senha', { exact: true }), person.password);
      await hand.tap(form.getByRole('checkbox', { name: /Li e aceito/ }));
    });
    const ofThePerson = hand.characters;
    await test.step('the photo fills in the receipt', async () => {
      await hand.tap(page.getByRole('button', { name: 'CADASTRAR' }));
      const line = page.getByText('R$ 54,90 em');
      await expect(line).toBeVisible();
      await page.reload();
      await expect(line).toBeVisible();
      // Only to look: nothing has to be corrected.
      await page.getByRole('button', { name: 'Corrigir' }).click();
      await expect(page.getByLabel('Código da Nota')).toBeFocused();
      const identifier = await page.getByLabel('Código da Nota').inputValue();
      expect(identifier.replaceAll(' ', '')).toBe(receipt.key);
    });
    await test.step('the receipt is sent', async () => {
      await hand.tap(page.getByRole('radio', { name: 'Não' }));
      await hand.tap(page.getByRole('button', { name: 'salvar' }));
      const result = page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' });
      await hand.tap(result.getByRole('button', { name: 'Abrir o presente' }));
      await expect(result.getByText(/^\d\.\d{5}$/)).toHaveCount(1);
      expect([hand.taps, hand.characters - ofThePerson]).toEqual([16, 0]);
    });
    await test.step('the next receipt begins with the camera', async () => {
      await page.goto('/nova-nota');
      await expect(page.getByRole('button', { name: 'Fotografar a nota inteira' })).toBeVisible();
    });
  } finally {
    await browser.close();
  }
});

test('the camera over the home page has its buttons below each other, also on a tablet', async ({
  site,
}) => {
  const { browser, page } = await openPhone(site, { film: [{ codes: [], seconds: 1 }] });
  try {
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto('/#fotografar');
    const shutter = page.getByRole('button', { name: 'Fotografar a nota inteira' });
    const file = page.getByRole('button', { name: 'Escolher arquivo' });
    await expect(shutter).toBeVisible();
    const [above, below] = await Promise.all([shutter.boundingBox(), file.boundingBox()]);
    expect(below?.x).toBe(above?.x);
    expect(below?.width).toBe(above?.width);
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    await file.hover();
    await page.mouse.down();
    await expect(file, 'pressed').toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await page.mouse.up();
  } finally {
    await browser.close();
  }
});

test('the camera opens in a frame after a press where the page allows it, else files are chosen', async ({
  site,
  host,
}) => {
  const { browser, page } = await openPhone(site, { film: [{ codes: [menu], seconds: 1 }] });
  const { person } = await registerAt(site);
  const address = `${site.url}/quadro/notas/`;
  try {
    const forbidden = await openFrame(page, host, address);
    await forbidden.getByLabel('Email').fill(person.email);
    await forbidden.getByLabel('Senha', { exact: true }).fill(person.password);
    await forbidden.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(forbidden.getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(forbidden.getByRole('button', { name: 'Abrir câmera' })).toHaveCount(0);
    // What the shop may use for a scanner of its own is no consent to this camera.
    await page.context().grantPermissions(['camera'], { origin: host.origin });
    const allowed = await openFrame(page, host, address, 'camera');
    await allowed.getByRole('button', { name: 'Abrir câmera' }).click();
    await expect(allowed.getByText('Este código não é de nota fiscal').first()).toBeVisible();
  } finally {
    await browser.close();
  }
});
