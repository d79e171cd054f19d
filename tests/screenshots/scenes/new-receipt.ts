import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openReceiptForm, receiptFile, signInAsNew } from '../../e2e/fixtures.ts';
import { fillReceipt } from '../../e2e/receipt-steps.ts';
import { drawScene } from '../../support/camera-video.ts';
import { otherCnpj } from '../../support/receipt-body.ts';
import { receiptFacts } from '../../support/receipts/receipt-facts.ts';
import { registerAt, sendReceiptTo } from '../../support/site-actions.ts';
import { answerWith, holdUp, on, type Scenes, type Stage, visitSignedIn } from './stage.ts';

export const receiptCalls = '**/api/campaign/19/coupon';
const readingCalls = '**/api/ocr/execute';

let receipts = 50_000;

/** Makes each receipt another one. */
export function nextSeed(): number {
  receipts += 1;
  return receipts;
}

/** The form of a new receipt, from the photo to the press that sends it. */
export const newReceiptScenes: Scenes = {
  ...on('delivered', {
    'new-receipt-empty': visitSignedIn('/nova-nota'),
    'new-receipt-chosen': async (stage) => {
      await choosePicture(stage);
    },
    'new-receipt-chosen-other-refused': async (stage) => {
      await choosePicture(stage);
      const other = { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') };
      await stage.page.getByLabel('Trocar arquivo').setInputFiles([other]);
      await stage.page.getByText('Formato de arquivo inválido').waitFor();
    },
    'new-receipt-reading': async (stage) => {
      await holdUp(stage.page, /zxing_reader.*wasm/);
      await choosePicture(stage);
      await stage.page.getByRole('button', { name: 'ler cupom' }).click();
      await stage.page.getByText('Procurando o QR Code da nota…').last().waitFor();
    },
    'new-receipt-reading-on-server': async (stage) => {
      await holdUp(stage.page, readingCalls);
      await readPicture(stage, await fixture('without-qr.jpg'));
      await stage.page.getByText('Lendo a nota…').last().waitFor();
    },
    'new-receipt-reading-rest': async (stage) => {
      await holdUp(stage.page, readingCalls);
      await choosePicture(stage);
      await stage.page.getByRole('button', { name: 'ler cupom' }).click();
      await stage.page.getByRole('button', { name: 'Preencher agora' }).waitFor();
    },
    'new-receipt-photo-read': readPhoto,
    'new-receipt-filled': async (stage) => {
      await readPhoto(stage);
      await stage.page.getByRole('radio', { name: 'Sim' }).check();
    },
    'new-receipt-corrected': async (stage) => {
      await openReceiptForm(stage.page, stage.site);
      await fillReceipt(stage.page, nextSeed());
    },
    'new-receipt-unreadable': async (stage) => {
      await readNothing(stage, await fixture('without-qr.jpg'));
      await stage.page.getByText('Não foi possível ler a nota.').last().waitFor();
    },
    'new-receipt-of-a-test': async (stage) => {
      await readNothing(stage, await fixture('test-environment.jpg'));
      await stage.page.getByText('Esta nota é de teste').last().waitFor();
    },
    'new-receipt-of-two-receipts': async (stage) => {
      await readNothing(stage, await drawScene(receiptCodes(2)));
      await stage.page.getByText('Há mais de uma nota na foto').last().waitFor();
    },
    'new-receipt-wrong-file': async ({ page, site }) => {
      await openReceiptForm(page, site);
      const buffer = Buffer.from('<html>not a picture</html>');
      const file = { name: 'nota.jpg', mimeType: 'image/jpeg', buffer };
      await page.getByLabel('Escolher arquivo').setInputFiles(file);
      await page.getByText('Formato de arquivo inválido').first().waitFor();
    },
    'new-receipt-errors': async ({ page, site }) => {
      await openReceiptForm(page, site);
      await fillReceipt(page, nextSeed());
      for (const [label, value] of [
        ['Código da Nota', ''],
        ['Data da compra', '01/01/2099'],
        ['CNPJ', '11.222.333/0001-82'],
        ['Valor Total', '9,99'],
      ] as const) {
        await page.getByLabel(label).fill(value);
      }
      await page.getByRole('button', { name: 'salvar' }).click();
      await page.locator('.error-summary').waitFor();
    },
    'new-receipt-doubt': async ({ page, site }) => {
      await openReceiptForm(page, site);
      await fillReceipt(page, nextSeed());
      await page.getByLabel('CNPJ').fill(otherCnpj);
      await page.getByLabel('CNPJ').blur();
      await page.getByText('Não é o CNPJ que está').first().waitFor();
    },
    'result-duplicate': async ({ page, site }) => {
      const ana = await signInAsNew(page, site);
      await page.goto('/nova-nota');
      const { key: identifier } = await fillReceipt(page, nextSeed());
      await sendReceiptTo(site, ana, { identifier, totalAmount: 54.9 });
      await page.getByRole('button', { name: 'salvar' }).click();
      await page.getByRole('link', { name: 'Ver a Nota 1' }).waitFor();
    },
    'result-duplicate-of-others': async ({ page, site }) => {
      await openReceiptForm(page, site);
      const { key: identifier } = await fillReceipt(page, nextSeed());
      await sendReceiptTo(site, await registerAt(site), { identifier, totalAmount: 54.9 });
      await page.getByRole('button', { name: 'salvar' }).click();
      await page.getByRole('alert').filter({ hasText: 'Nota já cadastrada' }).waitFor();
    },
    'new-receipt-sending': async ({ page, site }) => {
      await openReceiptForm(page, site);
      await fillReceipt(page, nextSeed());
      await holdUp(page, receiptCalls);
      await page.getByRole('button', { name: 'salvar' }).click();
      await page.getByText('Enviando a nota…').first().waitFor();
    },
    'new-receipt-sending-long': async ({ page, site }) => {
      await openReceiptForm(page, site);
      await fillReceipt(page, nextSeed());
      await holdUp(page, receiptCalls);
      await page.clock.install();
      await page.getByRole('button', { name: 'salvar' }).click();
      await page.getByText('Enviando a nota…').first().waitFor();
      await page.clock.fastForward(10_000);
      await page.getByRole('button', { name: 'Guardar e enviar depois' }).waitFor();
    },
    'new-receipt-offline': async (stage) => {
      await queueReceipt(stage);
    },
    'new-receipt-offline-not-read': async ({ page, site }) => {
      await openReceiptForm(page, site);
      await page.context().setOffline(true);
      const { file } = await receiptFile('pdf', nextSeed());
      await page.getByLabel('Escolher arquivo').setInputFiles(file);
      await page.getByRole('button', { name: 'ler cupom' }).click();
      await page
        .getByText(/^Sem conexão para ler a nota/)
        .last()
        .waitFor();
    },
    'new-receipt-system-down': async ({ page, site }) => {
      await openReceiptForm(page, site);
      await fillReceipt(page, nextSeed());
      await page.route(receiptCalls, (route) => route.fulfill({ status: 503, body: '{}' }));
      await page.getByRole('button', { name: 'salvar' }).click();
      await page.getByText('será enviada quando o sistema voltar').waitFor();
    },
    'new-receipt-signed-out': async ({ page, site }) => {
      await openReceiptForm(page, site);
      await fillReceipt(page, nextSeed());
      const error = { code: 'UNAUTHENTICATED', message: 'Entre na sua conta para continuar' };
      await page.route(receiptCalls, (route) =>
        route.fulfill({ status: 401, json: { statusCode: 401, error } }),
      );
      await page.getByRole('button', { name: 'salvar' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
      await page.getByText('Entre na sua conta para salvar').waitFor();
    },
    'new-receipt-numbers-exhausted': async ({ page, site }) => {
      const summary = await (await page.request.get('/api/transparency')).json();
      const draws = summary.draws.map((draw: { seriesQuantity: number }) => ({
        ...draw,
        issued: Array(draw.seriesQuantity).fill(100_000),
      }));
      await answerWith(page, /\/api\/transparency(\?|$)/, { ...summary, draws });
      await openReceiptForm(page, site);
      await page.getByText('As séries de números da sorte se esgotaram.').first().waitFor();
    },
  }),
  ...on('everything', {
    'new-receipt-everything': async ({ page, site }) => {
      await openReceiptForm(page, site);
      await fillReceipt(page, nextSeed());
    },
  }),
};

/** What the codes of so many receipts of yesterday hold. */
function receiptCodes(count: number): string[] {
  const issuedAt = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const order = { cnpj: '11222333000181', issuedAt, total: 5490, state: 'PR' } as const;
  const seeds = Array.from({ length: count }, nextSeed);
  return seeds.map((seed) => receiptFacts({ ...order, seed, qr: 'v2-offline' }).qr);
}

async function choosePicture({ page, site }: Stage): Promise<void> {
  await openReceiptForm(page, site);
  const { file } = await receiptFile('picture', nextSeed());
  await page.getByLabel('Escolher arquivo').setInputFiles(file);
  await page.getByAltText('Nota escolhida').waitFor();
}

/** All of it is read, so that its fields are folded to one line. */
async function readPhoto(stage: Stage): Promise<void> {
  await choosePicture(stage);
  await stage.page.getByRole('button', { name: 'ler cupom' }).click();
  await stage.page.getByRole('button', { name: 'Corrigir' }).waitFor();
}

function fixture(name: string): Promise<Buffer> {
  const folder = new URL('../../fixtures/receipts/', import.meta.url);
  return readFile(fileURLToPath(new URL(name, folder)));
}

async function readPicture({ page, site }: Stage, buffer: Buffer): Promise<void> {
  await openReceiptForm(page, site);
  const file = { name: 'nota.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Escolher arquivo').setInputFiles(file);
  await page.getByRole('button', { name: 'ler cupom' }).click();
}

/** The gateway cannot read this picture either. */
async function readNothing(stage: Stage, buffer: Buffer): Promise<void> {
  await answerWith(stage.page, readingCalls, { data: { coupon: null } });
  await readPicture(stage, buffer);
}

/** Fills in a receipt, loses the network, and saves; the device keeps it. */
export async function queueReceipt({ page, site }: Stage) {
  const ana = await signInAsNew(page, site);
  await page.goto('/nova-nota');
  const receipt = await fillReceipt(page, nextSeed());
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'salvar' }).click();
  await page.getByText(/^Sem conexão\. Sua nota ficou guardada/).waitFor();
  return { ana, receipt };
}
