import { expect, test } from './fixtures.ts';

test('the announcement shows the phase of the moment, not of the build', async ({ page }) => {
  const now = Date.now();
  const comeBackIn = async (days: number) => {
    await page.clock.setFixedTime(now + days * 86_400_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  };
  await page.clock.setFixedTime(now - 60 * 86_400_000);
  await page.goto('/em-breve');
  for (const [days, heading, text] of [
    [-60, 'Em Breve!', /^A partir de \d/],
    [0, 'A promoção já começou!', 'Ir para a promoção'],
    [60, 'Promoção encerrada', /Agradecemos a participação/],
  ] as const) {
    await comeBackIn(days);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    if (days >= 0) await expect(page.getByText('A partir de')).toBeHidden();
    await expect(page).not.toHaveTitle(/Em Breve/);
  }
});
