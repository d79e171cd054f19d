import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import {
  $seriesExhausted,
  loadSeries,
} from '../../../../src/features/receipts/receipt-details.store.ts';
import { dayInSaoPaulo } from '../../../../src/rules/dates.ts';
import { startFastTime, stopFastTime } from '../../../support/fast-time.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { openGateway, type TestGateway } from '../../../support/gateway.ts';
import { sendFullReceipt, signUpWithAllFields } from '../../../support/gateway-actions.ts';
import { openHost } from '../../../support/site-environment.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: TestGateway;

/** A draw of two numbers. */
beforeAll(async () => {
  folder = await temporaryFolder();
  const today = dayInSaoPaulo(new Date());
  const options = { window: 'live', variant: 'all', tenantId: 'embedded', today } as const;
  const { campaign, ...rest } = embeddedCampaign(options);
  const engines = campaign.engines.map((engine) => ({
    ...engine,
    details: { ...engine.details, seriesQty: 1, numbersPerSeries: 2 },
  }));
  const campaignFile = join(folder.path, 'campaign.json');
  await writeFile(campaignFile, JSON.stringify({ ...rest, campaign: { ...campaign, engines } }));
  site = await openGateway({ variant: 'all', settings: { campaignFile } });
});
afterAll(async () => {
  await site.close();
  await folder.remove();
});

beforeEach(() => {
  startFastTime('setTimeout', 'clearTimeout');
  $seriesExhausted.set(false);
});
afterEach(stopFastTime);

test('a draw that has given out its last number is known before the next receipt', async () => {
  const ana = await signUpWithAllFields(site);
  const host = openHost(site);
  await sendFullReceipt(site, ana);
  await loadSeries();
  expect($seriesExhausted.get()).toBe(false);
  await sendFullReceipt(site, ana);
  await site.publishLog();
  await loadSeries();
  expect($seriesExhausted.get()).toBe(true);
  const { engineOrders } = await sendFullReceipt(site, ana);
  expect(engineOrders[0]).toMatchObject({
    status: 'NOT_ELIGIBLE',
    events: [{ message: 'As séries de números da sorte se esgotaram.' }],
  });
  expect(host.reported).toEqual([]);
});

test('receipts can be sent even if the series cannot be loaded', async () => {
  const host = openHost(site);
  host.interruptions.push('no connection', 'no connection', 'no connection');
  await loadSeries();
  expect($seriesExhausted.get()).toBe(false);
  expect(host.reported).toHaveLength(1);
});
