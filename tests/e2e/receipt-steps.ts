import type { Locator, Page } from '@playwright/test';
import { credentialsKey } from '../../src/storage-keys.ts';
import { expect, receiptFile } from './fixtures.ts';

/** Reads a receipt into the form and answers what it does not say; `seed` makes it another one. */
export async function fillReceipt(page: Page, seed: number) {
  const receipt = await receiptFile('code', seed);
  await readReceipt(page, receipt.file);
  await page.getByLabel('Valor Total').fill('54,90');
  await page.getByRole('radio', { name: 'Sim' }).check();
  return receipt;
}

type ChosenFile = Awaited<ReturnType<typeof receiptFile>>['file'];

/** Chooses a receipt's file, has the device read it, and opens its fields. */
export async function readReceipt(place: Page | Locator, file: ChosenFile): Promise<void> {
  await leaveReadingToDevice('page' in place ? place.page() : place);
  await place.getByLabel('Escolher arquivo').setInputFiles(file);
  await place.getByRole('button', { name: 'ler cupom' }).click();
  await openFields(place);
}

/** That the gateway looks at a picture too, which costs seconds, is part of journeys of their own. */
export function leaveReadingToDevice(page: Page): Promise<unknown> {
  return page.route('**/api/ocr/execute', (route) =>
    route.fulfill({ json: { data: { coupon: null } } }),
  );
}

/** Waits until a receipt was read, and opens its fields where they are folded to one line. */
export async function openFields(place: Page | Locator): Promise<void> {
  await expect(place.getByLabel('Código da Nota')).not.toBeEmpty();
  const progress = place.getByRole('progressbar', { name: 'Procurando o que falta' });
  await expect(progress).toHaveCount(0);
  const correct = place.getByRole('button', { name: 'Corrigir' });
  if (await correct.isVisible()) await correct.click();
}

/** How many receipts the gateway has of the page's signed-in user. */
export async function countSaved(page: Page): Promise<number> {
  return page.evaluate(async (key) => {
    const { token } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch('/api/campaign/19/coupon', { headers });
    return (await answer.json()).length;
  }, credentialsKey);
}
