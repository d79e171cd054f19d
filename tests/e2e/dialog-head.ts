import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, type Locator } from '@playwright/test';

/** On a common phone the whole first step is in view, and the figure gives large text its room. */
export async function expectHeadToFitPhone(dialog: Locator): Promise<void> {
  const page = dialog.page();
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(dialog.getByText('Faltam 3 campos')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await dialog.evaluate(figureWidths)).toEqual({ before: 72, underLargeText: 0 });
  await page.setViewportSize(before);
}

/** Title and close button stay in view, and hide neither a field nor what has the focus. */
export async function expectHeadToHideNothing(dialog: Locator): Promise<void> {
  const page = dialog.page();
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await dialog.evaluate(shownThroughHead)).toEqual([]);
  for (let step = 0; step < 16; step += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await dialog.evaluate(isFocusHidden)).toBe(false);
  }
  await page.setViewportSize(before);
}

/** The cross of the close button has another colour than its ground. */
export async function expectCrossInForcedColours(dialog: Locator): Promise<void> {
  const page = dialog.page();
  await page.emulateMedia({ forcedColors: 'active' });
  const cross = dialog.getByRole('button', { name: 'Fechar' });
  await expect(async () => {
    const picture = await loadImage(await cross.screenshot());
    const context = createCanvas(picture.width, picture.height).getContext('2d');
    context.drawImage(picture, 0, 0);
    const colourAt = (x: number, y: number) =>
      context.getImageData(x * picture.width, y * picture.height, 1, 1).data.join();
    expect(colourAt(0.5, 0.5)).not.toBe(colourAt(0.5, 0.2));
  }).toPass({ timeout: 5_000 });
  await page.emulateMedia({ forcedColors: null });
}

/** The figure beside the title; under large text the title has its room. */
function figureWidths(dialog: Element): Record<string, number> {
  const figure = dialog.querySelector('.dialog-head > img');
  const width = () => Math.round(figure?.getBoundingClientRect().width ?? -1);
  const before = width();
  document.documentElement.style.fontSize = '200%';
  const underLargeText = width();
  document.documentElement.style.fontSize = '';
  return { before, underLargeText };
}

/** Scrolls through a dialog; what shows at the corners of its cross, beside the field under its title. */
function shownThroughHead(dialog: Element): string[] {
  const title = dialog.querySelector('h2');
  const cross = dialog.querySelector('[aria-label="Fechar"]');
  const shown: string[] = [];
  for (let top = 0; top < dialog.scrollHeight; top += 40) {
    dialog.scrollTo({ top, behavior: 'instant' });
    const { left, right, top: above, bottom } = cross?.getBoundingClientRect() ?? new DOMRect();
    for (const [x, y] of [
      [left + 1, above + 1],
      [left + 1, bottom - 1],
      [right - 1, bottom - 1],
    ] as const) {
      const front = document.elementFromPoint(x, y);
      const isHead = front !== dialog && front?.contains(title);
      if (!isHead && front !== cross && front !== title) shown.push(`${top}: ${front?.className}`);
    }
  }
  return shown;
}

function isFocusHidden(dialog: Element): boolean {
  const focused = document.activeElement;
  const { x, y, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
  const front = document.elementFromPoint(x + width / 2, y + height / 2);
  const head = dialog.querySelector('h2')?.parentElement ?? null;
  return (
    front !== null && head !== dialog && head?.contains(front) === true && !head.contains(focused)
  );
}
