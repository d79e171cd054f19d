import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { embeddedCampaign } from '../../src/campaign/embedded.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { todayInSaoPaulo } from '../../src/rules/dates.ts';
import { registerAt, type ServedConsumer, sendApproved } from '../support/browser-consumer.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { ServedSite } from '../support/served-site.ts';
import { expect, keepSession, openedOnce, test } from './fixtures.ts';
import { serveTestSite } from './served-sites.ts';

/** Registers somebody who earns points with an approved receipt; R$ 5,00 are one. */
export async function newCollector(site: ServedSite, points: number): Promise<ServedConsumer> {
  const collector = await registerAt(site);
  if (points > 0) await sendApproved(site, collector, { totalAmount: points * 5 });
  return collector;
}

/** Opens the page of prizes as a signed-in user. */
export async function openPrizes(page: Page, consumer: ServedConsumer): Promise<void> {
  await keepSession(page, consumer);
  await page.goto('/resgatar');
  await expect(footerOf(page)).toBeVisible();
}

/** What stays in sight below the prizes: points, messages, Resgatar. */
export function footerOf(page: Page) {
  return page.getByRole('region', { name: 'Seu resgate' });
}

/** Tests on the site with everything, before a gateway whose campaign its administrator changed. */
export function testOn(change: (snapshot: CampaignSnapshot) => CampaignSnapshot) {
  const openChanged = openedOnce(async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'campaign.json');
    await writeFile(file, JSON.stringify(change(everything())));
    const site = await serveTestSite('everything', { variables: { CAMPAIGN_FILE: file } });
    await folder.remove();
    return site;
  });
  return test.extend({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture uses.
    site: async ({}, use) => use(await openChanged()),
  });
}

function everything(): CampaignSnapshot {
  const today = todayInSaoPaulo(new Date());
  return embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today });
}
