import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { endCampaign } from '../support/changed-campaign.ts';
import { registerAt, type ServedConsumer } from '../support/site-actions.ts';
import type { ServedSite } from '../support/site-process.ts';
import { expect, homeBlock, openedOnce, test as siteTest, storeSession } from './fixtures.ts';
import { openFrame } from './frame-page.ts';
import { expectNoFault } from './page-checks.ts';
import { serveTestSite } from './site-pool.ts';
import { siteDirectory } from './sites.ts';

/** A campaign that has ended, and a person who took part in it. */
const openEnded = openedOnce(async (allowedOrigins: string) => {
  const live = await serveTestSite('everything');
  const consumer = await registerAt(live);
  await live.kill();
  await endCampaign(live.dataDirectory);
  const site = await serveTestSite('over', {
    dataDirectory: live.dataDirectory,
    variables: { ALLOWED_ORIGINS: allowedOrigins },
  });
  return { ...site, consumer };
});

const test = siteTest.extend<{ ended: ServedSite & { consumer: ServedConsumer } }>({
  ended: async ({ host }, use) => use(await openEnded(host.origin)),
  site: async ({ ended }, use) => use(ended),
});

// The gateways of a second worker would cost more than it saves.
test.describe.configure({ mode: 'default' });

async function closedDialogOpens(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Esta promoção está encerrada!' });
  await expect(dialog).toContainText(
    'Em caso de dúvidas, consulte o Regulamento. Agradecemos a participação de todos!',
  );
}

test('after the end every page says so, and its sign-up button opens the closed dialog', () => {
  for (const path of ['', 'faq', 'regulamento', 'transparencia', 'ganhadores']) {
    const html = readFileSync(join(siteDirectory('over'), path, 'index.html'), 'utf8');
    expect.soft(html, path).toMatch(/<html[^>]* data-phase="over"/);
    expect.soft(html, path).toMatch(/when-over"[^>]*> *Esta promoção está encerrada!/);
    expect
      .soft(html, path)
      .toMatch(
        /when-closed" href="\/#encerrada"><span class="as-sentence">(?:CADASTRE-SE|Cadastre-se)/,
      );
  }
  const home = readFileSync(join(siteDirectory('over'), 'index.html'), 'utf8');
  expect(home).toMatch(/<a href="#encerrada">O prazo para <span class="as-sentence">CADASTRAR/);
});

test('after the end a visitor of the new receipt is sent to the home page, where no form is left', async ({
  page,
}) => {
  await page.goto('/nova-nota', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/#encerrada$/);
  await closedDialogOpens(page);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expectNoFault(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/$/);

  // From another page: an address that only gains a fragment would load nothing anew.
  await page.goto('about:blank');
  await page.goto('/#cadastrar', { waitUntil: 'networkidle' });
  const block = homeBlock(page, 'sign-up');
  await expect(block.getByRole('heading', { name: 'Cadastros encerrados' })).toBeInViewport();
  await expect(page).toHaveURL(/\/#cadastrar$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(block.getByRole('link')).toHaveText(['Entrar', 'O prazo para CADASTRAR terminou.']);
  await expect(page.getByText('Esta promoção está encerrada!')).toBeVisible();
  await expect(page.getByText(/Obrigado por cada nota! O sorteio usa a extração de/)).toBeVisible();
  await expect(homeBlock(page, 'hero').getByRole('link', { name: 'Cadastre-se' })).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole('link', { name: 'Ver regulamento' })).toBeInViewport({ ratio: 1 });
  const ahead = page.locator('#como-participar');
  await expect(ahead.getByRole('heading', { level: 2 })).toHaveText('E agora?');
  await expect(ahead.getByRole('heading', { level: 3 })).toHaveText([
    'Notas conferidas',
    'Sorteio',
    'Resultado aqui',
  ]);
  await expect(ahead).toContainText(/Em \d\d\/\d\d\/\d{4}, pela Loteria Federal/);
  await expect(ahead.getByRole('link')).toHaveText(['Minhas notas']);
  const prizes = await homeBlock(page, 'prizes').boundingBox();
  expect(prizes?.y).toBeGreaterThan((await ahead.boundingBox())?.y ?? Number.NaN);
  const signInButton = page.getByRole('banner').getByRole('link', { name: 'ENTRAR' });
  await expect(signInButton).toHaveAttribute('href', '/entrar');
  await expect(page.getByRole('link', { name: 'CADASTRE-SE' }), 'only in the menu').toHaveCount(0);
});

test('after the end participants find everything but send no receipt, except in debug mode', async ({
  page,
  ended,
}) => {
  await test.step('debug mode opens the forms', async () => {
    await page.goto('/?debug=abracadabra');
    await expect(page.getByText('Esta promoção está encerrada!')).toBeVisible();
    await homeBlock(page, 'hero').getByRole('link', { name: 'Cadastre-se' }).click();
    await homeBlock(page, 'sign-up').scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'CADASTRAR' })).toBeVisible();
    await storeSession(page, ended.consumer);
    await page.goto('/faq');
    await page.getByRole('link', { name: 'PARTICIPAR' }).first().click();
    await expect(page).toHaveURL(/\/nova-nota$/);
    await expect(page.getByText('Envie a foto da nota')).toBeVisible();
  });

  await test.step('without it the form closes', async () => {
    await page.getByRole('button', { name: 'Modo debug' }).dblclick();
    await closedDialogOpens(page);
    await expect(page.getByText('Envie a foto da nota')).toBeHidden();
  });

  await test.step('the user’s own pages are open, and lead to no receipt', async () => {
    await page.goto('/minhas-notas');
    await expect(page.getByRole('region', { name: 'Cashback' })).toContainText('R$');
    await page.getByRole('button', { name: 'Números da sorte' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'cadastre agora mesmo!' }).click();
    await closedDialogOpens(page);
    await page.goto('/perfil');
    await expect(page.getByText(ended.consumer.person.email)).toBeVisible();
    await page.getByRole('link', { name: 'PARTICIPAR' }).click();
    await closedDialogOpens(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.locator('header summary').click();
    await page.getByRole('navigation', { name: 'Perfil' }).getByText('Nova nota').click();
    await closedDialogOpens(page);
    await expect(page.getByText('Envie a foto da nota')).toHaveCount(0);
  });
});

test('after the end a frame has no sign-up, and opens the site’s texts in a new tab', async ({
  page,
  host,
  ended,
}) => {
  const frame = await openFrame(page, host, `${ended.url}/quadro/cadastro/`);
  await expect(frame.getByText('Esta promoção está encerrada!')).toBeVisible();
  await expect(frame.getByLabel('Nome completo')).toBeHidden();
  await expect(frame.getByText(/Agradecemos a participação de todos!$/)).toBeVisible();
  const opened = page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Regulamento' }).click();
  await expect(await opened).toHaveURL(`${ended.url}/regulamento`);
  await expect(page).toHaveURL(/localhost/);
  await frame.getByRole('link', { name: 'Já tem uma conta? Entrar' }).click();
  await expect(frame.getByRole('dialog', { name: 'Entrar na sua conta' })).toBeVisible();
});
