import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import { guestEnvironment } from '../../../src/hosts/guest-environment.ts';
import { fetchOrTakeEarly, siteEnvironment } from '../../../src/hosts/site-environment.ts';
import { siteProps } from '../../../src/layouts/site-props.ts';

const site = siteProps(
  embeddedCampaign({ variant: '19', window: 'live', tenantId: 'embedded', today: '2026-11-23' }),
);

const working = { setItem() {}, removeItem() {} };

/** A window at this address; without a storage its cookies are blocked. */
function openAt(pathname: string, storage?: typeof working): void {
  vi.stubGlobal('window', {
    location: { pathname },
    get localStorage() {
      if (storage) return storage;
      throw new DOMException('denied', 'SecurityError');
    },
  });
}

afterEach(() => vi.unstubAllGlobals());

test('a page of the site keeps a session only where the browser stores it', () => {
  openAt('/entrar/', working);
  expect(siteEnvironment(site).keepsSession()).toBe(true);
  openAt('/entrar/');
  expect(siteEnvironment(site).keepsSession()).toBe(false);
});

test('a form in a frame or in the page around it goes on in memory', () => {
  openAt('/quadro/entrar/');
  expect(siteEnvironment(site).keepsSession()).toBe(true);
  openAt('/loja');
  const guest = guestEnvironment(site, 'https://promocao.example', () => {});
  expect(guest.keepsSession()).toBe(true);
});

test('a failure of a form in a partner’s page is one line in its console, which quotes nothing', () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const guest = guestEnvironment(site, 'https://promocao.example', () => {});
  guest.report(new Error('No account ana@exemplo.com.br'));
  expect(said.mock.calls).toEqual([['promo:failure']]);
  said.mockRestore();
});

describe('an answer that the page asked for early', () => {
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
    (await fetchOrTakeEarly(...request)).text();

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
    await expect(fetchOrTakeEarly(address, { ...asAna, signal: left })).rejects.toThrow('left');
    page(new Promise(() => {}));
    await expect(fetchOrTakeEarly(address, { ...asAna, signal: left })).rejects.toThrow('left');
  });

  test('a caller can leave while the early answer does not come', async () => {
    page(new Promise(() => {}));
    const caller = new AbortController();
    const answer = fetchOrTakeEarly(address, { ...asAna, signal: caller.signal });
    caller.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
    expect(asked).not.toHaveBeenCalled();
  });

  test('a page without early calls makes the call now', async () => {
    vi.stubGlobal('window', { fetch: asked });
    expect(await textOf(address, asAna)).toBe('asked now');
  });
});
