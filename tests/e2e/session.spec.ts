import type { Page } from '@playwright/test';
import { registerAt } from '../support/site-actions.ts';
import { expect, openReceiptForm, signIn, submitSignIn, test } from './fixtures.ts';
import { fillReceipt } from './receipt-steps.ts';

test('a visitor signs in to the page they wanted, and out again, in all tabs', async ({
  page,
  context,
  site,
}) => {
  const { person } = await registerAt(site);
  await test.step('a visitor of a consumer page is sent home', async () => {
    await page.goto('/?mgm=BRI-7K2Q');
    await page.goto('/minhas-notas', { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/$/);
    await page.goBack();
    await expect(page).toHaveURL(/mgm=/);
  });

  const other = await context.newPage();
  await test.step('the sign-in leads to the page they wanted, and a sign-up in another tab home', async () => {
    await other.goto(`${site.url}/cadastro`);
    await other.getByLabel('Nome completo').fill('Ana');
    await signIn(page, person);
    await expect(page).toHaveURL(/\/minhas-notas$/);
    expect(await page.evaluate(() => localStorage.getItem('promo.mgm'))).toContain('BRI-7K2Q');
    await expect(other).toHaveURL(/\/$/);
  });

  await test.step('signing out in one tab clears the other, and going back shows no data', async () => {
    for (const tab of [page, other]) {
      await tab.goto(`${site.url}/perfil`);
      await expect(tab.getByText(person.email)).toBeVisible();
    }
    await page.locator('.menu summary').click();
    await page.getByRole('link', { name: 'Sair' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(other).toHaveURL(/\/$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText(person.email)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'CADASTRE-SE' }).first()).toBeVisible();
  });
});

test('a user whose session ends on the new receipt signs in over it and finds it as it was', async ({
  page,
  site,
}) => {
  const person = await openReceiptForm(page, site);
  const { file } = await fillReceipt(page, 1_501);
  const markPhase = (phase: 'open' | 'over') =>
    page.evaluate(
      (mark) => Object.assign(document.documentElement.dataset, { phase: mark }),
      phase,
    );
  await markPhase('over');
  // The page hears of its phase in a later task.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(page.getByRole('button', { name: 'salvar' }), 'after the end').toBeVisible();
  await markPhase('open');
  await refuse(page, '**/api/campaign/19/coupon');
  await page.getByRole('button', { name: 'salvar' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Atenção' });
  await expect(alert).toContainText('Entre na sua conta para continuar');
  await alert.getByRole('button', { name: 'Ok' }).click();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Entrar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Entrar na sua conta' });
  await submitSignIn(dialog, person);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(file.name).first()).toBeVisible();
  await expect(page.getByLabel('Valor Total')).toHaveValue('54,90');
});

/** The gateway takes the session for an ended one in these calls. */
async function refuse(page: Page, calls: string): Promise<void> {
  const error = { code: 'UNAUTHENTICATED', message: 'Entre na sua conta para continuar' };
  await page.route(calls, (route) =>
    route.fulfill({ status: 401, json: { statusCode: 401, error } }),
  );
}
