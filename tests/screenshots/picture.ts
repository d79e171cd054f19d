import type { Locator, Page } from '@playwright/test';

/** Pixels. Chromium draws no picture that is taller. */
const tallest = 16_000;

interface Picture {
  part: Locator | null;
  isWhole: boolean;
  path: string;
}

/** Takes the picture of a part, else of the whole page, or the dialog over it; else of the window. */
export async function takePicture(page: Page, { part, isWhole, path }: Picture): Promise<void> {
  const still = { path, animations: 'disabled' } as const;
  if (!isWhole) {
    // Below what stays in view.
    await part?.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    await page.screenshot(still);
  } else if (!part && (await fitDialog(page))) {
    await page.screenshot(still);
  } else {
    if (page.frames().length > 1) await growWindow(page);
    // The page is at its top, so that what stays in view covers nothing else.
    const { x, y, width, height } = (await part?.boundingBox()) ?? (await page.evaluate(wholePage));
    const clip = { x, y, width, height: Math.min(height, tallest) };
    await page.screenshot({ ...still, fullPage: true, clip });
  }
}

function wholePage(): { x: number; y: number; width: number; height: number } {
  const { clientWidth, scrollHeight } = document.documentElement;
  return { x: 0, y: 0, width: clientWidth, height: scrollHeight };
}

/** What of a frame is out of the window may not be drawn. */
async function growWindow(page: Page): Promise<void> {
  const { width, height } = await page.evaluate(wholePage);
  await page.setViewportSize({ width, height: Math.min(height, 6_000) });
}

/** Makes the window as tall as the dialog that is open takes. @returns whether there is one */
async function fitDialog(page: Page): Promise<boolean> {
  for (;;) {
    const hidden = await page.evaluate(hiddenPartOfDialog);
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    if (hidden === null || hidden === 0 || height > 4_000) return hidden !== null;
    await page.setViewportSize({ width, height: height + hidden + 16 });
  }
}

/** How many pixels of the topmost dialog have to be scrolled to; null without one. */
function hiddenPartOfDialog(): number | null {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (!dialog) return null;
  const scrolling = [dialog, ...dialog.querySelectorAll('*')].filter((part) =>
    /auto|scroll/.test(getComputedStyle(part).overflowY),
  );
  return Math.max(
    0,
    ...scrolling.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  );
}

/** Scripts have run, and what loads when it comes near has come. */
export async function settle(page: Page, isWhole: boolean): Promise<void> {
  await goes(page.locator('astro-island[ssr]:is([client=load], [client=idle])'));
  if (isWhole) {
    await page.evaluate(drawAll);
    await page.evaluate(scrollThrough);
  }
  await goes(page.getByText('Carregando…').and(page.locator('.loading')));
  await page.evaluate(picturesCome, isWhole);
}

/** Receipts that are out of the window would be blank in a picture of the whole page. */
function drawAll(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important; }');
  document.adoptedStyleSheets.push(sheet);
}

/** Without a network, or while a call is held up, it may stay for ever. */
function goes(passing: Locator): Promise<void> {
  return passing
    .first()
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => {});
}

/** What stands behind a dialog stays where it is. */
async function scrollThrough(): Promise<void> {
  if (document.querySelector('dialog:modal')) return;
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
  }
  scrollTo({ top: 0, behavior: 'instant' });
}

async function picturesCome(isWhole: boolean): Promise<void> {
  await document.fonts.ready;
  const late = new Promise((resolve) => setTimeout(resolve, 3_000));
  // Images at the side of the window would never come near.
  if (isWhole) for (const image of document.images) image.loading = 'eager';
  const coming = [...document.images].filter((image) => {
    return !image.complete && image.loading !== 'lazy' && image.checkVisibility();
  });
  const ends = coming.map(
    (image) => new Promise((end) => Object.assign(image, { onload: end, onerror: end })),
  );
  await Promise.race([late, Promise.all(ends)]);
}
