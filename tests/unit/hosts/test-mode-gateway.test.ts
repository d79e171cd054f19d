import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCampaign } from '../../../src/campaign/load.ts';
import { call } from '../../../src/client/call.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { environment, setEnvironment } from '../../../src/environment.ts';
import { guestEnvironment } from '../../../src/hosts/guest-environment.ts';
import { testModeGateway } from '../../../src/hosts/test-mode-gateway.ts';
import { homeProps } from '../../../src/layouts/site-props.ts';
import { contractEndpoints } from '../../support/contract-endpoints.ts';

const origin = 'https://promocao.example';
const original = globalThis.fetch;
const requests: string[] = [];

beforeEach(async () => {
  requests.length = 0;
  globalThis.fetch = async (input, init) => {
    requests.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
    expect(new Headers(init?.headers).has('authorization')).toBe(false);
    return Response.json([]);
  };
  const site = homeProps(await loadCampaign({ CAMPAIGN_VARIANT: 'all' }));
  const { fetch, identity } = testModeGateway(site.campaign.engines);
  const guest = guestEnvironment(site, origin, () => {});
  setEnvironment({ ...guest, fetch, identity: async () => identity });
});
afterEach(() => {
  globalThis.fetch = original;
});

/** Calls that a form in a frame or in a page makes, and what it sends where samples read it. */
const sampleBodies: Readonly<Record<string, object>> = {
  createConsumer: { email: 'ana@exemplo.com.br' },
  createReceipt: { identifier: '44 characters', totalAmount: 12.5, purchaseDate: '2026-01-31' },
  ...Object.fromEntries(
    [
      'getMe',
      'updateConsumer',
      'setInstantPaymentKey',
      'requestNewPassword',
      'findPostalAddress',
      'endSession',
      'createOneTimeCode',
      'listReceipts',
      'getReceiptDetails',
      'replaceReceiptImage',
      'executeOcr',
      'listLuckyNumbers',
      'getCashbackWallet',
      'withdrawCashback',
      'getPointsWallet',
      'listRedemptions',
      'redeem',
      'checkPoll',
      'answerPoll',
      'createIncident',
      'createAnonymousIncident',
      'getSupportIncident',
      'commentIncident',
    ].map((name) => [name, {}]),
  ),
};

function endpointOf(name: string): Endpoint<unknown, unknown> {
  const endpoint = contractEndpoints.get(name);
  if (!endpoint) throw new Error(`No call ${name}`);
  return endpoint;
}

const parameters = { postcode: '80010000', couponId: 1, pollId: 1, incidentId: 1 };

test('a call of a form in test mode has an answer of the contract’s shape, and is not sent', async () => {
  for (const [name, body] of Object.entries(sampleBodies)) {
    const endpoint = endpointOf(name);
    const sent = endpoint.method === 'GET' ? {} : { body };
    expect(await call(endpoint, { parameters, ...sent }), name).toMatchObject({ ok: true });
  }
  expect(requests).toEqual([]);
});

test('a receipt earns something of each engine, and stands in the list from then on', async () => {
  const sent = await call(endpointOf('createReceipt'), { body: sampleBodies['createReceipt'] });
  expect(sent).toMatchObject({
    value: {
      engineOrders: [
        { engineType: 'DRAW', details: { luckyNumbers: [{ generatedNumber: '12345' }] } },
        { engineType: 'INSTANT_PRIZE', rewarded: false },
        { engineType: 'CASHBACK', details: { transaction: { value: 10 } } },
        { engineType: 'COLLECT_TO_WIN', details: { transaction: { value: 10 } } },
      ],
    },
  });
  const list = await call(endpointOf('listReceipts'));
  expect(list).toMatchObject({ value: [{ totalAmount: 12.5, purchaseDate: '2026-01-31' }, {}] });
});

test('the sample of a receipt was bought today, also in the evening', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T22:30:00-03:00') });
  const { fetch } = testModeGateway([]);
  vi.useRealTimers();
  setEnvironment({ ...environment(), fetch });
  const list = await call(endpointOf('listReceipts'));
  expect(list).toMatchObject({ value: [{ purchaseDate: '2026-11-10' }] });
});

test('an email that begins with erro@ is refused, so that an embedder sees that too', async () => {
  const body = { email: 'erro@exemplo.com.br' };
  expect(await call(endpointOf('createConsumer'), { body })).toMatchObject({
    ok: false,
    error: { status: 409, message: expect.stringContaining('erro@') },
  });
  const identity = await environment().identity();
  expect(await identity.signIn(body.email, '12345678')).toMatchObject({ ok: false });
  expect(await identity.signIn('ana@exemplo.com.br', '12345678')).toMatchObject({ ok: true });
});

test('the sample reads only public data of the gateway, and refuses all other calls', async () => {
  await call(endpointOf('getPrizes'));
  expect(requests).toEqual(['GET /api/campaign/19/prize']);
  expect(await call(endpointOf('eraseMe'), { body: {} })).toMatchObject({
    ok: false,
    error: { status: 404 },
  });
  expect(requests).toHaveLength(1);
});
