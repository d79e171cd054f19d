import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { SignUpBody } from '../../src/contract/consumer.ts';
import { registerAt, type ServedConsumer } from '../support/browser-consumer.ts';
import { newPerson, type Person } from '../support/people.ts';
import { renderReceipt } from '../support/receipts/render-receipt.ts';
import { type ServedSite, serveSite } from '../support/served-site.ts';
import { type SiteName, siteDirectory, sites } from './sites.ts';

/** Browser tests: each worker has its own gateway over a built site; `test.use` names another. */
export const test = base.extend<{ baseURL: string }, { siteName: SiteName; site: ServedSite }>({
  siteName: ['delivered', { option: true, scope: 'worker' }],
  site: [
    async ({ siteName }, use) => {
      const site = await serveTestSite(siteName);
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  context: async ({ context, site }, use) => {
    const violations = await watchPolicies(context, site.url);
    await use(context);
    expect(violations).toEqual([]);
  },
});

/** What pages of an origin do against their own content policy, as it happens. */
async function watchPolicies(context: BrowserContext, origin: string): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('tellViolation', (of: string, what: string) => {
    if (of === origin) violations.push(what);
  });
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) =>
      Reflect.get(window, 'tellViolation')(
        location.origin,
        `${event.effectiveDirective}: ${event.blockedURI} ${event.sample} at ${event.sourceFile}`,
      ),
    ),
  );
  return violations;
}

export { expect };

/** Starts a gateway over one of the built sites. */
export function serveTestSite(
  name: SiteName,
  options: Parameters<typeof serveSite>[0] = {},
): Promise<ServedSite> {
  const NODE_OPTIONS = `--import=${new URL('../support/cheap-passwords.ts', import.meta.url).href}`;
  const own = { SITE_DIR: siteDirectory(name), NODE_OPTIONS };
  const variables = { ...own, ...sites[name], ...options.variables };
  return serveSite({ ...options, variables, brief: true });
}

/** Fills in the sign-up on the home page as a person would, and sends it. */
export async function signUp(
  page: Page,
  { person = newPerson(), origin = '' }: { person?: Person; origin?: string } = {},
): Promise<Person> {
  await page.goto(`${origin}/#cadastrar`);
  await fillSignUp(page, person);
  await page.getByRole('button', { name: 'CADASTRAR' }).click();
  await expect(page).toHaveURL(/\/nova-nota$/);
  return person;
}

/** Types everything that the sign-up on the home page asks. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  const form = page.locator('#cadastrar');
  await form.getByLabel('Nome').fill(person.name);
  await form.getByLabel('CPF').fill(person.document);
  await form.getByLabel('Estado').selectOption(person.state);
  await form.getByLabel('Data de Nasc.').fill(person.birthDate);
  await form.getByLabel('Celular').fill(person.phone);
  await form.getByLabel('E-mail').fill(person.email);
  await form.getByLabel('Senha', { exact: true }).fill(person.password);
  await form.getByRole('checkbox', { name: /Li e aceito/ }).check();
}

/** Signs in on the login page. */
export async function signIn(page: Page, person: Pick<Person, 'email' | 'password'>) {
  await page.goto('/entrar');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Registers a new user and signs in, both without a form. The page has not opened anything yet. */
export async function signInAsNew(
  page: Page,
  site: ServedSite,
  overrides: Partial<SignUpBody> = {},
): Promise<ServedConsumer> {
  const consumer = await registerAt(site, overrides);
  await keepSession(page, consumer, site.url);
  return consumer;
}

/** A new person, signed in without a form, on the page of the new receipt. */
export async function openReceiptForm(page: Page, site: ServedSite): Promise<SignUpBody> {
  const { person } = await signInAsNew(page, site);
  await page.goto(`${site.url}/nova-nota`);
  return person;
}

/** Stores a session in the browser, as signing in does. */
export async function keepSession(
  page: Page,
  { token, tenantId }: ServedConsumer,
  origin = '',
): Promise<void> {
  const [, claims = ''] = token.split('.');
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const session = JSON.stringify({ version: 1, token, expiresAt: exp * 1000, tenantId });
  // The smallest document of the site: what is kept belongs to its origin.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((kept) => localStorage.setItem('promo.session', kept), session);
}

/** The address in the newest email to a person that has one: emails leave after the answer. */
export async function addressInMail(
  site: ServedSite,
  person: string,
  pattern: RegExp,
): Promise<string> {
  let address = '';
  await expect(async () => {
    const source = await site.mailTo(person);
    // Long lines end with `=`, which is written `=3D` (quoted-printable, RFC 2045).
    const text = source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    address = pattern.exec(text)?.[0] ?? '';
    expect(address).not.toBe('');
  }).toPass();
  return address;
}

/** A receipt of yesterday, from a shop that exists only here; `seed` makes it another one. */
export async function receiptFile(
  kind: 'picture' | 'pdf',
  seed: number,
): Promise<{
  file: { name: string; mimeType: string; buffer: Buffer };
  key: string;
  cnpj: string;
  date: string;
}> {
  const issuedAt = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const order = { cnpj: '11222333000181', issuedAt, total: 5490, state: 'PR' as const, seed };
  const { bytes, expected } = await renderReceipt(
    kind === 'pdf'
      ? { ...order, format: 'pdf', condition: 'text' }
      : { ...order, format: 'jpeg', condition: 'straight' },
  );
  return {
    file: {
      name: kind === 'pdf' ? 'nota.pdf' : 'nota.jpg',
      mimeType: kind === 'pdf' ? 'application/pdf' : 'image/jpeg',
      buffer: Buffer.from(bytes),
    },
    key: expected.key,
    cnpj: expected.cnpj,
    date: expected.day.split('-').reverse().join('/'),
  };
}

/** Walks with the Tab key to a button and presses it. */
export async function pressOn(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  for (let step = 0; step < 40; step += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}
