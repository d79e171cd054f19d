import type { Page } from '@playwright/test';
import { buildSite } from '../../src/commands/build-site.ts';
import { serveSite } from '../support/served-site.ts';
import { expect, openedOnce, signUp, test as siteTest } from './fixtures.ts';
import { siteDirectory } from './sites.ts';

/** A site that asks the bot check, with a gateway that believes any token. */
const openChecked = openedOnce(async () => {
  const SITE_DIR = siteDirectory('checked');
  await buildSite(SITE_DIR, { variables: { PUBLIC_RECAPTCHA_SITE_KEY: 'key' } });
  return serveSite({ variables: { SITE_DIR }, brief: true });
});

const test = siteTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture uses.
  site: async ({}, use) => use(await openChecked()),
});

// One after another: the site is built once.
test.describe.configure({ mode: 'default' });

const address = /^https:\/\/www\.google\.com\/recaptcha\//;

/** In the place of the service's script: the token of an action is its name. */
const service = `window.grecaptcha = {
  ready: (go) => go(),
  render: () => 0,
  execute: (_, { action }) => { asked(action); return Promise.resolve(action); },
}`;

async function answerFor(page: Page): Promise<string[]> {
  const actions: string[] = [];
  await page.exposeFunction('asked', (action: string) => void actions.push(action));
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: service }),
  );
  return actions;
}

test('the service is warmed up when a form is first touched, and its token is sent', async ({
  page,
}) => {
  const actions = await answerFor(page);
  await page.goto('/#fale-conosco');
  const dialog = page.getByRole('dialog', { name: 'Fale conosco' });
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toBeVisible();
  expect(actions).toEqual([]);
  await dialog.getByLabel('Nome').fill('Joana Souza');
  await expect.poll(() => actions).toEqual(['preload']);
  await dialog.getByLabel('E-mail').fill('joana@exemplo.com.br');
  await dialog.getByLabel('Assunto').selectOption('Prêmios');
  await dialog.getByLabel('Descrição').fill('Quando sai o sorteio?');
  const sent = page.waitForRequest('**/api/incident/campaign/19');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ recaptchaToken: 'create_incident' });

  await page.goto('/#esqueci-senha');
  await page.getByLabel('Email').fill('joana@exemplo.com.br');
  const asked = page.waitForRequest('**/api/consumer/password/reset');
  await page.getByRole('button', { name: 'Enviar' }).click();
  expect((await asked).postDataJSON()).toMatchObject({ recaptchaToken: 'reset_password' });
});

test('a sign-up goes through without the service, with the text error for a token', async ({
  page,
}) => {
  await page.route(address, (route) => route.abort());
  const sent = page.waitForRequest('**/api/consumer');
  await signUp(page);
  expect((await sent).postDataJSON()).toMatchObject({ recaptchaToken: 'error' });
});
