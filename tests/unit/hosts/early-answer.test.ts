import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchUnlessEarly } from '../../../src/hosts/site-environment.ts';

const address = '/api/campaign/19/coupon';
const asAna = { method: 'GET', headers: { authorization: 'Bearer ana' } };
const asked = vi.fn(async () => new Response('asked now'));

/** A page that has asked early, as Ana. */
function page(answer: Promise<Response | null>): void {
  vi.stubGlobal('window', {
    fetch: asked,
    earlyAnswers: { bearer: 'Bearer ana', answers: { [address]: answer } },
  });
}

const textOf = async (...request: Parameters<typeof fetch>) =>
  (await fetchUnlessEarly(...request)).text();

beforeEach(() => page(Promise.resolve(new Response('asked early'))));
afterEach(() => {
  asked.mockClear();
  vi.unstubAllGlobals();
});

test('an early answer is used once', async () => {
  expect(await textOf(address, asAna)).toBe('asked early');
  expect(asked).not.toHaveBeenCalled();
  expect(await textOf(address, asAna)).toBe('asked now');
});

test.each([
  ['another user', address, { ...asAna, headers: { authorization: 'Bearer bia' } }],
  ['a signed-out visitor', address, { method: 'GET' }],
  ['a change', address, { ...asAna, method: 'POST' }],
  ['another address', '/api/consumer/me', asAna],
])('the gateway is asked now for %s', async (_, asked, options) => {
  expect(await textOf(asked, options)).toBe('asked now');
});

test.each([
  ['none came', () => Promise.resolve(null)],
  ['it is a refusal', () => Promise.resolve(new Response('', { status: 503 }))],
])('the gateway is asked now when %s', async (_, answer) => {
  page(answer());
  expect(await textOf(address, asAna)).toBe('asked now');
});

test('a caller that no longer waits gets no late answer', async () => {
  const left = AbortSignal.abort(new Error('left'));
  await expect(fetchUnlessEarly(address, { ...asAna, signal: left })).rejects.toThrow('left');
});

test('a page without early calls makes the call now', async () => {
  vi.stubGlobal('window', { fetch: asked });
  expect(await textOf(address, asAna)).toBe('asked now');
});
