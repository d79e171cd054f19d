import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';

const widths = [320, 768, 1280];

/** No sideways scroll at any width, and no fault that axe finds. */
export async function expectNoFaultAtAnyWidth(page: Page): Promise<void> {
  await expectToFitAnyWidth(page);
  await expectNoFault(page);
}

/** No sideways scroll at any width. */
export async function expectToFitAnyWidth(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sidewaysScroll(page), `${page.url()} at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

export function enlargeText(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

/** What of axe runs: WCAG 2.2 AA and its best practices. */
const scan: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** axe finds no fault in what the page shows. */
export async function expectNoFault(page: Page): Promise<void> {
  expect(await findFaults(page), page.url()).toEqual([]);
}

/** The rules that what the page shows breaks, each with the elements that do. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(movementsEnd);
  const hasFrames = page.frames().length > 1;
  return hasFrames ? faultsWithFrames(page) : faultsOf(page);
}

/** Less than half as long as the source that the package gives, which each page has to parse. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Without the adapter, which sends axe to the page for every scan and opens a second page to sum up. */
async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  const violations = await page.evaluate(
    async (options) => (await (Reflect.get(window, 'axe') as typeof axe).run(options)).violations,
    scan,
  );
  return violations.map(described);
}

/** Frames may be of another origin, which only the adapter reaches. */
async function faultsWithFrames(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page, axeSource: axeScript })
    .options(scan)
    .analyze();
  return violations.map(described);
}

function described({ id, nodes }: Result): string {
  return `${id}: ${nodes.map((node) => node.target).join(', ')}`;
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
