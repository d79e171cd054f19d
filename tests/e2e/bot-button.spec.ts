import type { Locator } from '@playwright/test';
import { registerAt } from '../support/browser-consumer.ts';
import { addressInMail, expect, signIn, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

test.use({ siteName: 'everything' });

const button = { name: /^Conversar pelo WhatsApp/ };

test('a button leads to the bot in a new tab, on every page but the login page', async ({
  page,
}) => {
  for (const path of ['/', '/faq', '/nada']) {
    await page.goto(path);
    const link = page.getByRole('link', button);
    await expect(link, path).toHaveAttribute('href', 'https://wa.me/5541999990000');
    await expect(link, path).toHaveAttribute('target', '_blank');
  }
  await page.goto('/entrar');
  await expect(page.getByRole('link', button)).toHaveCount(0);
});

test('it floats once the cookie banner is answered, and stays in its own line on the smallest screens', async ({
  page,
}) => {
  const isInView = () => page.getByRole('link', button).evaluate(inView);
  await page.goto('/faq');
  expect(await isInView()).toBe(false);
  await page.getByRole('button', { name: 'Aceitar' }).click();
  expect(await isInView()).toBe(true);
  await expectNoFault(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await isInView()).toBe(false);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await isInView()).toBe(false);
  await page.getByRole('link', button).scrollIntoViewIfNeeded();
  const [foot, bar] = await Promise.all([
    edge(page.getByRole('link', button), 'bottom'),
    edge(page.getByRole('contentinfo'), 'top'),
  ]);
  expect(foot).toBeLessThan(bar);
});

test('whoever registered with the bot creates a password through the mail', async ({
  page,
  site,
}) => {
  const { person } = await registerAt(site);
  await page.goto('/entrar');
  await page.getByRole('link', { name: 'Fez seu cadastro pelo WhatsApp? Crie sua senha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crie sua senha' });
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(
    dialog.getByText('Enviamos um email com as instruções para recuperação de sua senha.'),
  ).toBeVisible();
  await page.goto(await addressInMail(site, person.email, /https?:\S+\/senha\?codigo=[\w-]+/));
  await page.getByLabel('Nova senha', { exact: true }).fill('Criada1');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('link', { name: 'Entrar', exact: true })).toBeFocused();
  await signIn(page, { email: person.email, password: 'Criada1' });
  await expect(page).toHaveURL(/\/$/);
});

function inView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

async function edge(locator: Locator, side: 'top' | 'bottom'): Promise<number> {
  return locator.evaluate((element, name) => element.getBoundingClientRect()[name], side);
}
