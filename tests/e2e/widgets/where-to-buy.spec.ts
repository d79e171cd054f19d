import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { sidewaysScroll } from '../page-checks.ts';
import { openShop, shopPage } from './host-pages.ts';
import { expectNothingLeft, watchManners } from './page-traces.ts';

// Most people see the carousel move.
test.use({ reducedMotion: 'no-preference' });

const shops = 12;
const carousels = (page: Page) => page.getByRole('list', { name: 'Onde comprar' });

test('elements and marked elements show their shops, whenever they are added', async ({
  page,
  host,
  site,
}) => {
  const manners = await watchManners(page, [host.origin, site.url]);
  await page.goto(
    host.publish({
      html: `<!doctype html><title>Loja</title>
        <promo-where-to-buy campaign="19">
          <ul><li><a href="/lojas">Lojas</a></li></ul>
        </promo-where-to-buy>
        <script async src="${site.url}/widgets/v1/where-to-buy.js"></script>
        <div data-promo-widget="where-to-buy" data-campaign="19" data-heading="Lojas"></div>
        <promo-where-to-buy campaign="19"></promo-where-to-buy>`,
    }),
  );
  await expect(carousels(page)).toHaveCount(2);
  await expect(carousels(page).first().getByRole('listitem')).toHaveCount(shops);
  const marked = page.getByRole('list', { name: 'Lojas' });
  await expect(marked.getByRole('listitem')).toHaveCount(shops);
  await expect(marked.getByRole('link', { name: 'Ver ofertas: Super Gralha' })).toHaveAttribute(
    'href',
    'https://super-gralha.example/busca?q=brisal',
  );
  await page.evaluate(() => document.body.append(document.createElement('promo-where-to-buy')));
  const late = page.locator('promo-where-to-buy').last();
  await late.evaluate((element) => element.setAttribute('campaign', '19'));
  await expect(carousels(page)).toHaveCount(3);
  await manners.expectGood();
});

