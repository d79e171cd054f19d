import type { Locator, Page } from '@playwright/test';
import { registerAt } from '../support/browser-consumer.ts';
import type { Person } from '../support/people.ts';
import { expect, openReceiptForm, signIn, signUp, test } from './fixtures.ts';
import { fillReceipt } from './receipt-steps.ts';

test('an anonymous visitor of a page for consumers is sent home, and back does not return', async ({
  page,
}) => {
  await page.goto('/faq');
  for (const path of ['/nova-nota', '/minhas-notas', '/perfil']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/$/);
  }
});

test('without points the pages of redemption lead home', async ({ page, site }) => {
  await openReceiptForm(page, site);
  await page.goto('/faq');
  for (const path of ['/resgatar', '/meus-resgates']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/$/);
  }
});

test('users who were sent home arrive at the page they wanted once they sign in', async ({
  page,
  site,
}) => {
  const { person } = await registerAt(site);
  await page.goto('/minhas-notas', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/$/);
  await signIn(page, person);
  await expect(page).toHaveURL(/\/minhas-notas$/);
});

test('a session that ends on the new receipt leads back to it, by the page or by the dialog', async ({
  page,
}) => {
  const person = await signUp(page);
  await refuse(page, '**/api/consumer/me');
  await page.reload({ waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/$/);
  await page.unrouteAll();
  await signIn(page, person);
  await expect(page).toHaveURL(/\/nova-nota$/);

  const { file } = await fillReceipt(page, 1_501);
  await refuse(page, '**/api/campaign/19/coupon');
  await page.getByRole('button', { name: 'salvar' }).click();
  const alert = page.getByRole('dialog', { name: 'Atenção' });
  await expect(alert).toContainText('Entre na sua conta para continuar');
  await alert.getByRole('button', { name: 'Ok' }).click();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Entrar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Entrar na sua conta' });
  await signInHere(dialog, person);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(file.name).first()).toBeVisible();
  await expect(page.getByLabel('Valor Total')).toHaveValue('54,90');

  await refuse(page, '**/api/campaign/19/coupon');
  await page.getByRole('button', { name: 'salvar' }).click();
  await alert.getByRole('button', { name: 'Ok' }).click();
  await page.unrouteAll();
  await page.locator('summary[aria-label="Menu"]').click();
  await page.getByRole('link', { name: 'ENTRAR', exact: true }).click();
  await expect(page).toHaveURL(/\/entrar$/);
  await signInHere(page.getByRole('main'), person);
  await expect(page).toHaveURL(/\/nova-nota$/);
  await expect(page.getByLabel('Valor Total')).toHaveValue('54,90');
});

test('signing out in one tab clears the other, and going back shows nothing', async ({
  page,
  context,
  site,
}) => {
  const { person } = await registerAt(site);
  await signIn(page, person);
  await expect(page).toHaveURL(/\/$/);
  const other = await context.newPage();
  await other.goto(`${site.url}/perfil`);
  await expect(other.getByText(person.email)).toBeVisible();

  await page.goto('/perfil');
  await expect(page.getByText(person.email)).toBeVisible();
  await page.goto('/sair', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText(person.email)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'CADASTRE-SE' }).first()).toBeVisible();
});

test('a refused token signs out', async ({ page }) => {
  await signUp(page);
  await changeSession(page, { token: 'x.y.z' });
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('firebase:')) localStorage.removeItem(key);
    }
  });
  await page.goto('/minhas-notas', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('promo.session'))).toBeNull();
});

test('a referral code is kept over navigation and reload', async ({ page }) => {
  await page.goto('/?mgm=BRI-7K2Q');
  await page.goto('/faq');
  await page.reload();
  expect(await page.evaluate(() => localStorage.getItem('promo.mgm'))).toContain('BRI-7K2Q');
});

/** The gateway takes the session for an ended one in these calls. */
async function refuse(page: Page, calls: string): Promise<void> {
  const error = { code: 'UNAUTHENTICATED', message: 'Entre na sua conta para continuar' };
  await page.route(calls, (route) =>
    route.fulfill({ status: 401, json: { statusCode: 401, error } }),
  );
}

async function signInHere(place: Locator, { email, password }: Person): Promise<void> {
  await place.getByLabel('Email').fill(email);
  await place.getByLabel('Senha', { exact: true }).fill(password);
  await place.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** What is kept of a session, before the next page reads it: the open one would leave by itself. */
async function changeSession(page: Page, change: Record<string, string>): Promise<void> {
  await page.addInitScript((changed) => {
    const kept = localStorage.getItem('promo.session');
    if (!kept) return;
    localStorage.setItem('promo.session', JSON.stringify({ ...JSON.parse(kept), ...changed }));
  }, change);
}
