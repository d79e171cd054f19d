import { registerAt, sendSignUp } from '../support/browser-consumer.ts';
import { expect, keepSession, sendCallsTo, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

test.use({ siteName: 'before' });
// A second worker would cost more than it saves.
test.describe.configure({ mode: 'default' });

test('every page announces the campaign, except those that explain it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const header = page.getByRole('banner');
  const announcement = page.getByRole('main').getByRole('heading', { name: 'Em Breve!' });
  for (const path of ['/', '/perfil', '/nova-nota', '/em-breve', '/simulador', '/senha']) {
    await page.goto(path);
    await expect(announcement, path).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Como participar' })).toBeHidden();
    await expect(header.getByRole('link')).toHaveCount(1);
    await expectNoFault(page);
  }
  await page.goto('/quadro/entrar/');
  await expect(announcement).toBeVisible();
  await expectNoFault(page);
  for (const [path, name] of [
    ['/faq', 'Perguntas frequentes'],
    ['/regulamento', 'Regulamento do sorteio'],
    ['/atendimento/abc', 'Atendimento'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Em Breve!' })).toBeHidden();
    await expect(header.getByRole('link')).toHaveCount(1);
    await expect(page.getByRole('link', { name: /simulador/i })).toHaveCount(0);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(header.getByRole('link')).toHaveCount(1);
  await expect(header.getByLabel('Menu').first()).toBeHidden();
  await page.goto('/');
  await page.setViewportSize({ width: 320, height: 568 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const rightEdges = await page
    .locator('.coming-soon :is(h1, a)')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
  expect(Math.max(...rightEdges)).toBeLessThanOrEqual(320);
});

test('before the start the home page counts the days, shows the prizes, and reminds', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await expect(page.getByText(/^Faltam \d+ dias$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 ano de mercado grátis' })).toBeVisible();
  const reminder = page.getByRole('link', { name: 'Avise-me' });
  for (const [width, height] of [
    [360, 800],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(reminder, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
  }
  const entry = await request.get((await reminder.getAttribute('href')) ?? '');
  expect(entry.headers()['content-type']).toContain('text/calendar');
  expect(await entry.text()).toContain('BEGIN:VEVENT');
});

test('before the start no one signs in: the dialog closes itself, and the login page goes back one step', async ({
  page,
}) => {
  await page.goto('/faq');
  await page.goto('/entrar');
  await expect(page).toHaveURL(/\/faq$/);
  await page.goto('/#entrar');
  await expect(page).toHaveURL(/\/$/);
  await page.evaluate(() => location.assign('#encerrada'));
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('support can be written to before the start', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Fale conosco' }).click();
  await page.getByRole('dialog', { name: 'Fale conosco' }).getByLabel('Nome').fill('Joana Souza');
  await expectNoFault(page);
});

test('a wrong secret changes nothing', async ({ page, context }) => {
  await page.goto('/?debug=abracadabro');
  await expect(page.getByRole('heading', { name: 'Em Breve!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Modo debug' })).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Debug' })).toHaveCount(0);
  expect(await context.cookies()).toEqual([]);
});

test('debug mode shows the site before its start for 7 days, but the gateway still refuses', async ({
  page,
  context,
  site,
}) => {
  await page.goto('/?debug=abracadabra');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { name: 'Como participar' })).toBeVisible();
  const [cookie] = await context.cookies();
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect([cookie?.name, Math.round(days)]).toEqual(['promo_debug', 7]);

  for (const path of ['/faq', '/em-breve', '/nada', '/entrar']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Modo debug' }), path).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Entrar na sua conta' })).toBeVisible();
  await expectNoFault(page);
  await page.goto('/#entrar');
  await expect(page.getByRole('dialog', { name: 'Entrar na sua conta' })).toBeVisible();

  const { response } = await sendSignUp(site);
  expect(response.status).toBe(403);
});

test('a signed-in user has no receipt form either, except in debug mode', async ({
  page,
  context,
  site,
  sites,
}) => {
  // The gateway is open, or registering would have failed.
  const open = await sites.open('everything');
  await sendCallsTo(page, open);
  await keepSession(page, await registerAt(open), site.url);
  await page.goto('/nova-nota?debug=abracadabra');
  await expect(page.getByText('Envie a foto da nota')).toBeVisible();
  await context.clearCookies();
  await page.goto('/nova-nota');
  await expect(page.getByRole('heading', { name: 'Em Breve!' })).toBeVisible();
  await expect(page.getByText('Envie a foto da nota')).toBeHidden();
});

for (const [gesture, end] of [
  ['a double click', 'dblclick'],
  ['a touch', 'tap'],
] as const) {
  test.describe(() => {
    test.use({ hasTouch: end === 'tap' });
    test(`${gesture} on the red tag ends debug mode, and the locks are back`, async ({
      page,
      context,
    }) => {
      await page.goto('/?debug=abracadabra');
      await page.getByRole('button', { name: 'Modo debug' })[end]();
      await expect(page.getByRole('heading', { name: 'Em Breve!' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Modo debug' })).toBeHidden();
      expect(await context.cookies()).toEqual([]);
    });
  });
}
