import { registerAt } from '../support/site-actions.ts';
import { expect, signIn, test } from './fixtures.ts';
import { countSaved, fillReceipt } from './receipt-steps.ts';

const day = 86_400_000;

for (const [wrong, days] of [
  ['a day slow', -1],
  ['a year fast', 365],
] as const) {
  test(`a user whose device clock is ${wrong} signs in and sends a receipt of today`, async ({
    page,
    site,
  }) => {
    await page.clock.setSystemTime(Date.now() + days * day);
    const renewals: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/token')) renewals.push(request.url());
    });
    await signIn(page, (await registerAt(site)).person);
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/nova-nota');
    await fillReceipt(page, 1_400 + days);
    await page.getByRole('button', { name: 'salvar' }).click();
    await expect(page.getByRole('dialog', { name: 'Cupom cadastrado com sucesso' })).toBeVisible();
    expect(renewals.length).toBeLessThan(3);
    expect(await countSaved(page)).toBe(1);
  });
}
