import { expect, test } from 'vitest';
import { loadCampaign } from '../../../src/campaign/load.ts';
import type { CampaignSnapshot } from '../../../src/campaign/snapshot.ts';
import { widgetHeights } from '../../../src/layouts/widget-heights.ts';
import { allWidgets, heightsInPage } from '../../../widgets/attributes.ts';

const sample = await loadCampaign({});

/** Pixels by which a campaign's sign-up is longer than the sample's, framed and in the page. */
function added(change: (campaign: CampaignSnapshot) => void): (number | null)[] {
  const other = structuredClone(sample);
  change(other);
  const { height, page } = widgetHeights(other)['sign-up'];
  const before = widgetHeights(sample)['sign-up'];
  return [height - before.height, page === null ? null : page - Number(before.page)];
}

test('versions and the npm package reserve what the sample takes', () => {
  const heights = widgetHeights(sample);
  for (const [name, page] of Object.entries(heightsInPage)) {
    expect(heights[name as keyof typeof heights].page).toBe(page);
  }
  for (const { name, height } of allWidgets)
    expect([name, heights[name].height]).toEqual([name, height]);
});

test('the heights count each field, group, text and certificate of a campaign', async () => {
  const all = await loadCampaign({ CAMPAIGN_VARIANT: 'all' });
  const field = {
    id: 99,
    target: 'REGISTER',
    type: 'TEXT',
    key: 'X',
    label: 'Time',
    order: 9,
  } as const;
  const rest = { required: true, updatable: true, options: [] };
  expect(added((c) => c.campaign.additionalFields.push({ ...field, ...rest }))).toEqual([101, 101]);
  expect(
    added((c) => c.campaign.additionalFields.push({ ...field, ...rest, target: 'COUPON' })),
  ).toEqual([0, 0]);
  expect(added((c) => (c.campaign.registerOptins = []))[0]).toBeLessThan(-200);
  expect(added((c) => c.hotsite.footer.certificates.pop())).toEqual([-39, 0]);
  expect(added((c) => (c.polls = all.polls))[0]).toBeGreaterThan(250);
});

test('a campaign without sign-up or sign-in says so in a few lines', () => {
  const shut = structuredClone(sample);
  shut.hotsite.registration.enabled = false;
  expect(widgetHeights(shut)['sign-up']).toEqual({ height: 461, page: null });
  shut.hotsite.login.enabled = false;
  expect(widgetHeights(shut).login).toEqual({ height: 461, page: null });
});
