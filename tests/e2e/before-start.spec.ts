import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerAt } from '../support/site-actions.ts';
import { expect, sendCallsTo, storeSession, test } from './fixtures.ts';
import { enlargeText, expectNoFault } from './page-checks.ts';
import { siteDirectory } from './sites.ts';

test.use({ siteName: 'before' });
// A second worker would cost more than it saves.
test.describe.configure({ mode: 'default' });

/** Pages that explain the campaign, repeat it in their words, or concern what is done elsewhere. */
const shownBefore = [
  '404.html',
  'atendimento/index.html',
  'em-breve/index.html',
  'faq/index.html',
  'privacidade/index.html',
  'quadro/atendimento/index.html',
  'regulamento/index.html',
  'regulamento/premio-na-hora/index.html',
  'sair/index.html',
  'transparencia/index.html',
  'widgets/index.html',
];

test('before the start every page announces the campaign, except those that explain it', () => {
  const directory = siteDirectory('before');
  const files = readdirSync(directory, { recursive: true }).map(String);
  const pages = files.filter((file) => file.endsWith('.html'));
  const announcing = pages.filter((file) => {
    const html = readFileSync(join(directory, file), 'utf8');
    expect.soft(html, file).toMatch(/<html[^>]* data-phase="not-started"/);
    if (!/<section class="[^"]*coming-soon when-not-started"/.test(html)) return false;
    expect.soft(html, file).toMatch(/<div class="[^"]*when-started/);
    return true;
  });
  expect(readFileSync(join(directory, 'lembrete.ics'), 'utf8')).toContain('BEGIN:VEVENT');
  expect(pages.filter((file) => !announcing.includes(file)).sort()).toEqual(shownBefore);
});

test('before the start the home page announces the campaign and its prizes, and only support has a form', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const header = page.getByRole('banner');
  const announcement = page.getByRole('main').getByRole('heading', { name: 'Em Breve!' });
  await test.step('a wrong secret changes nothing', async () => {
    await page.goto('/?utm_source=jornal&debug=abracadabro');
    await expect(page).toHaveURL(/\/\?utm_source=jornal$/);
    await expect(announcement).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Como participar' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Modo debug' })).toBeHidden();
    await expect(page.getByRole('complementary', { name: 'Debug' })).toHaveCount(0);
    expect(await context.cookies()).toEqual([]);
    await expect(header.getByRole('link')).toHaveCount(1);
    await expectNoFault(page);
  });
  await test.step('the home page announces the start and the prizes', async () => {
    await expect(page.getByText(/^Faltam \d+ dias$/)).toBeVisible();
    await expect(page.getByRole('heading', { name: '1 ano de mercado grátis' })).toBeVisible();
    const reminder = page.getByRole('link', { name: 'Salvar na agenda' });
    await expect(reminder).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 360, height: 800 });
    await expect(reminder).toBeInViewport({ ratio: 1 });
    await expect(reminder).toHaveAttribute('href', '/lembrete.ics');
    await expect(header.getByRole('link')).toHaveCount(1);
    await expect(header.locator('summary')).toBeHidden();
  });

  await test.step('support can be written to', async () => {
    await page.getByRole('link', { name: 'Fale conosco' }).click();
    await page.getByRole('dialog', { name: 'Fale conosco' }).getByLabel('Nome').fill('Joana Souza');
    await expectNoFault(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 320, height: 568 });
    await enlargeText(page);
    const rightEdges = await page
      .locator('.coming-soon :is(h1, a)')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
    expect(Math.max(...rightEdges)).toBeLessThanOrEqual(320);
  });

  await test.step('the FAQ is open', async () => {
    await page.goto('/faq');
    await expect(page.getByRole('heading', { name: 'Perguntas frequentes' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Em Breve!' })).toBeHidden();
    await expect(header.getByRole('link')).toHaveCount(1);
    await expect(page.getByRole('link', { name: /simulador/i })).toHaveCount(0);
  });
  await test.step('the login page goes back one step', async () => {
    await page.goto('/entrar');
    await expect(page).toHaveURL(/\/faq$/);
  });
  await test.step('of all other forms only support’s is there', async () => {
    for (const path of ['/senha', '/quadro/entrar/']) {
      await page.goto(path);
      await expect(announcement, path).toBeVisible();
      await expectNoFault(page);
    }
    await page.goto('/quadro/atendimento/');
    await page.getByLabel('Nome').fill('Joana Souza');
    await page.goto('/simulador#fale-conosco');
    await page.getByRole('dialog', { name: 'Fale conosco' }).getByLabel('Nome').fill('Joana Souza');
  });
});

test.describe(() => {
  test.use({ hasTouch: true });

  test('before the start debug mode shows the site for 7 days, until its red tag is pressed', async ({
    page,
    context,
    site,
    sites,
  }) => {
    await page.goto('/?debug=abracadabra');
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { name: 'Como participar' })).toBeVisible();
    const [cookie] = await context.cookies();
    const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect([cookie?.name, Math.round(days)]).toEqual(['promo_debug', 7]);
    const tag = page.getByRole('button', { name: 'Modo debug' });
    await page.goto('/entrar');
    await expect(tag).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Entrar na sua conta' })).toBeVisible();
    await expectNoFault(page);
    await page.goto('/#entrar');
    await expect(page.getByRole('dialog', { name: 'Entrar na sua conta' })).toBeVisible();

    await test.step('a signed-in user has the receipt form too', async () => {
      // The gateway is open, or registering would have failed.
      const open = await sites.open('everything');
      await sendCallsTo(page, open);
      await storeSession(page, await registerAt(open), site.url);
      await page.goto('/nova-nota');
      await expect(page.getByText('Envie a foto da nota')).toBeVisible();
      await context.clearCookies();
      await page.goto('/nova-nota');
      await expect(page.getByRole('heading', { name: 'Em Breve!' })).toBeVisible();
      await expect(page.getByText('Envie a foto da nota')).toBeHidden();
    });

    for (const gesture of ['dblclick', 'tap'] as const) {
      await page.goto('/?debug=abracadabra');
      await tag[gesture]();
      await expect(page.getByRole('heading', { name: 'Em Breve!' })).toBeVisible();
      await expect(tag).toBeHidden();
      expect(await context.cookies()).toEqual([]);
    }
  });
});
