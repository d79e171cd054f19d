import type { Page } from '@playwright/test';
import { expect, homeBlock, test } from './fixtures.ts';
import { newCollector, openPrizes } from './prize-page.ts';

test.use({ siteName: 'everything' });

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });

test('the cookie banner asks once in 31 days, and only to accept, and leaves the sign-up button in view', async ({
  page,
  context,
}) => {
  await page.goto('/faq');
  await expect(banner(page).getByRole('button')).toHaveText(['Aceitar']);
  await page.emulateMedia({ media: 'print' });
  await expect(banner(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/');
  for (const name of ['Pular para o conteúdo', 'Saiba mais']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('banner').getByRole('link').first()).toBeFocused();
  const [cookie] = await context.cookies();
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect([cookie?.name, Math.round(days)]).toEqual(['promo_consent', 31]);
  await page.goto('/faq');
  await expect(banner(page)).toBeHidden();
  await page.goto('/privacidade');
  await page.getByRole('link', { name: 'Retirar o aceite' }).click();
  await expect(banner(page)).toBeVisible();
  await test.step('the first screen of a phone shows the sign-up button, with the banner or without', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/');
    await expect(banner(page)).toBeVisible();
    const join = homeBlock(page, 'hero').getByRole('link', { name: 'Cadastre-se' });
    await expect(join).toBeInViewport({ ratio: 1 });
    const before = await join.boundingBox();
    await banner(page).getByRole('button', { name: 'Aceitar' }).click();
    await expect(join).toBeInViewport({ ratio: 1 });
    const moved = ((await join.boundingBox())?.y ?? 0) - (before?.y ?? 0);
    expect(Math.abs(moved)).toBeLessThan(16);
    await page.setViewportSize({ width: 360, height: 560 });
    await expect(join).toBeInViewport({ ratio: 1 });
    await page.context().clearCookies();
    await page.reload();
    await expect(banner(page)).toBeVisible();
    await expect(join).toBeInViewport({ ratio: 1 });
  });
});

test('the cookie banner covers no control, wherever the page is scrolled', async ({
  page,
  site,
}) => {
  // Pages of text are made of what the home page has; the others have bars of their own.
  await page.goto('/');
  await expectNothingCovered(page, windows);
  for (const path of ['/cadastro', '/simulador']) {
    await page.goto(path);
    await expectNothingCovered(page);
  }
  await page.goto('/quadro/cadastro/');
  await expect(banner(page)).toHaveCount(0);
  await openPrizes(page, await newCollector(site, 10));
  await expectNothingCovered(page);
  await page.goto('/nova-nota');
  await expectNothingCovered(page);
});

type Window = readonly [width: number, height: number];

/** The smallest phone, upright and on its side: the banner leaves the least room there. */
const smallest: readonly Window[] = [
  [320, 568],
  [740, 360],
];
const windows: readonly Window[] = [...smallest, [360, 560], [360, 640], [768, 1024], [1280, 800]];

/** In windows of several sizes, with text as it is and twice as large. */
async function expectNothingCovered(page: Page, sizes = smallest): Promise<void> {
  await expect(banner(page)).toBeVisible();
  for (const fontSize of ['', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const { seen, covered } = await page.evaluate(controlsUnderBanner);
      const where = `${page.url()}, ${width} × ${height}, text ${fontSize || '100%'}`;
      expect(covered, where).toEqual([]);
      expect(seen, where).toBeGreaterThan(3);
    }
  }
}

/** Scrolls through the page; the controls whose centre the banner lies over, and how many were in view. */
function controlsUnderBanner(): { seen: number; covered: string[] } {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  );
  const seen = new Set<Element>();
  const covered = new Set<string>();
  const end = document.documentElement.scrollHeight;
  for (let top = 0; top < end; top += innerHeight / 2) {
    scrollTo({ top, behavior: 'instant' });
    const box = document.querySelector('.cookie-banner')?.getBoundingClientRect();
    for (const control of controls) {
      const { x, y, width, height } = control.getBoundingClientRect();
      const [left, up] = [x + width / 2, y + height / 2];
      const isSeen = width > 0 && left >= 0 && left < innerWidth && up >= 0 && up < innerHeight;
      if (!isSeen) continue;
      seen.add(control);
      // To ask what is in front costs most, and elsewhere it is not the banner.
      if (!box || left < box.left || left > box.right || up < box.top || up > box.bottom) continue;
      const over = document.elementFromPoint(left, up)?.closest('.cookie-banner');
      if (over && !over.contains(control)) covered.add(control.outerHTML.slice(0, 120));
    }
  }
  scrollTo({ top: 0, behavior: 'instant' });
  return { seen: seen.size, covered: [...covered] };
}
