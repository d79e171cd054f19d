import { expect, test } from '../fixtures.ts';
import { buildApplication, installPackage, serveApplication } from './npm-application.ts';
import { expectNothingLeft, watchManners } from './page-traces.ts';

// One after the other: the package is installed once, in a folder that both use.
test.describe.configure({ mode: 'default' });
let installed: ReturnType<typeof installPackage> | undefined;

function installOnce() {
  installed ??= installPackage();
  return installed;
}

const asScript = { 'content-type': 'text/javascript' };

test('the npm package works in a React application and in a plain page', async ({
  page,
  host,
  site,
}) => {
  const files = await installOnce();
  const manners = await watchManners(page, [host.origin, site.url]);

  await test.step('React in strict mode, walking to and fro', async () => {
    host.publish({ html: await buildApplication(), headers: asScript }, '/app.js');
    await page.goto(
      host.publish({
        html: `<!doctype html><title>Loja</title><div id="app" data-origin="${site.url}"></div>
          <script type="module" src="/app.js"></script>`,
      }),
    );
    const carousel = page.getByRole('list', { name: 'Onde comprar' });
    await expect(carousel).toBeVisible();
    await page.getByRole('button', { name: 'Entrada' }).click();
    await expect(page.frameLocator('iframe').getByLabel('Email')).toBeVisible();
    await expect(page.locator('output')).toHaveText('2 tall');
    await page.getByRole('button', { name: 'Escrever' }).click();
    await expect(page.frameLocator('iframe').getByLabel('Email')).toBeFocused();
    await page.getByRole('button', { name: 'Lojas' }).click();
    await expect(page.locator('output')).toHaveText('3 tall');
    await expect(page.locator('iframe')).toHaveCount(0);
    const walkToAndFro = async () => {
      for (let round = 0; round < 4; round += 1) {
        await page.getByRole('button', { name: 'Entrada' }).click();
        await page.getByRole('button', { name: 'Lojas' }).click();
        await expect(carousel).toBeVisible();
      }
    };
    await expectNothingLeft(page, walkToAndFro, { nodes: 40, listeners: 4 });
  });

  await test.step('modules in a plain page', async () => {
    for (const [name, text] of Object.entries(files)) {
      host.publish({ html: text, headers: asScript }, `/pacote/${name}`);
    }
    await page.goto(
      host.publish({
        html: `<!doctype html><title>Loja</title>
          <script type="module" src="/pacote/where-to-buy.js"></script>
          <promo-where-to-buy campaign="19" origin="${site.url}"></promo-where-to-buy>`,
      }),
    );
    await expect(page.getByRole('list', { name: 'Onde comprar' })).toBeVisible();
  });
  await manners.expectGood();
});

test('a page rendered by React on a server keeps the form’s place while scripts load', async ({
  page,
  host,
  site,
}) => {
  await installOnce();
  const manners = await watchManners(page, [host.origin, site.url]);
  const { html, script } = await serveApplication(site.url);
  host.publish({ html: script, headers: asScript }, '/served.js');
  const scripts = ['sign-up', 'login', 'receipts', 'where-to-buy'].map(
    (name) => `<script src="${site.url}/widgets/v1/${name}.js"></script>`,
  );
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(
    host.publish({
      html: `<!doctype html><title>Loja</title><meta name="viewport" content="width=device-width">
        ${scripts.join('')}<button>Hidratar</button>
        <div id="app" data-origin="${site.url}">${html}</div>
        <script type="module" src="/served.js"></script>`,
    }),
  );
  const end = page.getByText('Rodapé');
  const position = () => end.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await position();
  const login = page.frameLocator('promo-login iframe');
  await login.getByLabel('Email').fill('ana@example.com');
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('main, promo-login, promo-login iframe')) {
      Object.assign(element, { isKept: true });
    }
  });
  await page.getByRole('button', { name: 'Hidratar' }).click();

  await expect(page.locator('promo-sign-up').getByLabel('Nome completo')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Onde comprar' })).toBeVisible();
  await expect(login.getByLabel('Email')).toHaveValue('ana@example.com');
  const survivors = await page.evaluate(() =>
    [...document.querySelectorAll('main, promo-login, promo-login iframe')].map(
      (element) => 'isKept' in element,
    ),
  );
  expect(survivors).toEqual([true, true, true]);
  expect(await page.locator('iframe').count()).toBe(2);
  expect(Math.abs((await position()) / before - 1)).toBeLessThan(0.03);
  await manners.expectGood({ sheets: 1, names: ['nanostoresGlobal'] });
});
