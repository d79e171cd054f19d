import type { Page } from '@playwright/test';
import { registerAt, type ServedConsumer, sendApprovedTo } from '../support/site-actions.ts';
import type { ServedSite } from '../support/site-process.ts';
import { expect, storeSession } from './fixtures.ts';

/** Registers a person who earns points with an approved receipt, one per R$ 5,00. */
export async function newCollector(site: ServedSite, points: number): Promise<ServedConsumer> {
  const collector = await registerAt(site);
  if (points > 0) await sendApprovedTo(site, collector, { totalAmount: points * 5 });
  return collector;
}

/** Opens the page of prizes as a signed-in user. */
export async function openPrizes(page: Page, consumer: ServedConsumer): Promise<void> {
  await storeSession(page, consumer);
  await page.goto('/resgatar');
  await expect(page.getByRole('list').filter({ hasText: 'Cesta Sorriso' })).toBeVisible();
}

/** What stays in sight below the prizes: points, messages, Resgatar. */
export function footerOf(page: Page) {
  return page.getByRole('region', { name: 'Seu resgate' });
}
