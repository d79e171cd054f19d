// @vitest-environment happy-dom
import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import { siteEnvironment } from '../../../src/hosts/site-environment.ts';
import { startFastTime, stopFastTime } from '../../support/fast-time.ts';

const { campaign, hotsite } = embeddedCampaign({
  window: 'live',
  variant: '19',
  tenantId: 't',
  today: '2025-10-18',
});
const { login, registration } = hotsite;
const props = { campaign, products: [], apiUrl: '', hotsite: { login, registration } };
const site = siteEnvironment(props);

const sha256 = (text: string) => hash('sha256', text, 'hex');
const ana = { email: ' Ana@Exemplo.com.br ', phone: '(41) 99999-0000' };
const email = sha256('ana@exemplo.com.br');
const phone = sha256('5541999990000');

beforeEach(() => {
  window.dataLayer = [];
  delete window.ttq;
  document.documentElement.dataset['consent'] = 'accepted';
});
afterEach(stopFastTime);

test('no conversion is sent before the cookie banner is accepted', async () => {
  document.documentElement.dataset['consent'] = 'asked';
  await site.track('lead', ana);
  expect(window.dataLayer).toEqual([]);
});

test('a purchase carries hashes and an event id, never the clear values', async () => {
  await site.track('purchase', ana);
  expect(window.dataLayer).toEqual([
    {
      event: 'purchase',
      event_id: expect.any(String),
      sha256_email: email,
      sha256_phone_number: phone,
    },
  ]);
});

test('a lead tells the pixel who registered, under the same event id', async () => {
  window.ttq = { page: vi.fn(), identify: vi.fn(), track: vi.fn() };
  await site.track('lead', ana);
  const event_id = window.dataLayer?.[0]?.['event_id'];
  expect(window.ttq.identify).toHaveBeenCalledExactlyOnceWith({ email, phone_number: phone });
  expect(window.ttq.track).toHaveBeenCalledExactlyOnceWith(
    'CompleteRegistration',
    {},
    { event_id },
  );
});

test('a failing tracker stops nothing', async () => {
  window.dataLayer = Object.freeze([]) as unknown as Record<string, unknown>[];
  const failures = vi.fn();
  window.addEventListener('promo:failure', failures);
  await expect(site.track('lead', ana)).resolves.toBeUndefined();
  expect(failures).toHaveBeenCalledOnce();
});

test('a tracker that never ends is waited for no longer than a second', async () => {
  vi.spyOn(crypto.subtle, 'digest').mockReturnValue(new Promise(() => {}));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const ended = vi.fn();
  void site.track('lead', ana).then(ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the token without a bot check is the text `error`', async () => {
  const failures = vi.fn();
  window.addEventListener('promo:failure', failures);
  expect(await site.botToken('signup')).toBe('error');
  expect([document.head.querySelector('script'), failures.mock.calls]).toEqual([null, []]);
});

test('the token where the bot check is out of reach is the text `error`, after five seconds', async () => {
  startFastTime('setTimeout', 'clearTimeout');
  const failures = vi.fn();
  window.addEventListener('promo:failure', failures);
  const checked = siteEnvironment({ ...props, recaptchaSiteKey: 'key' });
  expect(await checked.botToken('signup')).toBe('error');
  expect(failures).toHaveBeenCalledOnce();
});

test('a failure is logged, and listeners hear of it, without what its message quotes', () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const heard: unknown[] = [];
  window.addEventListener('promo:failure', ({ detail }) => heard.push(detail));
  const problem = { name: 'NetworkError', kind: 'server', status: 500, code: 'INTERNAL_ERROR' };
  site.report(Object.assign(new Error(`No account ${ana.email}`), problem));
  expect(said.mock.calls).toEqual([['promo:failure', problem]]);
  expect(heard).toEqual([problem]);
  site.report(null);
  expect(said).toHaveBeenCalledTimes(2);
  said.mockRestore();
});
