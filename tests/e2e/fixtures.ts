import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test';
import type { SignUpBody } from '../../src/contract/consumer.ts';
import { credentialsKey } from '../../src/storage-keys.ts';
import { newPerson, type Person } from '../support/people.ts';
import { qrPicture } from '../support/receipts/qr-picture.ts';
import { type ReceiptOrder, receiptFacts } from '../support/receipts/receipt-facts.ts';
import { renderReceipt } from '../support/receipts/render-receipt.ts';
import { registerAt, type ServedConsumer } from '../support/site-actions.ts';
import type { ServedSite } from '../support/site-process.ts';
import { type ServedSites, serveSites } from './site-pool.ts';
import type { SiteName } from './sites.ts';
import { watchState } from './watch-state.ts';
import { type HostSite, serveHost } from './widgets/host-pages.ts';

interface InWorker {
  /** A site of another origin, which the sites under test allow to embed their widgets. */
  host: HostSite;
  sites: ServedSites;
}

/** Browser tests that need no site of a campaign. Nothing here starts before a test asks for it. */
export const plainTest = base.extend<object, InWorker>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture uses.
    async ({}, use) => {
      const host = await serveHost();
      await use(host);
      host.close();
    },
    { scope: 'worker' },
  ],
  sites: [
    async ({ host }, use) => {
      const sites = serveSites(host.origin);
      await use(sites);
      await sites.close();
    },
    { scope: 'worker' },
  ],
});

interface InTest {
  siteName: SiteName;
  site: ServedSite;
}

/**
 * Browser tests over a built site, which `test.use` names. The site is no fixture of the worker:
 * Playwright would end the worker, its browser and its gateways before a file that names another.
 */
export const test = plainTest.extend<InTest>({
  siteName: ['delivered', { option: true }],
  site: async ({ sites, siteName }, use) => {
    await use(await sites.open(siteName));
    await sites.rest();
  },
  baseURL: async ({ site }, use) => use(site.url),
  page: async ({ page }, use) => {
    await use(page);
    // A call that a test answers itself may still be under way when the test ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  context: async ({ context, site }, use, test) => {
    const violations = await watchPolicies(context, site.url);
    const printState = watchState(context, site);
    await use(context);
    if (test.status !== test.expectedStatus) await printState();
    expect(violations).toEqual([]);
  },
});

/**
 * Opens something for the tests of a file when one first needs it, and closes it after the last. The
 * file's tests have to follow one another (mode `default`), else each opens its own.
 */
export function openedOnce<Opened extends { close(): unknown }, Given extends unknown[]>(
  open: (...given: Given) => Promise<Opened>,
): (...given: Given) => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  plainTest.afterAll(async () => {
    await (await opened)?.close();
    opened = undefined;
  });
  return (...given) => {
    opened ??= open(...given);
    return opened;
  };
}

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

/** Fills in the sign-up on the home page as a person would, and sends it. */
export async function signUp(
  page: Page,
  { person = newPerson(), origin = '' }: { person?: Person; origin?: string } = {},
): Promise<Person> {
  await page.goto(`${origin}/#cadastrar`);
  await fillHomeSignUp(page, person);
  await page.getByRole('button', { name: 'CADASTRAR' }).click();
  await expect(page).toHaveURL(/\/nova-nota$/);
  return person;
}

const homeBlocks = { hero: '.hero', prizes: '#premiacao', 'sign-up': '#cadastrar' };

/** A block of the home page; the last two have addresses, which stay as they are. */
export function homeBlock(page: Page, name: keyof typeof homeBlocks): Locator {
  return page.locator(homeBlocks[name]);
}

/** Types everything that the sign-up on the home page asks. */
export async function fillHomeSignUp(page: Page, person: Person): Promise<void> {
  const form = homeBlock(page, 'sign-up');
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
  await submitSignIn(page, person);
}

