import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
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
  iframes: false,
};

/** axe finds no fault in what the page shows. */
export async function expectNoFault(page: Page): Promise<void> {
  expect(await findFaults(page), page.url()).toEqual([]);
}

/** The rules that what the page and its frames show breaks, each with the elements that do. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(movementsEnd);
  const faults: string[] = [];
  for (const frame of page.frames()) faults.push(...(await faultsOf(frame)));
  return faults;
}

/** Less than half as long as the source that the package gives, which each page has to parse. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Goes into each frame itself: axe's adapter sends it to all for every scan, and opens a second page to
 * sum up. Of an open dialog only the dialog is looked at: journeys to the page below it scan the page.
 */
async function faultsOf(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript);
  const violations = await frame.evaluate(async (options) => {
    const shown = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    const { run } = Reflect.get(window, 'axe') as typeof axe;
    return (await run(shown, options)).violations;
  }, scan);
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
