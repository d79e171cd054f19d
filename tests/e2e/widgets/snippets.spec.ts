import { guests, hostPage } from '../../bench/browser/host-page.ts';
import { expect, test } from '../fixtures.ts';

/** Pixels: fonts of other machines. */
const tolerance = 8;

test('the page below a snippet does not move on a phone when the widget loads', async ({
  page,
  host,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    addEventListener('promo:ready', ({ target }) => {
      if (target instanceof Element) target.setAttribute('data-ready', '');
    });
  });
  const end = async () => (await page.getByText('Rodapé').boundingBox())?.y ?? 0;
  // What a frame reserves for its form is compared where each form's frame is opened.
  for (const guest of guests.filter(({ remains, isolation }) => remains || isolation)) {
    await test.step(`${guest.widget} ${guest.isolation ?? ''}`, async () => {
      const release = Promise.withResolvers<void>();
      await page.route('**/widgets/v1/**', (route) => release.promise.then(() => route.continue()));
      await page.goto(host.publish({ html: hostPage(site.url, guest) }), { waitUntil: 'commit' });
      const before = await end();
      release.resolve();
      await expect(page.locator('[data-ready]')).toBeAttached();
      // All that the page and its frames show is there: styles, pictures, letters.
      await page.waitForLoadState();
      for (const frame of page.frames()) await frame.evaluate(() => document.fonts.ready);
      expect(Math.abs((await end()) - before)).toBeLessThanOrEqual(tolerance);
      await page.unroute('**/widgets/v1/**');
    });
  }
});
