import { afterEach, expect, test, vi } from 'vitest';
import { buildCampaign, embeddedCampaign } from '../../../src/campaign/load.ts';
import { assetUrl } from '../../../src/layouts/origin-and-assets.ts';
import { homeProps, pointsProps, prizePanels, siteProps } from '../../../src/layouts/site-props.ts';
import { campaignPhase } from '../../../src/rules/campaign/campaign-phase.ts';

const today = '2026-11-23';
const snapshot = embeddedCampaign({
  variant: 'all',
  window: 'live',
  tenantId: 'embedded',
  today,
});
const noon = new Date(`${today}T15:00:00Z`);

/** The sample as a campaign of points alone, with so much of each prize. */
function ofPoints(quantity: number) {
  const engines = snapshot.campaign.engines.filter(({ type }) => type === 'COLLECT_TO_WIN');
  const prizes = snapshot.prizes.map((prize) => ({ ...prize, quantity }));
  return { ...snapshot, campaign: { ...snapshot.campaign, engines }, prizes };
}

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['home', homeProps],
  ['other', siteProps],
])('the %s page knows, whatever its clock says, that the last prize is gone', (_, props) => {
  expect(campaignPhase(props(ofPoints(0)).campaign, noon)).toBe('over');
  expect(campaignPhase(props(ofPoints(1)).campaign, noon)).toBe('open');
});

test('the engines of the home page, which are shortened, keep the lists that their type promises', () => {
  for (const { type, details } of homeProps(snapshot).campaign.engines) {
    expect(details, type).toMatchObject({ rules: [], checkoutRules: [] });
  }
});

test('addresses of services may end with a slash, though each path begins with one', () => {
  vi.stubEnv('PUBLIC_API_URL', 'https://api.example/');
  vi.stubEnv('PUBLIC_POSTAL_URL', 'https://cep.example/ws/');
  expect(siteProps(snapshot)).toMatchObject({
    apiUrl: 'https://api.example',
    postalUrl: 'https://cep.example/ws',
  });
});

test('pages carry no stock that may change before they are built again', () => {
  expect(siteProps(ofPoints(1)).campaign).not.toHaveProperty('prizes');
});

test('the home page shows its prizes also where another server writes their ids as texts', () => {
  const prizes = snapshot.prizes.map((prize) => ({ ...prize, id: String(prize.id) }));
  const shown = prizePanels({ ...snapshot, prizes }).map(({ id }) => id);
  const named = snapshot.hotsite.pages.home.prizes.map(({ campaignPrizeId }) => campaignPrizeId);
  expect(shown).toEqual(named.map(String));
});

test('islands load the prizes of the gateway’s lists from the CDN, in the version of the build', async () => {
  vi.stubEnv('PUBLIC_ASSETS_URL', 'https://cdn.example/promo/');
  const built = await buildCampaign();
  const { pictures } = pointsProps(built);
  const path = '/premios/mercado.svg';
  expect(pictures[path]).toBe(assetUrl(path));
  expect(pictures[path]).toMatch(/^https:..cdn\.example.promo.premios.mercado\.svg\?v=\w{8}$/);
  expect(Object.keys(pictures)).toEqual(['/premios/mercado.svg', '/premios/cartao.svg']);
});
