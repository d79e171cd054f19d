import { afterAll, describe, expect, test, vi } from 'vitest';
import { createAnonymousIncidentEndpoint } from '../../src/contract/support.ts';
import { Unavailable } from '../../src/gateway/failures.ts';
import { startJobs } from '../../src/gateway/periodic-jobs.ts';
import { openGateway } from '../support/gateway.ts';
import { makePrizeDue, sendApproved, withdraw } from '../support/gateway-actions.ts';
import { incidentBody } from '../support/incident-body.ts';
import { receiptBody } from '../support/receipt-body.ts';

const token = 'a-long-enough-token';
const site = await openGateway({
  variant: 'all',
  settings: {
    rateLimited: true,
    metricsToken: token,
    trustedProxies: 1,
    smtpUrl: 'smtp://127.0.0.1:1',
  },
});
afterAll(() => site.close());

/** A metric by its name and labels, as Prometheus reads it; 0 when it is not there. */
async function readMetric(metric: string): Promise<number> {
  const lines = (await (await site.send('/metrics')).text()).split('\n');
  const line = lines.find((each) => each.startsWith(`${metric} `));
  return Number(line?.slice(metric.length) ?? 0);
}

describe('metrics are read', () => {
  const bearer = (given: string) => ({ authorization: `Bearer ${given}` });

  test.each([
    ['on the machine itself', '127.0.0.1', {}],
    ['on the machine itself', '::1', {}],
    ['on the machine itself', '::ffff:127.0.0.1', {}],
    ['with the token', '203.0.113.7', bearer(token)],
    ['with the token', '10.0.0.2', { 'x-forwarded-for': '203.0.113.7', ...bearer(token) }],
  ])('%s', async (_, from, headers) => {
    const response = await site.send('/metrics', { from, headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await response.text()).toMatch(/^promo_build_info\{version="\S+",node="v\d+/m);
  });

  test.each([
    ['by others', '203.0.113.7', {}],
    ['with another token', '203.0.113.7', bearer('another-long-token')],
    ['without the word', '203.0.113.7', { authorization: token }],
    ['through a proxy on the machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }],
    ['by callers that pretend to be local', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ])('are not read %s', async (_, from, headers) => {
    const response = await site.send('/metrics', { from, headers });
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('promo_');
  });

  test('are read by no one else without a token', async () => {
    const silent = await openGateway();
    const headers = { authorization: 'Bearer ' };
    expect((await silent.send('/metrics', { from: '203.0.113.7', headers })).status).toBe(404);
    await silent.close();
  });
});

test('a receipt counts once, with its rewards, however often it is sent', async () => {
  const person = await site.signUp();
  const body = receiptBody(person, site.clock.now, { totalAmount: 100 });
  const send = (idempotencyKey: string) => site.sendReceipt(person, body, { idempotencyKey });
  const engineOrders = (await send('nota')).body.engineOrders ?? [];
  expect((await send('nota')).status).toBe(201);
  await send('outra');

  const numbers = engineOrders.flatMap(({ details }) => details?.luckyNumbers ?? []);
  expect(await readMetric('promo_receipts_total{status="IN_ANALYSIS"}')).toBe(1);
  expect(await readMetric('promo_lucky_numbers_total')).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThan(0);
  expect(await readMetric('promo_replayed_answers_total')).toBe(1);
  const route = 'method="POST",route="/api/campaign/:campaignId/coupon"';
  expect(await readMetric(`http_request_duration_seconds_count{${route},status="201"}`)).toBe(2);
  expect(await readMetric(`http_request_duration_seconds_count{${route},status="409"}`)).toBe(1);
  expect(await readMetric('http_requests_in_flight')).toBe(1);
});

test('prizes and withdrawals count', async () => {
  const before = await readMetric('promo_instant_prizes_total');
  await makePrizeDue(site, 0);
  const person = await site.signUp();
  await sendApproved(site, person);
  expect(await readMetric('promo_instant_prizes_total')).toBe(before + 1);
  await withdraw(site, person);
  expect(await readMetric('promo_withdrawals_total')).toBe(1);
});

test('a mail server that is away shows, and so does a caller who calls too often', async () => {
  let answer = await site.call(createAnonymousIncidentEndpoint, { body: incidentBody });
  await site.settle();
  const failures = 'promo_failures_total{during="email",service="mail server"}';
  expect(await readMetric(failures)).toBe(1);
  while (answer.status !== 429)
    answer = await site.call(createAnonymousIncidentEndpoint, { body: incidentBody });
  expect(await readMetric('promo_rate_limited_total{scope="address"}')).toBe(1);
  await site.settle();
});

test('the metrics reveal no one’s identity', async () => {
  const text = await (await site.send('/metrics')).text();
  const rows = await site.query<Record<string, string>>(
    'select name, email, document, phone, pseudonym, identity_id from consumers',
  );
  const facts = rows.flatMap((row) => Object.values(row));
  expect(facts.length).toBeGreaterThan(0);
  for (const fact of facts) expect(text).not.toContain(fact);
});

test('a job that fails again and again counts each time, and is logged once for each cause', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const rest = async () => {};
  const statuses = [500, 500, 403, 403];
  const fail = () =>
    Promise.reject(new Unavailable('time-stamp service', new Error(`Status ${statuses.shift()}`)));
  let position = 0;
  const failElsewhere = () => Promise.reject(new Error(`Entry ${++position} is wrong`));
  const stop = startJobs(site.gateway, {
    followClock: rest,
    followCampaign: rest,
    sendEmails: rest,
    publishLog: failElsewhere,
    askTaxOffices: rest,
    countOfficeQuestions: rest,
    tidy: rest,
    stamp: fail,
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await stop();
  vi.useRealTimers();
  const failures = 'promo_failures_total{during="time stamp",service="time-stamp service"}';
  expect(await readMetric(failures)).toBe(4);
  const logged = (during: string) =>
    site.lines.filter((line) => line.includes(`"during":"${during}"`));
  expect(logged('time stamp')).toHaveLength(2);
  expect(position).toBe(60);
  expect(logged('log')).toHaveLength(1);
});

test('a job that still works is not started again, in the background either', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const rest = async () => {};
  const tidied = Promise.withResolvers<void>();
  let starts = 0;
  const stop = startJobs(site.gateway, {
    followClock: rest,
    followCampaign: rest,
    sendEmails: rest,
    publishLog: rest,
    askTaxOffices: rest,
    countOfficeQuestions: rest,
    tidy: () => {
      starts += 1;
      return tidied.promise;
    },
    stamp: rest,
  });
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(starts).toBe(1);
  tidied.resolve();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(starts).toBe(2);
  await stop();
  vi.useRealTimers();
});
