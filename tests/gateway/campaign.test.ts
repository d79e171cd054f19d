import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import {
  getCampaignEndpoint,
  getFaqEndpoint,
  getPrizesEndpoint,
  getProductsEndpoint,
} from '../../src/contract/campaign.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { getHotsiteEndpoint } from '../../src/contract/hotsite.ts';
import { createApp } from '../../src/gateway/http-app.ts';
import { openGateway } from '../support/gateway.ts';
import { watchQueries } from '../support/watch-queries.ts';

const publicCalls = [
  getCampaignEndpoint,
  getProductsEndpoint,
  getPrizesEndpoint,
  getHotsiteEndpoint,
  getFaqEndpoint,
];

const site = await openGateway({ now: new Date('2026-03-10T02:30:00Z') });
afterAll(() => site.close());

test('anyone reads the campaign', async () => {
  const { body } = await site.call(getCampaignEndpoint);
  expect(body).toMatchObject({
    id: 19,
    status: 'PUBLISHED',
    exclusivePerson: true,
    all: false,
    // In São Paulo it is still the 9th.
    startsAt: '2026-02-07T00:00:00-03:00',
    endsAt: '2026-04-09T23:59:59-03:00',
  });
  expect(body.engines.map(({ type }) => type)).toEqual(['DRAW', 'INSTANT_PRIZE']);
  expect(body.parameters).toContainEqual(
    expect.objectContaining({ code: 'TENANT_ID', value: 'embedded' }),
  );
});

test.each([
  ['', { all: false, exclusivePerson: true, exclusiveCorporate: false, corporate: false }],
  ['PERSON', { all: false, exclusivePerson: true, exclusiveCorporate: false, corporate: false }],
  ['CORPORATE', { all: false, exclusivePerson: false, exclusiveCorporate: true, corporate: true }],
  [
    'PERSON,CORPORATE',
    { all: true, exclusivePerson: false, exclusiveCorporate: false, corporate: true },
  ],
])(
  'the campaign’s flags follow the parameter “%s”, whatever its file says',
  async (value, flags) => {
    const { campaign } = site.gateway.snapshot;
    const parameters = campaign.parameters.map((each) =>
      each.code === 'CONSUMER_REGISTER_TYPES' ? { ...each, value } : each,
    );
    const changed = { ...campaign, parameters, all: !flags.all, corporate: !flags.corporate };
    const app = createApp({
      ...site.gateway,
      snapshot: { ...site.gateway.snapshot, campaign: changed },
    });
    const answer = await app(new Request('http://127.0.0.1:4321/api/campaign/19'));
    expect(await answer.json()).toMatchObject(flags);
  },
);

test('private parameters stay inside', async () => {
  const { campaign } = site.gateway.snapshot;
  const secret = { id: 999, visibility: 'PRIVATE' as const, code: 'ERP_KEY', value: 'sesame' };
  const parameters = [...campaign.parameters, secret];
  const snapshot = { ...site.gateway.snapshot, campaign: { ...campaign, parameters } };
  const app = createApp({ ...site.gateway, snapshot });
  const text = await (await app(new Request('http://127.0.0.1:4321/api/campaign/19'))).text();
  expect(text).toContain('OCR_ENABLED');
  expect(text).not.toContain('ERP_KEY');
});

test('secrets appear nowhere before they may be known', async () => {
  for (const { path } of publicCalls) {
    const text = await (await site.send(pathOf(path, { campaignId: 19 }))).text();
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toContain('instantPrizes"');
  }
});

test('products, prizes, hotsite and questions have the shape of the contract', async () => {
  expect((await site.call(getProductsEndpoint)).body.length).toBeGreaterThan(8);
  expect((await site.call(getHotsiteEndpoint)).body.status).toBe('PUBLISHED');
  expect((await site.call(getFaqEndpoint)).body.length).toBeGreaterThan(0);
  expect((await site.call(getPrizesEndpoint)).body.map(({ id }) => id)).toEqual([901, 902]);
});

