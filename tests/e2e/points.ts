import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { embeddedCampaign } from '../../src/campaign/embedded.ts';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import { getCampaign } from '../../src/contract/campaign.ts';
import { createConsumer } from '../../src/contract/consumer.ts';
import { type Access, type Endpoint, pathOf } from '../../src/contract/endpoint.ts';
import { redeem } from '../../src/contract/points.ts';
import { createReceipt } from '../../src/contract/receipts.ts';
import { todayInSaoPaulo } from '../../src/rules/dates.ts';
import { parameter } from '../../src/rules/parameters.ts';
import { temporaryFolder } from '../support/folder.ts';
import { receiptBody } from '../support/receipt-body.ts';
import type { ServedSite } from '../support/served-site.ts';
import { validSignUp } from '../support/sign-up.ts';
import { expect, serveTestSite, signIn, test } from './fixtures.ts';

/** Somebody registered without the page, to prepare what a test is not about. */
export interface Collector {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** Registers somebody who earns points with an approved receipt; R$ 5,00 are one. */
export async function newCollector(site: ServedSite, points: number): Promise<Collector> {
  const campaign = await call(site, getCampaign);
  const person = validSignUp({ campaign });
  await call(site, createConsumer, { body: person });
  const { email, password, document } = person;
  const token = await tokenOf(site, { email, password }, parameter(campaign, 'TENANT_ID'));
  if (points > 0) {
    const body = receiptBody({ consumer: { document } }, new Date(), { totalAmount: points * 5 });
    const { id } = await call(site, createReceipt, { token, body });
    await site.operator('receipts', 'move', id, 'APPROVED');
  }
  return { email, password, token };
}

/** Redeems one prize without the page. */
export function redeemElsewhere(site: ServedSite, { token }: Collector, prizeId: number) {
  return call(site, redeem, { token, body: { items: [{ prizeId, quantity: 1 }] } });
}

/** Signs somebody in on the page, and opens the prizes. */
export async function openPrizes(page: Page, person: Collector): Promise<void> {
  await signIn(page, person);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/resgatar');
  await expect(footerOf(page)).toBeVisible();
}

/** What stays in sight below the prizes: points, messages, Resgatar. */
export function footerOf(page: Page) {
  return page.getByRole('region', { name: 'Seu resgate' });
}

/** Tests on the site with everything, before a gateway whose campaign its administrator changed. */
export function testOn(change: (snapshot: CampaignSnapshot) => CampaignSnapshot) {
  return test.extend<object, { site: ServedSite }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for here.
      async ({}, use) => {
        const folder = await temporaryFolder();
        const file = join(folder.path, 'campaign.json');
        await writeFile(file, JSON.stringify(change(everything())));
        const site = await serveTestSite('everything', { variables: { CAMPAIGN_FILE: file } });
        await use(site);
        await site.kill();
        await folder.remove();
      },
      { scope: 'worker' },
    ],
  });
}

function everything(): CampaignSnapshot {
  const today = todayInSaoPaulo(new Date());
  return embeddedCampaign({ variant: 'all', window: 'live', tenantId: 'embedded', today });
}

async function call<Body, Answer, Who extends Access>(
  { url }: ServedSite,
  { method, path, answer }: Endpoint<Body, Answer, Who>,
  { body, token }: { body?: NoInfer<Body>; token?: string } = {},
): Promise<Answer> {
  const response = await fetch(url + pathOf(path, { campaignId: 19 }), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return answer.create(await response.json());
}

async function tokenOf(
  { url }: ServedSite,
  person: { email: string; password: string },
  tenantId: string | null,
): Promise<string> {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x';
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, returnSecureToken: true, tenantId }),
  });
  const { idToken } = await response.json();
  if (typeof idToken !== 'string') throw new Error(`Sign-in was refused (${response.status})`);
  return idToken;
}
