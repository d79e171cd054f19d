import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoFault } from './page-checks.ts';

test.use({ siteName: 'everything' });

const button = { name: /^Conversar pelo WhatsApp/ };

test('the bot button floats beside the content of wide screens, and covers nothing elsewhere', async ({
  page,
}) => {
  const link = page.getByRole('link', button);
  const isInView = () => link.evaluate(inView);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/transparencia');
  expect(await isInView()).toBe(false);
  await page.getByRole('button', { name: 'Aceitar' }).click();
  expect(await isInView()).toBe(true);
  const [beside, end] = await Promise.all([
    link.evaluate((element) => element.getBoundingClientRect().left),
    page.locator('main .page').evaluate((element) => element.getBoundingClientRect().right),
  ]);
  expect(beside).toBeGreaterThanOrEqual(end);
  await expectNoFault(page);

  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 });
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    expect(await isInView(), String(width)).toBe(false);
    await link.scrollIntoViewIfNeeded();
    const [foot, bar] = await Promise.all([
      edge(link, 'bottom'),
      edge(page.getByRole('contentinfo'), 'top'),
    ]);
    expect(foot).toBeLessThan(bar);
  }
  // A page that is one field of rays has it on the rays, which show through the footer's smile.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/nada');
  const [field, bar, top, action] = await Promise.all([
    edge(page.getByRole('main'), 'bottom'),
    edge(page.getByRole('contentinfo'), 'top'),
    edge(link, 'top'),
    edge(page.getByRole('link', { name: 'Ir para o início' }), 'bottom'),
  ]);
  expect(field - bar).toBeCloseTo(32, 0);
  expect(top).toBeGreaterThan(action);
  await page.locator('summary', { has: page.locator('.menu-lines') }).click();
  await expect(page.getByRole('link', { name: 'WhatsApp', exact: true })).toBeVisible();

  await page.emulateMedia({ forcedColors: 'active' });
  const drawn = await link.evaluate((element) => {
    const path = element.querySelector('path');
    return [path && getComputedStyle(path).stroke, getComputedStyle(element).backgroundColor];
  });
  expect(drawn[0]).not.toBe(drawn[1]);
});

function inView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

async function edge(locator: Locator, side: 'top' | 'bottom'): Promise<number> {
  return locator.evaluate((element, name) => element.getBoundingClientRect()[name], side);
}
