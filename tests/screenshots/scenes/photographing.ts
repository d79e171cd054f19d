import type { Page } from '@playwright/test';
import { sharedFileHeaders } from '../../../src/rules/receipts/file-limits.ts';
import { draftPrefix, sharedFileCache } from '../../../src/storage-keys.ts';
import { openReceiptForm, receiptFile, signInAsNew } from '../../e2e/fixtures.ts';
import { receiptFacts } from '../../support/receipts/receipt-facts.ts';
import { nextSeed } from './new-receipt.ts';
import { on, type Scenes, type Show } from './stage.ts';

/** The person has allowed the camera before. */
const allowed = { window: { permissions: ['camera'] } };

/** Receipts before they reach the form: the camera, and photos that waited for their person. */
export const photographingScenes: Scenes = {
  ...on('delivered', {
    'photo-first': async ({ page }) => {
      await page.goto('/#fotografar');
      await page.getByRole('dialog', { name: 'Fotografe a nota' }).waitFor();
    },
    'photo-first-stored': async ({ page }) => {
      await photographFirst(page);
    },
    'photo-first-sign-up': async ({ page, showAlone }) => {
      await photographFirst(page);
      await page.goto('/#cadastrar');
      await page.locator('#cadastrar').getByText('Sua nota já está guardada').waitFor();
      showAlone(page.locator('#cadastrar'));
    },
    'new-receipt-offered': async ({ page, site }) => {
      await photographFirst(page);
      // As another tab finds it.
      await page.evaluate(() => sessionStorage.clear());
      await openReceiptForm(page, site);
      await page.getByRole('heading', { name: 'Esta foto é sua?' }).waitFor();
    },
    'new-receipt-of-another-app': async ({ page, site }) => {
      await signInAsNew(page, site);
      await shareByCache(page);
      await page.goto('/nova-nota');
      await page.getByText('Compartilhada por outro app.').waitFor();
    },
    'new-receipt-file-offered': async ({ page, site }) => {
      await openReceiptForm(page, site);
      const draft = `${draftPrefix}nova-nota`;
      await page.evaluate((key) => sessionStorage.setItem(key, '{"totalAmount":"25,90"}'), draft);
      await shareByCache(page);
      await page.reload();
      await page.getByRole('heading', { name: 'Trocar o arquivo da nota?' }).waitFor();
    },
  }),
  ...on('delivered', cameraShows(), { ...allowed, film: [{ codes: [], seconds: 1 }] }),
  ...on(
    'delivered',
    {
      'new-receipt-camera-test-code': async ({ page, site }) => {
        await openReceiptForm(page, site);
        await page.getByText('Esta nota é de teste, sem valor fiscal').first().waitFor();
      },
    },
    { ...allowed, film: [{ codes: [testCode()], seconds: 1 }] },
  ),
};

/** As the service worker leaves a file that another app shared. */
async function shareByCache(page: Page): Promise<void> {
  const { file } = await receiptFile('picture', nextSeed());
  await page.evaluate(
    async ({ bytes, cache, headers: { name, time } }) => {
      const file = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      const headers = { [name]: 'comprovante.jpg', [time]: String(Date.now()) };
      const shared = new Response(file, { headers: { ...headers, 'content-type': 'image/jpeg' } });
      await (await caches.open(cache)).put('/', shared);
    },
    {
      bytes: file.buffer.toString('base64'),
      cache: sharedFileCache,
      headers: sharedFileHeaders,
    },
  );
}

function cameraShows(): Readonly<Record<string, Show>> {
  return {
    'new-receipt-camera': async ({ page, site }) => {
      await openReceiptForm(page, site);
      await page.getByText('Aproxime o QR Code').first().waitFor();
    },
    'new-receipt-camera-refused': async ({ page, site }) => {
      await page.addInitScript(() => {
        const refuse = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
        if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = refuse;
      });
      await openReceiptForm(page, site);
      await page.getByText('A câmera não foi liberada').first().waitFor();
    },
    'photo-first-camera': async ({ page }) => {
      await page.goto('/#fotografar');
      await page.getByText('Aproxime o QR Code').first().waitFor();
    },
  };
}

/** The code of a receipt that a shop has printed to try its printer. */
function testCode(): string {
  const order = { cnpj: '11222333000181', issuedAt: new Date(), total: 5490, state: 'PR' } as const;
  return receiptFacts({ ...order, seed: 4_002, qr: 'v2-offline', environment: 'test' }).qr;
}

async function photographFirst(page: Page): Promise<void> {
  await page.goto('/#fotografar');
  const { file } = await receiptFile('picture', nextSeed());
  const dialog = page.getByRole('dialog', { name: 'Fotografe a nota' });
  await dialog.getByLabel('Escolher arquivo').setInputFiles(file);
  await page
    .getByRole('dialog', { name: 'Nota guardada' })
    .getByText('Ela fica por 24 horas só neste aparelho')
    .waitFor();
}
