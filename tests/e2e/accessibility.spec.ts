import type { Page } from '@playwright/test';
import { expect, openReceiptForm, receiptFile, test } from './fixtures.ts';
import {
  enlargeText,
  expectNoFault,
  expectNoFaultAtAnyWidth,
  expectToFitAnyWidth,
  sidewaysScroll,
} from './page-checks.ts';
import { readReceipt } from './receipt-steps.ts';

const publicPages = ['/', '/faq', '/regulamento', '/privacidade', '/em-breve', '/entrar', '/nada'];

/** Journeys of their own look for violations in these, when they are filled. */
const filledPages = ['/transparencia', '/simulador', '/cadastro'];

test('public pages have no accessibility violations and do not scroll sideways, even with text at 200 %', async ({
  page,
}) => {
  for (const path of [...publicPages, ...filledPages]) {
    await page.goto(path);
    await expectToFitAnyWidth(page);
    if (publicPages.includes(path)) await expectNoFault(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await enlargeText(page);
    expect(await sidewaysScroll(page), `${path}, text at 200 %`).toBeLessThanOrEqual(0);
    if (path !== '/') continue;
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(160);
    const picture = page.getByRole('main').locator('.hero-picture');
    expect((await picture.boundingBox())?.width).toBeGreaterThan(100);
  }
});

test('a consumer’s pages have no accessibility violations and fit, even with text at 200 %', async ({
  page,
  site,
}) => {
  await test.step('the form before a file is chosen', async () => {
    await openReceiptForm(page, site);
    await expect(page.getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tirar foto' }), 'on a computer').toBeHidden();
    await expectNoFaultAtAnyWidth(page);
    await isLegibleInTheDark(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await enlargeText(page);
    const banner = page.getByRole('banner');
    await banner.locator('summary').click();
    for (const link of await banner.locator('details').getByRole('link').all()) {
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 0.98 });
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
    expect(await beyondTheirBox(page)).toEqual([]);
    await resetText(page);
  });
  await test.step('the form with what was read', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { file } = await receiptFile('code', 901);
    await readReceipt(page, file);
    await expectNoFaultAtAnyWidth(page);
    await page.getByLabel('Valor Total').fill('54,90');
    await page.getByRole('radio', { name: 'Sim' }).check();
  });
  await test.step('the gift and its result', async () => {
    await page.getByRole('button', { name: 'salvar' }).click();
    const gift = page.getByRole('button', { name: 'Abrir o presente' });
    await expect(gift).toBeVisible();
    await expectNoFaultAtAnyWidth(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await gift.click();
    await expect(page.getByRole('link', { name: 'Mandar no WhatsApp' })).toBeInViewport();
    await expect(page.getByText('Guarde a nota original')).toBeInViewport({ ratio: 1 });
    await isLegibleInTheDark(page);
    await page.getByRole('button', { name: 'Ver os 11' }).click();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await groundOf(page, 'Números da sorte')).not.toBe(await groundOf(page, /^Extras/));
    }
  });
  await test.step('the user’s own pages', async () => {
    for (const path of ['/perfil', '/minhas-notas']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectToFitAnyWidth(page);
      await isLegibleInTheDark(page);
    }
  });
  await test.step('the lucky numbers, enlarged', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await enlargeText(page);
    await expect(page.getByRole('heading', { name: 'Nota 1' })).toBeVisible();
    expect(await beyondTheirBox(page)).toEqual([]);
    await page.getByRole('button', { name: 'Meus números da sorte' }).click();
    const title = page.getByRole('dialog').getByRole('heading', { name: 'Números da sorte' });
    await expect(page.getByRole('link', { name: 'Mandar no WhatsApp' })).toBeVisible();
    // Two lines of whole words, and not a column of letters beside the cross.
    expect((await title.boundingBox())?.height).toBeLessThan(160);
    expect(await beyondTheirBox(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });
});

function resetText(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
}

/** The colour of the first ticket of a list. */
function groundOf(page: Page, list: string | RegExp): Promise<string> {
  const ticket = page.getByRole('list', { name: list }).getByRole('listitem').first();
  return ticket.evaluate((element) => getComputedStyle(element).backgroundColor);
}

/** The same page for people whose device is dark. */
async function isLegibleInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(Math.max(...(ground.match(/\d+/g) ?? []).map(Number))).toBeLessThan(64);
  await expectNoFault(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Buttons and texts of the page and its dialogs that reach further right than what holds them. */
function beyondTheirBox(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const right = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
    return [
      ...document.querySelectorAll(
        ':is(main, dialog[open]) :is(button, a.button, dl, dt, dd, h1, h2, p)',
      ),
    ]
      .filter(
        (one) => right(one) > right(one.parentElement) + 1 || one.scrollWidth > one.clientWidth + 1,
      )
      .filter((one) => one.checkVisibility() && one.clientWidth > 1)
      .map((one) => one.textContent ?? '');
  });
}
