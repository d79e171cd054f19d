import { beforeEach, expect, it } from 'vitest';
import { redeemEndpoint } from '../../../../src/contract/wallets.ts';
import {
  $myRedemptions,
  loadRedemptions,
  retryRedemptions,
} from '../../../../src/features/redeem/my-redemptions.store.ts';
import type { TestConsumer } from '../../../support/gateway.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { brushKit, earnPoints } from '../../../support/redeem-page.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import type { TestHost } from '../../../support/site-environment.ts';

const gateway = await gatewayOfFile({ variant: 'all' });
let host: TestHost;
let ana: TestConsumer;

beforeEach(async () => {
  ({ host, consumer: ana } = await signedInHost(gateway));
});

it('redemptions are listed with the balance after them', async () => {
  await earnPoints(gateway, ana, 6);
  for (const quantity of [2, 4]) {
    const body = { items: [{ prizeId: brushKit, quantity }] };
    await gateway.call(redeemEndpoint, { body, token: ana.token });
  }
  await loadRedemptions();
  expect($myRedemptions.get()).toMatchObject({
    state: 'loaded',
    value: { balance: 0, redemptions: [{ totalPoints: 2 }, { totalPoints: 4 }] },
  });
});

it('redemptions are sorted by number, also where numbers are texts', async () => {
  const entry = (id: number | string) => ({
    id,
    createdAt: '2025-10-01',
    totalPoints: 1,
    items: [],
  });
  host.interruptions.push(Response.json([entry('10'), entry(9), entry('100')]));
  await loadRedemptions();
  expect($myRedemptions.get()).toMatchObject({
    value: { redemptions: [{ id: 9 }, { id: '10' }, { id: '100' }] },
  });
});

it('redemptions stay when reloading fails, and the failure shows if there are none', async () => {
  await retryRedemptions();
  host.isDown = true;
  await loadRedemptions();
  expect($myRedemptions.get()).toMatchObject({ state: 'loaded' });
  await retryRedemptions();
  expect($myRedemptions.get()).toMatchObject({ state: 'failed' });
});