/** Fills in and sends the sign-in form of a page, a dialog or a frame. */
export async function submitSignIn(
  place: Page | Locator,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await place.getByLabel('Email').fill(email);
  await place.getByLabel('Senha', { exact: true }).fill(password);
  await place.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Registers a new user and signs in, both without a form. The page has not opened anything yet. */
export async function signInAsNew(
  page: Page,
  site: ServedSite,
  overrides: Partial<SignUpBody> = {},
): Promise<ServedConsumer> {
  const consumer = await registerAt(site, overrides);
  await storeSession(page, consumer, site.url);
  return consumer;
}

/** A new person, signed in without a form, on the page of the new receipt. */
export async function openReceiptForm(page: Page, site: ServedSite): Promise<SignUpBody> {
  const { person } = await signInAsNew(page, site);
  await page.goto(`${site.url}/nova-nota`);
  return person;
}

/** Stores a session in the browser, as signing in does. */
export async function storeSession(
  page: Page,
  { token, tenantId }: ServedConsumer,
  origin = '',
): Promise<void> {
  const [, claims = ''] = token.split('.');
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const session = JSON.stringify({ version: 1, token, expiresAt: exp * 1000, tenantId });
  // The smallest document of the site: what is stored belongs to its origin.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(([key, stored]) => localStorage.setItem(key, stored), [
    credentialsKey,
    session,
  ] as const);
}

/**
 * Has another site's gateway answer the page's calls. The campaign may have other dates there than
 * those that the page was built with.
 */
export async function sendCallsTo(page: Page, { url }: ServedSite): Promise<void> {
  const answer = async (route: Route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const headers = { ...request.headers(), origin: url };
    await route.fulfill({ response: await route.fetch({ url: url + pathname + search, headers }) });
  };
  // A call that is under way when its test ends has no page left; one that fails leaves its page waiting.
  await page.route(/\/api\/|googleapis\.com/, (route) => answer(route).catch(() => {}));
}

/**
 * Has the pauses of pages pass in a twentieth of their time: between two tries of a call, before what
 * is loaded for later, before a result is drawn to be shared. Deadlines are longer, and stay.
 */
export function shortenPauses(pages: Page | BrowserContext): Promise<unknown> {
  return pages.addInitScript(() => {
    const { setTimeout } = window;
    const isPause = (milliseconds: number) => milliseconds >= 400 && milliseconds <= 2_200;
    const shortened = (work: TimerHandler, milliseconds = 0, ...rest: unknown[]) =>
      setTimeout(work, isPause(milliseconds) ? milliseconds / 20 : milliseconds, ...rest);
    Object.assign(window, { setTimeout: shortened });
  });
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

/**
 * A receipt of yesterday, from a shop that exists only here; `seed` makes it another one.
 * @param kind `code` is a picture of the QR code, which says day and total: the gateway looks for no
 *   print in it, which costs seconds
 */
export async function receiptFile(
  kind: 'picture' | 'pdf' | 'code',
  seed: number,
): Promise<{
  file: { name: string; mimeType: string; buffer: Buffer };
  key: string;
  cnpj: string;
  date: string;
}> {
  const issuedAt = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const order = { cnpj: '11222333000181', issuedAt, total: 5490, state: 'PR' as const, seed };
  const { bytes, expected } = await printReceipt(kind, order);
  return {
    file: { ...fileKinds[kind], buffer: Buffer.from(bytes) },
    key: expected.key,
    cnpj: expected.cnpj,
    date: expected.day.split('-').reverse().join('/'),
  };
}

const fileKinds = {
  picture: { name: 'nota.jpg', mimeType: 'image/jpeg' },
  pdf: { name: 'nota.pdf', mimeType: 'application/pdf' },
  code: { name: 'nota.png', mimeType: 'image/png' },
};

async function printReceipt(kind: keyof typeof fileKinds, order: ReceiptOrder) {
  if (kind === 'pdf') return renderReceipt({ ...order, format: 'pdf', condition: 'text' });
  if (kind === 'picture') return renderReceipt({ ...order, format: 'jpeg', condition: 'straight' });
  const expected = receiptFacts({ ...order, qr: 'v2-offline' });
  return { bytes: Buffer.from(await qrPicture(expected.qr), 'base64'), expected };
}

/** Lets the gateway's clock go on with the page's: a page asks it before it says that all is over. */
export async function moveGatewayClock(page: Page, to: Date): Promise<void> {
  await page.route('**/poll', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), date: to.toUTCString() };
    await route.fulfill({ response, headers });
  });
}

/** Walks with the Tab key to a button and presses it. */
export async function pressByKeyboard(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name }));
  await page.keyboard.press('Enter');
}

export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}