test('a prize has its current stock', async () => {
  const stock = async () =>
    (await site.call(getPrizesEndpoint)).body.find(({ id }) => id === 902)?.quantity;
  expect(await stock()).toBe(500);
  await site.query('update prize_stock set quantity = 3 where campaign_prize_id = 902');
  expect(await stock()).toBe(3);
});

test.each(publicCalls)('$path of another campaign is not found', async ({ path }) => {
  const response = await site.send(pathOf(path, { campaignId: 20 }));
  expect(response.status).toBe(404);
  expect((await response.json()).error.code).toBe('NOT_FOUND');
});

test('a picture of a name that no database can hold is not found', async () => {
  expect((await site.send('/api/campaign/19/picture/%00')).status).toBe(404);
});

test('a campaign read a moment ago comes from memory', async () => {
  const asked: string[] = [];
  const { database } = site.gateway;
  const watched = watchQueries(database, { before: (text) => asked.push(text) });
  const app = createApp({ ...site.gateway, database: watched });
  const ask = async (path: string) => {
    const response = await app(new Request(new URL(path, 'http://127.0.0.1:4321')));
    return { text: await response.text(), tag: response.headers.get('etag') };
  };
  const paths = [getCampaignEndpoint, getProductsEndpoint, getHotsiteEndpoint, getFaqEndpoint].map(
    ({ path }) => pathOf(path, { campaignId: 19 }),
  );
  const first = await Promise.all(paths.map(ask));
  const statements = asked.length;
  expect(await Promise.all(paths.map(ask))).toEqual(first);
  expect(asked.length).toBe(statements);
  expect(statements).toBeLessThanOrEqual(1);
});

test.each([
  ['gzip, deflate, br', ['gzip', 'br', 'br']],
  ['gzip', ['gzip', 'gzip', 'gzip']],
  ['identity', [null, null, null]],
])('a caller that accepts %s gets the campaign in it', async (accepted, codings) => {
  const own = await openGateway();
  const plain = JSON.stringify({ ...(await own.call(getCampaignEndpoint)).body });
  const app = createApp(own.gateway);
  for (const coding of codings) {
    const headers = { 'accept-encoding': accepted };
    const url = new URL(
      pathOf(getCampaignEndpoint.path, { campaignId: 19 }),
      'http://127.0.0.1:4321',
    );
    const response = await app(new Request(url, { headers }));
    expect(response.headers.get('content-encoding')).toBe(coding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    expect(JSON.parse(decoded(bytes, coding))).toEqual(JSON.parse(plain));
  }
  await own.close();
});

function decoded(bytes: Buffer, coding: string | null): string {
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

test('an answer the client already has is not sent again', async () => {
  const first = await site.call(getCampaignEndpoint);
  expect(first.headers.get('cache-control')).toBe('public, max-age=5, must-revalidate');
  const etag = first.headers.get('etag') ?? '';
  const again = await site.call(getCampaignEndpoint, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect(again.text).toBe('');
  expect(again.headers.get('etag')).toBe(etag);
});

test('a changed stock is sent again', async () => {
  const etag = (await site.call(getPrizesEndpoint)).headers.get('etag') ?? '';
  const ask = () => site.call(getPrizesEndpoint, { headers: { 'if-none-match': etag } });
  expect((await ask()).status).toBe(304);
  await site.query('update prize_stock set quantity = quantity - 1');
  expect((await ask()).status).toBe(200);
});

test('the variant with everything has four engines and both kinds of consumer', async () => {
  const everything = await openGateway({ variant: 'all' });
  const { body } = await everything.call(getCampaignEndpoint);
  expect(body.engines.map(({ type }) => type)).toEqual([
    'DRAW',
    'INSTANT_PRIZE',
    'CASHBACK',
    'COLLECT_TO_WIN',
  ]);
  expect(body).toMatchObject({ all: true, corporate: true, exclusivePerson: false });
  await everything.close();
});
