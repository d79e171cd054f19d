import { expect, test } from './fixtures.ts';

test('the cookie banner asks once in 31 days, and only to accept', async ({ page, context }) => {
  await page.goto('/faq');
  const banner = page.getByRole('region', { name: 'Cookies' });
  await expect(banner.getByRole('button')).toHaveText(['Aceitar']);
  await page.goto('/');
  await banner.getByRole('button', { name: 'Aceitar' }).press('Enter');
  await expect(banner).toBeHidden();
  const [cookie] = await context.cookies();
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect([cookie?.name, Math.round(days)]).toEqual(['promo_consent', 31]);
  await page.goto('/faq');
  await expect(banner).toBeHidden();
});
