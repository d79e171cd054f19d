import { type Browser, chromium, type Page } from '@playwright/test';
import { browserOptions } from '../support/browser.ts';
import { registerAt } from '../support/browser-consumer.ts';
import { type Scene, writeCameraVideo } from '../support/camera-video.ts';
import { newPerson } from '../support/people.ts';
import { type ReceiptOrder, receiptFacts } from '../support/receipts/receipt-facts.ts';
import type { ServedSite } from '../support/served-site.ts';
import { openFrame } from './embedding-page.ts';
import { expect, fillSignUp, signInAsNew } from './fixtures.ts';
import { expectNoFault, sidewaysScroll } from './page-checks.ts';
import { test } from './widgets/host-pages.ts';

const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
const order = { cnpj: '11222333000181', issuedAt: yesterday, total: 5490, state: 'PR' } as const;

/** The text of a receipt's code, which holds its day and its total. */
function receiptCode(seed: number, environment: ReceiptOrder['environment'] = 'production') {
  return receiptFacts({ ...order, seed, qr: 'v2-offline', environment });
}

const menu = 'https://brisal.example/cardapio';

/** A phone whose camera films these scenes, over and over; its person allows it, or does not. */
async function openPhone(
  site: ServedSite,
  { film, isAllowed = true }: { film: readonly Scene[]; isAllowed?: boolean },
): Promise<{ browser: Browser; page: Page }> {
  const path = test.info().outputPath('film.mjpeg');
  await writeCameraVideo(path, film);
  const browser = await chromium.launch({
    ...browserOptions,
    args: [
      ...browserOptions.args,
      '--use-fake-device-for-media-stream',
      `--use-fake-ui-for-media-stream${isAllowed ? '' : '=deny'}`,
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
  return { browser, page };
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

test('from the camera to the lucky numbers with two taps and nothing typed', async ({ site }) => {
  const receipt = receiptCode(4_001);
  const { browser, page } = await openPhone(site, {
    film: [
      { codes: [], seconds: 1 },
      { codes: [menu, receipt.qr], seconds: 3 },
    ],
  });
  try {
    await signInAsNew(page, site);
    await page.goto('/nova-nota');
    const day = receipt.day.split('-').slice(1).reverse().join('/');
    await expect(page.getByText(`R$ 54,90 em ${day} na Bom Vizinho`)).toBeVisible();
    expect(await cameraStates(page)).toEqual(['ended']);
    await expect(page.getByLabel('Código da Nota')).toBeHidden();
    await expectNoFault(page);

    await page.getByRole('radio', { name: 'Sim' }).check();
    await expect(page.getByText(`R$ 54,90 em ${day} na Bom Vizinho, 11 números`)).toBeVisible();
    await page.getByRole('button', { name: 'Corrigir' }).click();
    await expect(page.getByLabel('Código da Nota')).toBeFocused();
    const identifier = await page.getByLabel('Código da Nota').inputValue();
    expect(identifier.replaceAll(' ', '')).toBe(receipt.key);
    await page.getByRole('button', { name: 'salvar' }).click();
    const result = page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' });
    await result.getByRole('button', { name: 'Abrir o presente' }).click();
    await expect(result.getByText(/^\d\.\d{5}$/)).toHaveCount(11);
  } finally {
    await browser.close();
  }
});

test('a receipt of the test environment is not taken; a page that is left lets go of the camera', async ({
  site,
}) => {
  const { qr } = receiptCode(4_002, 'test');
  const { browser, page } = await openPhone(site, { film: [{ codes: [qr], seconds: 1 }] });
  try {
    await signInAsNew(page, site);
    await page.goto('/nova-nota');
    const hint = page.getByText('Esta nota é de teste, sem valor fiscal').first();
    const video = page.getByLabel('Imagem da câmera');
    for (const [width, height] of [
      [320, 568],
      [568, 320],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(hint).toBeVisible();
      expect(await sidewaysScroll(page), `${width}`).toBeLessThanOrEqual(0);
      expect(await clearOfFrame(page), `${width}`).toBe(true);
    }
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
    await expect(page.getByText('Preencha os campos com os dados da nota').first()).toBeVisible();
    expect(await cameraStates(page)).toEqual(['ended', 'ended', 'ended']);
    await page.locator('summary', { hasText: /^nota\./ }).click();
    const photo = page.getByAltText('Nota escolhida');
    expect(await photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1280);
  } finally {
    await browser.close();
  }
});

test('a person who refuses the camera chooses a file', async ({ site }) => {
  const film = [{ codes: [], seconds: 1 }];
  const { browser, page } = await openPhone(site, { film, isAllowed: false });
  try {
    await signInAsNew(page, site);
    await page.goto('/nova-nota');
    await expect(page.getByText('A câmera não foi liberada')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Abrir câmera' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Tirar foto' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
    await expectNoFault(page);
  } finally {
    await browser.close();
  }
});

test('a receipt is photographed first; after the sign-up it goes on with nothing typed', async ({
  site,
}) => {
  const receipt = receiptCode(4_004);
  const { browser, page } = await openPhone(site, { film: [{ codes: [receipt.qr], seconds: 1 }] });
  try {
    await page.goto('/');
    await page.getByRole('link', { name: 'Envie a nota' }).click();
    const stored = page.getByText('Sua nota já está guardada').last();
    await expect(stored).toBeVisible();
    expect(await cameraStates(page)).toEqual(['ended']);
    await expectNoFault(page);
    await page.reload();
    await expect(page.getByAltText('Nota escolhida')).toBeVisible();
    await page.getByRole('link', { name: 'Cadastrar' }).click();
    await expect(page.locator('#cadastrar').getByText('Sua nota já está guardada')).toBeVisible();
    await fillSignUp(page, newPerson());
    await page.getByRole('button', { name: 'CADASTRAR' }).click();
    const line = page.getByText('R$ 54,90 em');
    await expect(line).toBeVisible();
    await page.reload();
    await expect(line).toBeVisible();
    await page.getByRole('radio', { name: 'Não' }).check();
    await page.getByRole('button', { name: 'salvar' }).click();
    await expect(page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' })).toBeVisible();
    await page.goto('/nova-nota');
    await expect(page.getByRole('button', { name: 'Fotografar a nota inteira' })).toBeVisible();
  } finally {
    await browser.close();
  }
});

test('in a frame the camera opens after a press where its page allows it, else files are chosen', async ({
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
    const allowed = await openFrame(page, host, address, 'camera');
    await allowed.getByRole('button', { name: 'Abrir câmera' }).click();
    await expect(allowed.getByText('Este código não é de nota fiscal').first()).toBeVisible();
  } finally {
    await browser.close();
  }
});
