import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openShop } from './host-pages.ts';

/** As htmx and Turbo change a page into what its server sends anew. */
const library = fileURLToPath(import.meta.resolve('idiomorph/dist/idiomorph.js'));

declare const Idiomorph: { morph(old: Element, html: string): void };

async function drawn(part: Locator): Promise<void> {
  await part.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

async function morph(page: Page, html: string): Promise<void> {
  await page.evaluate(
    (sent) => Idiomorph.morph(document.querySelector('main') as Element, sent),
    `<main>${html}</main>`,
  );
}

interface Way {
  way: string;
  children: string;
  attribute: string;
  afterwards?: (login: Locator) => Promise<void>;
}

const ways: Way[] = [
  { way: 'in its frame', children: '', attribute: '' },
  { way: 'in the frame that the snippet carries', children: 'frame', attribute: '' },
  {
    way: 'in the page',
    children: '',
    attribute: 'isolation="page"',
    afterwards: expectWholeWhenTakenApart,
  },
  {
    way: 'in the page',
    children: '<a href="/">Entrar</a><canvas></canvas>',
    attribute: 'isolation="page"',
  },
  {
    way: 'in the page, over a box',
    children: '<div class="skeleton"><form></form></div>',
    attribute: 'isolation="page"',
  },
];

test('a page morphed into a new answer of its server keeps a form and its typed text', async ({
  page,
  host,
  site,
}) => {
  for (const { way, children, attribute, afterwards } of ways) {
    await test.step(`${way} ${children}`, async () => {
      const frame = `<iframe src="${site.url}/quadro/entrar/" title="Entrar" height="900"></iframe>`;
      const element = `<promo-login campaign="19" ${attribute}>${children.replace('frame', frame)}</promo-login>`;
      const settings = attribute ? page.waitForResponse('**/settings.js') : null;
      await openShop(page, { host, site, body: `<main><h1>Loja</h1>${element}</main>` });
      await page.addScriptTag({ path: library });
      const form = attribute
        ? page.locator('promo-login')
        : page.frameLocator('promo-login iframe');
      const email = form.getByLabel('Email');
      const password = form.getByLabel('Senha', { exact: true });
      await email.fill('ana@exemplo.com.br');
      await settings;
      await password.fill('Segredo1');
      const login = page.locator('promo-login');
      // Nothing is missing any more: the form is a line shorter, and then its frame.
      await drawn(password);
      await drawn(login);
      const before = await login.boundingBox();
      for (const heading of ['Loja nova', 'Loja']) {
        await morph(page, `<h1>${heading}</h1>${element}`);
        await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
        await expect(email).toHaveValue('ana@exemplo.com.br');
        await expect(password).toHaveValue('Segredo1');
        if (attribute) await expect(password).toBeFocused();
        await expect(email).toBeInViewport();
        expect(await login.boundingBox()).toEqual(before);
      }
      await afterwards?.(login);
      await login.evaluate((form) => form.remove());
      await morph(page, '<h1>Loja vazia</h1>');
      await expect(page.locator('main > *')).toHaveCount(1);
    });
  }
});

/** morphdom takes apart what it has removed, wherever an element has an id: the form returns whole. */
async function expectWholeWhenTakenApart(login: Locator): Promise<void> {
  const before = await login.textContent();
  await login.evaluate((element) => {
    const form = element.firstElementChild;
    element.replaceChildren('Entrar');
    for (const part of form?.querySelectorAll('[id]') ?? []) part.remove();
  });
  await expect(login.getByLabel('Email')).toHaveValue('ana@exemplo.com.br');
  expect(await login.textContent()).toBe(before);
  await login.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(login.getByText('Usuário/senha incorreto.')).toBeVisible();
}
