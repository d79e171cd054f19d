import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const widths = [320, 768, 1280];

/** No sideways scroll at any width, and no fault that axe finds. */
export async function holds(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sidewaysScroll(page), `${page.url()} at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoFault(page);
}

/** axe finds no fault in what the page shows, by WCAG 2.2 AA and its best practices. */
export async function expectNoFault(page: Page): Promise<void> {
  await page.evaluate(movementsEnd);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`),
    page.url(),
  ).toEqual([]);
}

/** What is half faded in has the contrast of neither state; what turns for ever is not waited for. */
async function movementsEnd(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => {
    return effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  });
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Pixels by which a page is wider than its window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
