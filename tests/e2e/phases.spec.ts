import { expect, moveGatewayClock, test } from './fixtures.ts';

const closedDialog = { name: 'Esta promoção está encerrada!' };

test('a page left open across the end shows the end at the next press', async ({ page }) => {
  await page.clock.setFixedTime(Date.now());
  // An answer that comes after the end would say that it has not come yet.
  const news = page.waitForResponse('**/news');
  await page.goto('/');
  await (await news).finished();
  await expect(page.getByText('Esta promoção está encerrada!')).toBeHidden();
  const afterEnd = new Date(Date.now() + 40 * 86_400_000);
  await page.clock.setFixedTime(afterEnd);
  await moveGatewayClock(page, afterEnd);
  await page.getByRole('link', { name: 'CADASTRE-SE' }).click();
  await expect(page.getByRole('dialog', closedDialog)).toBeVisible();
});

test('the announcement shows the phase of the visit, not of the build', async ({ page }) => {
  const day = 86_400_000;
  for (const [days, heading, text] of [
    [-60, 'Em Breve!', /^A partir de \d/],
    [0, 'A promoção já começou!', 'Ir para a promoção'],
    [60, 'Promoção encerrada', /Agradecemos a participação/],
  ] as const) {
    await page.clock.setFixedTime(Date.now() + days * day);
    await page.goto('/em-breve');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    if (days >= 0) await expect(page.getByText('A partir de')).toBeHidden();
    await expect(page).not.toHaveTitle(/Em Breve/);
  }
});
