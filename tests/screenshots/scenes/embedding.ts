import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator } from '@playwright/test';
import { allWidgets, type WidgetName } from '../../../widgets/attributes.ts';
import { receiptFile } from '../../e2e/fixtures.ts';
import { newCollector } from '../../e2e/prize-page.ts';
import { openFields } from '../../e2e/receipt-steps.ts';
import { registerAt, type ServedConsumer, sendReceiptTo } from '../../support/site-actions.ts';
import { nextSeed, receiptCalls } from './new-receipt.ts';
import { on, type Scenes, type Show, type Stage, visit } from './stage.ts';

const dressed = 'scheme="dark" accent="#0a58ca" radius="0" density="compact" font="Georgia, serif"';

const emailKinds = [
  'welcome',
  'receipt-received',
  'picture-wanted',
  'receipt-approved',
  'receipt-refused',
  'instant-prize-won',
  'prize-sent',
  'withdrawal-paid',
  'support-opened',
  'support-answered',
  'draw-won',
  'draw-thanks',
  'password-reset',
  'password-changed',
  'payment-key-changed',
  'bank-account-changed',
  'phone-changed',
  'data-exported',
  'data-erased',
  'newsletter',
];

/** What is seen of the promotion in other places: on pages of other sites, and in a mailbox. */
export const embeddingScenes: Scenes = {
  ...on('delivered', {
    'embedders-page': async ({ page }) => {
      await page.goto('/widgets');
      await page.getByRole('region', { name: 'Como fica' }).getByText('promo:ready').waitFor();
    },
    'embedders-page-phone': async ({ page }) => {
      await page.goto('/widgets');
      const preview = page.getByRole('region', { name: 'Como fica' });
      await page.getByRole('button', { name: 'Entrar' }).first().click();
      // A phone shows no wider page than its own.
      const narrow = preview.getByRole('button', { name: 'Celular' });
      if (await narrow.isVisible()) await narrow.click();
      await preview.getByText('promo:ready').waitFor();
      await page.getByText('Mais opções').click();
    },
    'embedders-page-guide': visit('/widgets#react'),
    ...Object.fromEntries(
      allWidgets.map(({ name }) => [`widget-${name}`, (stage: Stage) => embed(stage, name)]),
    ),
    'widget-sign-up-in-page': async (stage) => {
      await embed(stage, 'sign-up', 'isolation="page"');
    },
    'widget-login-in-page': async (stage) => {
      await embed(stage, 'login', 'isolation="page"');
    },
    'widget-sign-up-dressed': async (stage) => {
      await embed(stage, 'sign-up', dressed);
    },
    'widget-sign-up-errors': async (stage) => {
      const frame = await embed(stage, 'sign-up');
      await frame.getByLabel('Nome completo').fill('Ana 2');
      await frame.getByLabel('Nome completo').press('Enter');
      await frame.getByRole('group', { name: /^Confira/ }).waitFor();
    },
    'widget-sign-up-test-mode': async (stage) => {
      const frame = await embed(stage, 'sign-up', 'mode="test"');
      await frame.getByRole('complementary', { name: 'Modo de teste' }).waitFor();
    },
    'widget-login-error': async (stage) => {
      const frame = await embed(stage, 'login');
      const { person } = await registerAt(stage.site);
      await signInWithin(frame, { email: person.email, password: 'Errada1' });
      await frame.getByText('Usuário/senha incorreto.').waitFor();
    },
    'widget-login-password': async (stage) => {
      const frame = await embed(stage, 'login');
      await frame.getByRole('link', { name: 'Esqueceu sua senha?' }).click();
      await frame.getByRole('dialog', { name: 'Esqueceu sua senha?' }).waitFor();
    },
    'widget-login-signed-in': async (stage) => {
      const frame = await embed(stage, 'login');
      // The browser stays on the page that holds the form.
      await stage.page.route('**/continuar', (route) => route.fulfill({ status: 204 }));
      await signInWithin(frame, (await registerAt(stage.site)).person);
      await frame.getByRole('heading', { name: 'Você já está na sua conta' }).waitFor();
    },
    'widget-receipts-new': async (stage) => {
      await openReceipts(stage, await registerAt(stage.site));
    },
    'widget-receipts-photo-read': async (stage) => {
      await readReceipt(await openReceipts(stage, await registerAt(stage.site)));
    },
    'widget-receipts-result': async (stage) => {
      const frame = await openReceipts(stage, await registerAt(stage.site));
      await readReceipt(frame);
      await frame.getByRole('radio', { name: 'Sim' }).check();
      await frame.getByRole('button', { name: 'salvar' }).click();
      await frame.getByRole('button', { name: 'Abrir o presente' }).click();
      await frame.getByRole('button', { name: 'Baixar a imagem' }).waitFor();
    },
    'widget-receipts-mine': async (stage) => {
      const ana = await registerAt(stage.site);
      for (const totalAmount of [20, 30]) await sendReceiptTo(stage.site, ana, { totalAmount });
      const frame = await openReceipts(stage, ana);
      await frame.getByRole('link', { name: 'Minhas notas' }).click();
      await frame.getByRole('heading', { name: 'Nota 1' }).waitFor();
    },
    'widget-receipts-waiting': async (stage) => {
      const { page } = stage;
      const frame = await openReceipts(stage, await registerAt(stage.site));
      await readReceipt(frame);
      await frame.getByRole('radio', { name: 'Sim' }).check();
      await page.route(receiptCalls, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await frame.getByRole('button', { name: 'salvar' }).click();
      await frame.getByRole('heading', { name: 'Envie a foto da próxima nota' }).waitFor();
      await frame.getByRole('link', { name: 'Minhas notas' }).click();
      await frame.getByText('Aguardando envio', { exact: true }).waitFor();
    },
    'widget-receipts-none': async (stage) => {
      const frame = await openReceipts(stage, await registerAt(stage.site));
      await frame.getByRole('link', { name: 'Minhas notas' }).click();
      await frame.getByRole('link', { name: 'cadastre agora mesmo!' }).waitFor();
    },
    'widget-support-sent': async (stage) => {
      const frame = await embed(stage, 'support');
      await frame.getByLabel('Nome').fill('Lia Prado');
      await frame.getByLabel('E-mail').fill('lia@exemplo.com.br');
      await frame.getByLabel('Assunto').selectOption('Cadastro');
      await frame.getByLabel('Descrição').fill('Troquei de celular.');
      await frame.getByRole('button', { name: 'Enviar' }).click();
      await frame.getByText('Solicitação enviada com sucesso').waitFor();
    },
  }),
  ...on('everything', {
    'widget-sign-up-everything': async (stage) => {
      await embed(stage, 'sign-up');
    },
    'widget-redeem-signed-in': async (stage) => {
      const collector = await newCollector(stage.site, 10);
      const frame = await embed(stage, 'redeem');
      await signInWithin(frame, collector.person);
      await frame.getByRole('button', { name: 'Mais um: Cesta Sorriso' }).click();
    },
    ...Object.fromEntries(emailKinds.map((kind) => [`email-${kind}`, readEmail(kind)])),
  }),
  ...on('before', {
    'widget-before': async (stage) => {
      await embed(stage, 'login');
    },
  }),
  ...on('over', {
    'widget-after': async (stage) => {
      await embed(stage, 'sign-up');
    },
  }),
  ...on('shut', {
    'widget-shut': async (stage) => {
      await embed(stage, 'sign-up');
    },
  }),
};

/** A page of another site that holds this widget. @returns the inside of its frame, if it has one */
async function embed(
  { page, site, host }: Stage,
  name: WidgetName,
  attributes = '',
): Promise<FrameLocator> {
  const html = `<!doctype html><html lang="pt-BR"><head><title>Loja parceira</title>
    <meta name="viewport" content="width=device-width">
    <script async src="${site.url}/widgets/v1/${name}.js"></script></head>
    <body style="max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 sans-serif">
    <main><h1>Loja parceira</h1><p>Texto da loja, antes do widget.</p>
    <promo-${name} campaign="19" ${attributes}></promo-${name}>
    <p>Texto da loja, depois do widget.</p></main></body></html>`;
  await page.goto(host.publish({ html }));
  const widget = page.locator(`promo-${name}`);
  const frame = widget.frameLocator('iframe');
  const isFramed = name !== 'where-to-buy' && !attributes.includes('isolation');
  const inside = isFramed ? frame.locator('h1, aside') : widget.locator('form, li');
  await inside.filter({ visible: true }).first().waitFor();
  return frame;
}

async function signInWithin(
  frame: FrameLocator,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await frame.getByLabel('Email').fill(email);
  await frame.getByLabel('Senha', { exact: true }).fill(password);
  await frame.getByRole('button', { name: 'Entrar', exact: true }).click();
}

async function openReceipts(stage: Stage, { person }: ServedConsumer): Promise<FrameLocator> {
  const frame = await embed(stage, 'receipts');
  await signInWithin(frame, person);
  await frame.getByRole('heading', { name: 'Envie a foto da nota' }).waitFor();
  return frame;
}

async function readReceipt(frame: FrameLocator): Promise<void> {
  const { file } = await receiptFile('code', nextSeed());
  await frame.getByLabel('Escolher arquivo').setInputFiles(file);
  await frame.getByRole('button', { name: 'ler cupom' }).click();
  await openFields(frame.locator('body'));
}

/** An email as it is sent, about an invented person. */
function readEmail(kind: string): Show {
  return async ({ page, site }) => {
    const folder = join(site.dataDirectory, 'emails');
    await site.command('emails', 'preview', kind.replaceAll('-', '_'), folder);
    await page.setContent(await readFile(join(folder, `${kind}.html`), 'utf8'));
  };
}
