import type { BrowserContext } from '@playwright/test';
import { buildSite } from '../../../src/commands/build.ts';
import { getCampaignEndpoint } from '../../../src/contract/campaign.ts';
import { parameter } from '../../../src/rules/campaign/parameters.ts';
import { credentialsKey } from '../../../src/storage-keys.ts';
import makeEmptyDatabase from '../../support/empty-database.ts';
import { callSite, type ServedConsumer } from '../../support/site-actions.ts';
import { type ServedSite, serveSite } from '../../support/site-process.ts';

/** The site in `dist/` and its gateway. */
export async function serveDelivered(variables: Record<string, string> = {}): Promise<ServedSite> {
  await makeEmptyDatabase();
  return serveSite({ variables, quiet: true });
}

/** The campaign with points, cashback and every setting on, built for this. */
export async function serveEverything(): Promise<ServedSite> {
  const variables = { CAMPAIGN_VARIANT: 'all' };
  const folder = 'test-results/sites/measured';
  await buildSite(folder, { variables });
  await makeEmptyDatabase();
  return serveSite({ variables: { ...variables, SITE_DIR: folder }, quiet: true });
}

/** Puts a user's session into a browser before any page is open. */
export async function signedIn(
  site: ServedSite,
  { token }: ServedConsumer,
): Promise<(context: BrowserContext) => Promise<void>> {
  const tenantId = parameter(await callSite(site, getCampaignEndpoint), 'TENANT_ID') ?? '';
  const expiresAt = Date.now() + 3_000_000;
  const kept = JSON.stringify({ version: 1, token, expiresAt, tenantId });
  const { origin } = new URL(site.url);
  return async (context) => {
    await context.addInitScript(
      ([at, key, value]) => {
        if (location.origin === at) localStorage.setItem(key, value);
      },
      [origin, credentialsKey, kept] as const,
    );
  };
}
