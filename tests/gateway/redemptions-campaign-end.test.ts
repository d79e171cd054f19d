import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Campaign } from '../../src/contract/campaign.ts';
import { createConsumerEndpoint } from '../../src/contract/consumer.ts';
import {
  getPointsWalletEndpoint,
  listRedemptionsEndpoint,
  redeemEndpoint,
} from '../../src/contract/wallets.ts';
import { withCampaign } from '../support/changed-campaign.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { validSignUp } from '../support/people.ts';

/** A campaign with all engines, which each test changes as its administrator would. */
let site: TestGateway;
let ana: TestConsumer;

const usual = await openGateway({ variant: 'all' });
afterAll(() => usual.close());

beforeEach(async () => {
  ana = await usual.signUp();
  const { body } = await usual.sendReceipt(ana, { totalAmount: 20 });
  await moderate(usual, body.id, { to: 'APPROVED' });
});
afterEach(async () => {
  await site.close();
  await setStock(3);
});

const pointsOnly = ({ engines, ...campaign }: Campaign): Campaign => ({
  ...campaign,
  engines: engines.filter(({ type }) => type === 'COLLECT_TO_WIN'),
});

async function setStock(quantity: number) {
  await usual.query('update prize_stock set quantity = $1 where campaign_prize_id >= 903', [
    quantity,
  ]);
}

function redeemOne(prizeId: number) {
  const body = { items: [{ prizeId, quantity: 1 }] };
  return site.call(redeemEndpoint, { body, token: ana.token });
}

/** What the gateway says to a sign-up and to a receipt: null for nothing against them. */
async function refusalCodes() {
  const answers = [
    await site.call(createConsumerEndpoint, { body: validSignUp(site.gateway.snapshot) }),
    await site.sendReceipt(ana),
  ];
  return answers.map((answer) => (answer.status < 400 ? null : answer.error.code));
}

test('a campaign of points alone is over with its last prize, and what was redeemed stays listed', async () => {
  site = await withCampaign(usual, pointsOnly);
  await redeemOne(501);
  await setStock(0);
  expect(await refusalCodes()).toEqual(['CAMPAIGN_OVER', 'CAMPAIGN_OVER']);
  expect((await redeemOne(501)).error.message).toBe('Prêmio esgotado: Cesta Sorriso');
  const { body } = await site.call(listRedemptionsEndpoint, { token: ana.token });
  expect(body).toMatchObject([{ totalPoints: 2 }]);
});

test('a campaign of points stays open while one prize is left', async () => {
  site = await withCampaign(usual, pointsOnly);
  await setStock(0);
  await usual.query('update prize_stock set quantity = 1 where campaign_prize_id = 905');
  expect(await refusalCodes()).toEqual([null, null]);
});

test('a campaign with other engines goes on without prizes', async () => {
  site = await withCampaign(usual, (campaign) => campaign);
  await setStock(0);
  expect(await refusalCodes()).toEqual([null, null]);
});

test('a prize that costs nothing leaves the balance as it is', async () => {
  site = await withCampaign(usual, ({ engines, ...campaign }) => ({
    ...campaign,
    engines: engines.map(({ details, ...engine }) => ({
      ...engine,
      details: { ...details, prizes: details.prizes.map((prize) => ({ ...prize, points: 0 })) },
    })),
  }));
  expect((await redeemOne(501)).body).toMatchObject({ totalPoints: 0 });
  const { body } = await site.call(getPointsWalletEndpoint, { token: ana.token });
  expect(body.balance).toBe(4);
});
