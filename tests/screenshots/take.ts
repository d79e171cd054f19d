import { fileURLToPath } from 'node:url';
import { chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { receiptFile, signUp } from '../e2e/fixtures.ts';
import { openFields } from '../e2e/receipt-steps.ts';
import { browserOptions } from '../support/browser.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { serveSite } from '../support/site-process.ts';
import { openWindow } from './window.ts';

/**
 * Takes the pictures of the README, and those that the sample shows before it is installed, from the
 * built site: `node tests/screenshots/take.ts`.
 */
await makeEmptyDatabase();
const site = await serveSite();
const browser = await chromium.launch(browserOptions);

try {
  await takeOnDesktop();
  await takeOnPhone();
} finally {
  await browser.close();
  await site.close();
}

async function takeOnDesktop(): Promise<void> {
  const desk = await open(1280, 800);
  await desk.goto(site.url);
  await take(desk, 'home-1280');
  await saveScreenshot(desk, 'inicio-larga');

  const embedder = await open(1280, 800);
  await embedder.goto(`${site.url}/widgets`);
  await embedder.getByRole('button', { name: 'Onde comprar' }).click();
  await embedder
    .getByRole('link', { name: /Ver ofertas/ })
    .first()
    .waitFor();
  await embedder
    .getByRole('region', { name: 'Como fica' })
    .evaluate((preview) => preview.scrollIntoView({ block: 'center' }));
  await take(embedder, 'widgets');
}

async function takeOnPhone(): Promise<void> {
  const phone = await open(360, 740);
  await phone.goto(site.url);
  await take(phone, 'home-360');
  await saveScreenshot(phone, 'inicio');
  await signUp(phone, { origin: site.url });
  const { file, date } = await receiptFile('picture', 1_019);
  await phone.getByLabel('Escolher arquivo').setInputFiles(file);
  await phone.getByRole('button', { name: 'ler cupom' }).click();
  const reading = { timeout: 30_000 };
  await expect(phone.getByLabel('Código da Nota')).not.toBeEmpty(reading);
  await expect(phone.getByRole('progressbar')).toHaveCount(0, reading);
  await openFields(phone);
  await expect(phone.getByLabel('Data da compra')).toHaveValue(date, { timeout: 20_000 });
  await phone.getByLabel('Valor Total').fill('54,90');
  await phone.getByRole('radio', { name: 'Sim' }).check();
  await phone.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await take(phone, 'new-receipt');
  await phone.getByRole('button', { name: 'salvar' }).click();
  await phone.getByRole('button', { name: 'Abrir o presente' }).click();
  await phone.getByRole('button', { name: 'Baixar a imagem' }).waitFor();
  await take(phone, 'result');
  await saveScreenshot(phone, 'resultado');
  await phone.goto(`${site.url}/minhas-notas`);
  await phone.getByRole('heading', { name: 'Nota 1' }).waitFor();
  await take(phone, 'my-receipts');
  await saveScreenshot(phone, 'minhas-notas');

  await phone.goto(`${site.url}/simulador`);
  await phone.getByRole('button', { name: 'Mais um: Creme dental Carvão Ativado, 90 g' }).click();
  await phone.getByLabel('Preço por item').fill('12,90');
  await phone.getByRole('heading', { name: 'O que sua nota rende' }).scrollIntoViewIfNeeded();
  await take(phone, 'simulator');
  await phone.goto(`${site.url}/transparencia`);
  await phone.getByRole('button', { name: 'Conferir agora' }).click();
  await phone
    .getByRole('heading', { name: 'Ninguém mexeu.', exact: true })
    .scrollIntoViewIfNeeded();
  await take(phone, 'transparency');
}

function open(width: number, height: number): Promise<Page> {
  const deviceScaleFactor = width < 600 ? 2 : 1;
  return openWindow(browser, site.url, { viewport: { width, height }, deviceScaleFactor });
}

async function take(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`${name}.png`, import.meta.url));
  await sharp(await page.screenshot())
    .resize({ width: page.viewportSize()?.width })
    .png({ palette: true, quality: 80 })
    .toFile(path);
}

/** At the size that the sample's data gives, in few bytes. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const path = `../../src/campaign/19/pictures/telas/${name}.webp`;
  await sharp(await page.screenshot())
    .webp({ quality: 55, effort: 6 })
    .toFile(fileURLToPath(new URL(path, import.meta.url)));
}
