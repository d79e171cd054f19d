import { afterAll, beforeEach, expect, test } from 'vitest';
import { createConsumerEndpoint, requestNewPasswordEndpoint } from '../../src/contract/consumer.ts';
import { createAnonymousIncidentEndpoint } from '../../src/contract/support.ts';
import { openGateway } from '../support/gateway.ts';
import { callToolkit, refused } from '../support/identity-toolkit.ts';
import { incidentBody } from '../support/incident-body.ts';
import { validSignUp } from '../support/people.ts';

const hostname = 'promo.example';

let verdict: unknown;
let verifications: URLSearchParams[];

/** Google's verifier: each token is good once. */
const google: typeof fetch = async (input, init) => {
  expect(String(input)).toBe('https://www.google.com/recaptcha/api/siteverify');
  const sent = new URLSearchParams(String(init?.body));
  const isUsed = verifications.some((before) => before.get('response') === sent.get('response'));
  verifications.push(sent);
  if (verdict === 'away') throw new TypeError('fetch failed');
  return Response.json(
    isUsed ? { success: false, 'error-codes': ['timeout-or-duplicate'] } : verdict,
  );
};

const site = await openGateway({
  settings: { recaptchaSecret: 'the-secret', siteUrl: `https://${hostname}` },
  fetch: google,
});
afterAll(() => site.close());
beforeEach(() => {
  verifications = [];
  verdict = { success: true, action: 'signup', score: 0.9, hostname };
});

const signUp = (recaptchaToken?: string) => {
  const { recaptchaToken: _, ...body } = validSignUp(site.gateway.snapshot);
  return site.call(createConsumerEndpoint, {
    body: recaptchaToken ? { ...body, recaptchaToken } : body,
  });
};

test('a good token passes, once', async () => {
  expect((await signUp('token-1')).status).toBe(201);
  expect(Object.fromEntries(verifications[0] ?? [])).toEqual({
    secret: 'the-secret',
    response: 'token-1',
  });
  const again = await signUp('token-1');
  expect(again.status).toBe(400);
  expect(again.error.code).toBe('BOT_CHECK_FAILED');
});

test.each([['error'], [undefined]])('the token %j is refused without asking', async (token) => {
  expect((await signUp(token)).error.code).toBe('BOT_CHECK_FAILED');
  expect(verifications).toEqual([]);
});

test.each([
  ['of another action', { success: true, action: 'create_coupon', score: 0.9, hostname }],
  ['of no action', { success: true, score: 0.9, hostname }],
  ['of a program', { success: true, action: 'signup', score: 0.4, hostname }],
  ['without a score', { success: true, action: 'signup', hostname }],
  ['of a page of others', { success: true, action: 'signup', score: 0.9, hostname: 'a.example' }],
  ['of no page', { success: true, action: 'signup', score: 0.9 }],
  ['that has expired', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
])('a token %s is refused', async (_, given) => {
  verdict = given;
  expect((await signUp('token')).error.code).toBe('BOT_CHECK_FAILED');
});

test('a bot token is valid for its own action only', async () => {
  verdict = { success: true, action: 'reset_password', score: 0.5, hostname };
  const body = { campaignId: 19, email: 'ana@exemplo.com.br', recaptchaToken: 'token' };
  expect((await site.call(requestNewPasswordEndpoint, { body })).status).toBe(200);
  expect((await signUp('other')).status).toBe(400);
});

test.each(['away', { rubbish: true }])('a verifier that says %j lets no one in', async (given) => {
  verdict = given;
  const { status, error } = await signUp('token');
  expect(status).toBe(503);
  expect(error.code).toBe('UNAVAILABLE');
});

test('the bot check is off without a secret', async () => {
  const open = await openGateway({ fetch: google });
  const body = validSignUp(open.gateway.snapshot, { recaptchaToken: 'error' });
  expect((await open.call(createConsumerEndpoint, { body })).status).toBe(201);
  expect(verifications).toEqual([]);
  await open.close();
});

test('failing checks of receipts and of support count for their address, too', async () => {
  const limited = await openGateway({
    settings: { recaptchaSecret: 'x', siteUrl: `https://${hostname}`, rateLimited: true },
    fetch: google,
  });
  verdict = { success: true, action: 'signup', score: 0.9, hostname };
  const ana = await limited.signUp({ recaptchaToken: 'of a sign-up' });
  verdict = { success: false };
  const sent = await limited.sendReceipt(ana, { recaptchaToken: 'of a receipt' });
  expect(sent.error.code).toBe('BOT_CHECK_FAILED');
  const body = { ...incidentBody, recaptchaToken: 'of a request' };
  const opened = await limited.call(createAnonymousIncidentEndpoint, { body });
  expect(opened.error.code).toBe('BOT_CHECK_FAILED');
  const counted = "select hits from rate_limits where bucket like 'address %bot check'";
  expect(await limited.query(counted)).toEqual([{ hits: 2 }]);
  await limited.close();
});

test('a bot cannot have a picture looked at', async () => {
  const ana = await site.signUp({ recaptchaToken: 'of a sign-up' });
  verdict = { success: false };
  const body = { recaptchaToken: 'of a bot', imageBase64: 'no picture' };
  expect((await site.sendReceipt(ana, body)).error.code).toBe('BOT_CHECK_FAILED');
});

test('with the check, only the API’s call asks for an email with a link', async () => {
  const body = { requestType: 'PASSWORD_RESET', email: 'ana@exemplo.com.br' };
  expect(await callToolkit(site, 'sendOobCode', body)).toEqual(refused('OPERATION_NOT_ALLOWED'));
});

test('an address whose checks keep failing is let in slowly, and no one else is', async () => {
  const limited = await openGateway({
    settings: { recaptchaSecret: 'x', siteUrl: `https://${hostname}`, rateLimited: true },
    fetch: google,
  });
  const reset = async (recaptchaToken: string, address = '203.0.113.9') => {
    const body = { campaignId: 19, email: 'ana@exemplo.com.br', recaptchaToken };
    return (await limited.call(requestNewPasswordEndpoint, { body, address })).status;
  };
  const failures = () =>
    limited.query("select hits from rate_limits where bucket like 'address %bot check'");
  const good = { success: true, action: 'reset_password', score: 0.9, hostname };
  verdict = good;
  expect(await reset('good')).toBe(200);
  verdict = 'away';
  expect(await reset('not answered')).toBe(503);
  expect(await reset('error')).toBe(400);
  expect(await failures()).toEqual([{ hits: 0 }]);

  verdict = { success: false };
  expect(await reset('made-up')).toBe(400);
  expect(await failures()).toEqual([{ hits: 1 }]);
  await limited.query("update rate_limits set hits = 1200 where bucket like '%bot check'");
  verdict = good;
  expect(await reset('honest')).toBe(200);
  const askedBefore = verifications.length;
  const tried = await Promise.all(['a', 'b', 'c', 'd'].map((token) => reset(token)));
  expect(tried.toSorted()).toEqual([200, 200, 429, 429]);
  expect(verifications.length - askedBefore).toBe(2);
  expect(await reset('error')).toBe(400);
  expect(await reset('elsewhere', '203.0.113.10')).toBe(200);
  limited.passTime(60_000);
  expect(await reset('later')).toBe(200);
  await limited.close();
});
