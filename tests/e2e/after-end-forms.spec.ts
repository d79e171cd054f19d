import { registerAt } from '../support/browser-consumer.ts';
import { expect, keepSession, sendCallsTo, test } from './fixtures.ts';

test.use({ siteName: 'over' });
// A second worker's gateway would cost more than it saves.
test.describe.configure({ mode: 'default' });

for (const path of ['/cadastro', '/#cadastro']) {
  test(`after the end ${path} is the closed dialog over home`, async ({ page }) => {
    await page.goto(path);
    const closed = page.getByRole('dialog', { name: 'Esta promoção está encerrada!' });
    await expect(closed).toBeVisible();
    await expect(page).toHaveURL(/\/#encerrada$/);
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });
}

test('after the end /#cadastrar is the block of home, with nothing left to type', async ({
  page,
}) => {
  await page.goto('/#cadastrar', { waitUntil: 'networkidle' });
  const block = page.locator('#cadastrar');
  await expect(block.getByRole('heading', { name: 'Cadastros encerrados' })).toBeInViewport();
  await expect(block.getByRole('textbox')).toHaveCount(0);
  await expect(page).toHaveURL(/\/#cadastrar$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('after the end a signed-in user finds no form for receipts, except in debug mode', async ({
  page,
  context,
  site,
  sites,
}) => {
  // The gateway is open: only the pages say that it is over.
  const open = await sites.open('everything');
  await sendCallsTo(page, open);
  await keepSession(page, await registerAt(open), site.url);
  await page.goto('/nova-nota?debug=abracadabra');
  await expect(page.getByText('Envie a foto da nota')).toBeVisible();
  await context.clearCookies();
  await page.goto('/nova-nota');
  await expect(page.getByRole('dialog', { name: 'Esta promoção está encerrada!' })).toBeVisible();
  await expect(page.getByText('Envie a foto da nota')).toBeHidden();
});
