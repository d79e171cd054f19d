import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { sidewaysScroll } from '../page-checks.ts';
import { openShop, shopPage } from './host-pages.ts';
import { watchManners } from './page-traces.ts';

// Most people see the carousel move.
test.use({ reducedMotion: 'no-preference' });

const shops = 12;
const carousels = (page: Page) => page.getByRole('list', { name: 'Onde comprar' });

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
    await expect(said).toContainText('Por distância');
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
    await expect(said).toHaveText(
      'Nada encontrado para “manaus”. Tente uma cidade de PR, RS e SC.',
    );
    await expect(carousels(page)).toBeVisible();
  });
});

test('the element’s own content stands until its shops are drawn, and stays where none can be', async ({
  page,
  host,
  site,
}) => {
  const manners = await watchManners(page, [host.origin, site.url]);
  const element = '<promo-where-to-buy campaign="19"></promo-where-to-buy>';
  await test.step('until its script comes, which draws the page’s own list in the page’s colours', async () => {
    const script = Promise.withResolvers<void>();
    await page.route('**/v1/*.js', (route) => script.promise.then(() => route.continue()));
    const column = 'display: flex; flex-direction: column; align-items: center';
    const body = `${ownList}<div style="${column}">${element}</div>
      <table><tr><td>${element}</td></tr></table>`;
    const address = host.publish({ html: shopPage(site, body) });
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('link', { name: 'Mercado Um' })).toBeVisible();
    script.resolve();
    for (const name of ['Mercado Um', 'Mercado Dois']) {
      await expect(page.getByRole('link', { name: `Ver ofertas: ${name}` })).toBeVisible();
    }
    const own = carousels(page).first();
    await expect(own.getByRole('listitem')).toHaveCount(2);
    await expect(own).toHaveCSS('scrollbar-color', 'rgb(120, 0, 60) rgba(0, 0, 0, 0)');
  });
  await test.step('cards do not widen a column that is as wide as its content', async () => {
    await expect(carousels(page)).toHaveCount(3);
    expect(await sidewaysScroll(page)).toBe(0);
  });
  await manners.expectGood();
  await test.step('a page whose form hides what drawing needs', async () => {
    const said = page.waitForEvent('console', (message) => message.type() === 'warning');
    const body = `<form name="createElementNS"></form>
      <promo-where-to-buy campaign="19"><a href="/lojas">Ver as lojas</a></promo-where-to-buy>
      ${element}`;
    await openShop(page, { host, site, body });
    expect((await said).text()).toMatch(/createElementNS.*#WIDGET_FAILED$/);
    await expect(page.getByRole('link', { name: 'Ver as lojas' })).toBeVisible();
    await expect(page.getByText('Não foi possível mostrar as lojas aqui.')).toHaveCount(1);
    const siteLink = page.getByRole('link', { name: 'Ir para o site da promoção' });
    await expect(siteLink).toHaveAttribute('href', site.url);
  });
});

const ownList = `
  <style>promo-where-to-buy { --promo-strong: rgb(120, 0, 60) }</style>
  <promo-where-to-buy><ul>
    <li><a href="https://um.example/">Mercado Um</a></li>
    <li><a href="https://dois.example/"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="Mercado Dois"></a></li>
    <li><a href="javascript:alert(1)">Mercado Três</a></li>
  </ul></promo-where-to-buy>`;
