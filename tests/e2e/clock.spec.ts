import { registerAt } from '../support/site-actions.ts';
import { expect, signIn, test } from './fixtures.ts';
import { countSaved, fillReceipt } from './receipt-steps.ts';

const yearMs = 365 * 86_400_000;

test('a user whose device clock is a year fast signs in and sends a receipt of today', async ({
  page,
  site,
}) => {
  await page.clock.setSystemTime(Date.now() + yearMs);
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/token')) renewals.push(request.url());
  });
  await signIn(page, (await registerAt(site)).person);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/nova-nota');
  await fillReceipt(page, 1_765);
  await page.getByRole('button', { name: 'salvar' }).click();
  await expect(page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' })).toBeVisible();
  expect(renewals.length).toBeLessThan(3);
  expect(await countSaved(page)).toBe(1);
});