test('a visitor finds shops nearby and by city, with links that name the source', async ({
  page,
  host,
  site,
}) => {
  const manners = await watchManners(page, [host.origin, site.url]);
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const element = '<promo-where-to-buy campaign="19" partner="loja azul"></promo-where-to-buy>';
  const html = shopPage(site, element);
  await page.goto(host.publish({ html }, '/perto?utm_source=carta&email=ana@example.com'));
  const cards = carousels(page).getByRole('listitem');
  const said = page.getByRole('status');
  const near = page.getByRole('button', { name: 'Perto de mim' });
  await expect(page.getByRole('link', { name: 'Ver ofertas: Super Gralha' })).toHaveAttribute(
    'href',
    'https://super-gralha.example/busca?q=brisal&partner=loja+azul&utm_source=carta',
  );

  await test.step('a person who says no keeps the list', async () => {
    await page.getByRole('button', { name: 'Próximo' }).click();
    await expect(cards.nth(1)).toHaveAttribute('aria-current', 'true');
    expect(paths.filter((path) => /shop-finder|places/.test(path))).toEqual([]);
    await near.click();
    await expect(said).toHaveText('A localização não foi permitida. Busque pela cidade.');
    await expect(cards).toHaveCount(shops);
    await expect(cards.nth(1)).toHaveAttribute('aria-current', 'true');
  });
  await test.step('with leave the nearest is first, and chains without a position last', async () => {
    await page.context().grantPermissions(['geolocation'], { origin: host.origin });
    await page.context().setGeolocation({ latitude: -26.91, longitude: -48.66 });
    // A page may stop each click before it comes to any element.
    await page.evaluate(() =>
      window.addEventListener('click', (event) => event.stopImmediatePropagation(), true),
    );
    await near.press('Enter');
    await expect(said).toContainText('Mercado Litoral, a 760 m');
    await expect(cards.first()).toContainText('Itajaí, SC');
    await expect(cards.first()).toBeInViewport();
    await expect(cards.first()).toHaveAttribute('aria-current', 'true');
    await expect(cards.last()).toContainText('Varejão Planalto');
    await page.getByRole('button', { name: 'Próximo' }).click();
    await expect(cards.nth(1)).toHaveAttribute('aria-current', 'true');
  });
  await test.step('search, also what is not there', async () => {
    const field = page.getByRole('searchbox', { name: 'Buscar por loja ou cidade' });
    await field.fill('FLORIANOPOLIS');
    await expect(said).toHaveText('2 lojas encontradas.');
    await expect(cards).toHaveCount(2);
    await expect(cards.first().getByRole('link')).toHaveAttribute('href', /partner=loja\+azul/);
    await field.fill('manaus');
    await expect(said).toHaveText('Nada encontrado para “manaus”. Tente outra cidade.');
    await expect(carousels(page)).toBeHidden();
    await field.fill('');
    await expect(cards).toHaveCount(shops);
  });
  await manners.expectGood();
  await test.step('cities that did not come are asked for again', async () => {
    const sentences: string[] = [];
    page.on('console', (message) => sentences.push(message.text()));
    await page.route('**/places*.json', (route) => route.abort());
    await page.reload();
    const field = page.getByRole('searchbox', { name: 'Buscar por loja ou cidade' });
    await field.fill('joinville');
    await expect(said).toHaveText(/^Não foi possível ler as cidades agora/);
    await expect.poll(() => sentences.join()).toContain('/widgets#SHOPS_NOT_FOUND');
    await near.click();
    await page.unroute('**/places*.json');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    // For what was typed and for what is near, whichever of the two was asked for last.
    await expect(cards).toHaveCount(1);
    await expect(said).toContainText('Da mais perto à mais longe');
    await expect(field).toBeFocused();
  });
  await test.step('a lost script of the search is asked for again, by another address', async () => {
    // Always: a browser may remember that this address failed.
    await page.route('**/shop-finder.js', (route) => route.abort());
    await page.reload();
    await page.getByRole('searchbox', { name: 'Buscar por loja ou cidade' }).fill('joinville');
    await expect(said).toHaveText('Não foi possível buscar agora.');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(said).toContainText('encontrada');
  });
  await test.step('search where the page stops what is typed', async () => {
    await page.evaluate(() =>
      window.addEventListener('input', (event) => event.stopImmediatePropagation(), true),
    );
    const field = page.getByRole('searchbox', { name: 'Buscar por loja ou cidade' });
    await field.press('ControlOrMeta+a');
    await field.pressSequentially('manaus');
    await expect(said).toHaveText('Nada encontrado para “manaus”. Tente outra cidade.');
  });
});

test('the element shows its children without its script or its shops', async ({
  browser,
  host,
  site,
}) => {
  const children = '<a href="/lojas">Ver as lojas</a>';
  const unknown = `<promo-where-to-buy campaign="77">${children}</promo-where-to-buy>`;
  const address = host.publish({ html: shopPage(site, unknown) });
  const link = (page: Page) => page.getByRole('link', { name: 'Ver as lojas' });

  await test.step('a campaign that is not there', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      addEventListener('promo:error', ({ target, detail }) => {
        if (target instanceof Element) target.setAttribute('data-event', JSON.stringify(detail));
      });
    });
    await page.goto(address);
    await expect(page.locator('[data-event*="SHOPS_NOT_FOUND"]')).toBeVisible();
    await expect(link(page)).toBeVisible();
    await page.close();
  });
  await test.step('a page whose form hides what drawing needs', async () => {
    const page = await browser.newPage();
    const said = page.waitForEvent('console', (message) => message.type() === 'warning');
    const body = `<form name="createElementNS"></form>
      <promo-where-to-buy campaign="19">${children}</promo-where-to-buy>
      <promo-where-to-buy campaign="19"></promo-where-to-buy>`;
    await openShop(page, { host, site, body });
    expect((await said).text()).toMatch(/createElementNS.*#WIDGET_FAILED$/);
    await expect(link(page)).toBeVisible();
    await expect(page.getByText('Não foi possível mostrar as lojas aqui.')).toHaveCount(1);
    const siteLink = page.getByRole('link', { name: 'Ir para o site da promoção' });
    await expect(siteLink).toHaveAttribute('href', site.url);
    await page.close();
  });
  await test.step('no JavaScript', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(address);
    await expect(link(page)).toBeVisible();
    await page.close();
  });
  await test.step('a blocked script, then a slow one', async () => {
    const page = await browser.newPage();
    await page.route('**/widgets/**', (route) => route.abort());
    await page.goto(address);
    await expect(link(page)).toBeVisible();
    const release = Promise.withResolvers<void>();
    await page.unroute('**/widgets/**');
    await page.route('**/v1/*.js', (route) => release.promise.then(() => route.continue()));
    await page.goto(host.publish({ html: shopPage(site, ownList) }), {
      waitUntil: 'domcontentloaded',
    });
    await expect(page.getByRole('link', { name: 'Mercado Um' })).toBeVisible();
    release.resolve();
    await expect(page.getByRole('link', { name: 'Ver ofertas: Mercado Um' })).toBeVisible();
    await page.close();
  });
});

