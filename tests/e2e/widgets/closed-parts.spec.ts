import { expect, test } from '../fixtures.ts';
import { openShop } from './host-pages.ts';

test('a widget in a closed part of its page is neither seen nor pressed, and comes with it', async ({
  page,
  host,
  site,
}) => {
  const widgets = `<promo-login campaign="19"></promo-login>
    <promo-sign-up campaign="19" isolation="page"></promo-sign-up>
    <promo-where-to-buy campaign="19"></promo-where-to-buy>`;
  const body = `<div style="visibility: hidden; pointer-events: none">${widgets}</div>`;
  await openShop(page, { host, site, body });
  for (const selector of [
    'promo-login iframe',
    'promo-sign-up #cadastro input >> nth=0',
    'promo-where-to-buy a[href*="gralha"]',
  ]) {
    const part = page.locator(selector);
    await expect(part).toHaveCSS('visibility', 'hidden');
    await expect(part).toHaveCSS('pointer-events', 'none');
  }
  await page
    .locator('div')
    .first()
    .evaluate((element) => element.removeAttribute('style'));
  await page.getByLabel('CPF').click();
  await expect(page.getByLabel('CPF')).toBeFocused();
  await expect(page.locator('promo-login iframe')).toHaveCSS('pointer-events', 'auto');
  await expect(page.getByRole('link', { name: 'Ver ofertas: Super Gralha' })).toBeVisible();
});
