import { expect } from '../fixtures.ts';
import { held, watchManners } from './guest-manners.ts';
import { test } from './host-pages.ts';
import { buildApplication, installPackage } from './packed.ts';

const asScript = { 'content-type': 'text/javascript' };

test('the npm package works in a React application and in a plain page', async ({
  page,
  host,
  site,
}) => {
  const files = await installPackage();
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
    await expect(page.getByRole('status')).toHaveText('2 tall');
    await page.getByRole('button', { name: 'Lojas' }).click();
    await expect(page.getByRole('status')).toHaveText('3 tall');
    await expect(page.locator('iframe')).toHaveCount(0);
    const before = await held(page);
    for (let round = 0; round < 10; round += 1) {
      await page.getByRole('button', { name: 'Entrada' }).click();
      await page.getByRole('button', { name: 'Lojas' }).click();
      await expect(carousel).toBeVisible();
    }
    await expect(async () => {
      const after = await held(page);
      expect(after.nodes - before.nodes).toBeLessThan(100);
      expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(10);
    }).toPass();
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