test('the cards do not widen a column that is as wide as its content', async ({
  page,
  host,
  site,
}) => {
  const element = '<promo-where-to-buy campaign="19"></promo-where-to-buy>';
  const column = 'display: flex; flex-direction: column; align-items: center';
  const body = `<div style="${column}">${element}</div>
    <table><tr><td>${element}</td></tr></table>`;
  await openShop(page, { host, site, body });
  await expect(carousels(page)).toHaveCount(2);
  expect(await sidewaysScroll(page)).toBe(0);
});

test('the page’s own list replaces the campaign’s, in the page’s colours', async ({
  page,
  host,
  site,
}) => {
  const manners = await watchManners(page, [host.origin, site.url]);
  await openShop(page, { host, site, body: ownList });
  await expect(carousels(page).getByRole('listitem')).toHaveCount(2);
  for (const name of ['Mercado Um', 'Mercado Dois']) {
    await expect(page.getByRole('link', { name: `Ver ofertas: ${name}` })).toBeVisible();
  }
  await expect(carousels(page)).toHaveCSS('scrollbar-color', 'rgb(120, 0, 60) rgba(0, 0, 0, 0)');
  await manners.expectGood();
});

test('an added element is drawn in a separate task, after the page’s own work', async ({
  page,
  host,
  site,
}) => {
  await openShop(page, { host, site, body: ownList });
  await expect(carousels(page)).toHaveCount(1);
  const drawn = await page.evaluate(async () => {
    const element = document.createElement('promo-where-to-buy');
    element.setAttribute('campaign', '19');
    document.body.append(element);
    for (let turn = 0; turn < 50; turn += 1) await null;
    return element.shadowRoot !== null;
  });
  expect(drawn).toBe(false);
  await expect(carousels(page)).toHaveCount(2);
});

test('an element added and removed fifty times leaves nothing behind', async ({
  page,
  host,
  site,
}) => {
  await page.goto(host.publish({ html: shopPage(site, '<main></main>', ['where-to-buy']) }));
  // One carousel has some 80 nodes and 5 listeners.
  await expectNothingLeft(page, () => mountTimes(page, 50));
});

/** Puts a carousel in and out so many times. */
function mountTimes(page: Page, times: number): Promise<void> {
  return page.evaluate(async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const element = document.createElement('promo-where-to-buy');
      element.setAttribute('campaign', '19');
      const ready = new Promise((resolve) => element.addEventListener('promo:ready', resolve));
      document.querySelector('main')?.append(element);
      await ready;
      element.remove();
    }
  }, times);
}

const ownList = `
  <style>promo-where-to-buy { --promo-strong: rgb(120, 0, 60) }</style>
  <promo-where-to-buy><ul>
    <li><a href="https://um.example/">Mercado Um</a></li>
    <li><a href="https://dois.example/"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="Mercado Dois"></a></li>
    <li><a href="javascript:alert(1)">Mercado Três</a></li>
  </ul></promo-where-to-buy>`;
