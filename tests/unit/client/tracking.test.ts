// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"handleDisabledFileLoadingAsSuccess":true}}
import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/embedded.ts';
import { siteEnvironment } from '../../../src/environment.ts';

const snapshot = embeddedCampaign({
  window: 'live',
  variant: '19',
  tenantId: 't',
  today: '2025-10-18',
});

function siteWith(values: Record<string, string>) {
  const parameters = snapshot.campaign.parameters.map((parameter) => ({
    ...parameter,
    value: values[parameter.code] ?? parameter.value,
  }));
  const { login, registration } = snapshot.hotsite;
  return siteEnvironment({
    campaign: { ...snapshot.campaign, parameters },
    products: [],
    apiUrl: '',
    hotsite: { login, registration },
  });
}

type Trackers = { dataLayer?: Record<string, unknown>[]; ttq?: unknown };
const trackers = window as unknown as Trackers;
const scripts = () => Array.from(document.head.querySelectorAll('script'), ({ src }) => src);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

beforeEach(() => {
  document.head.innerHTML = '';
  delete trackers.dataLayer;
  delete trackers.ttq;
  document.documentElement.dataset['consent'] = 'accepted';
});

test('nothing loads before the cookie banner is accepted (TRACK-05)', async () => {
  document.documentElement.dataset['consent'] = 'asked';
  await siteWith({ GTM_CODE: 'GTM-1', MS_CLARITY_ID: 'c1' }).track('click');
  expect([scripts(), trackers.dataLayer]).toEqual([[], undefined]);
});

test('nothing loads without a configured tracker (TRACK-01)', async () => {
  await siteWith({}).track('click');
  expect([scripts(), trackers.dataLayer]).toEqual([[], undefined]);
});

test('the tag manager loads once and gets every event', async () => {
  const { track } = siteWith({ GTM_CODE: 'GTM-1' });
  await track('click');
  await track('save');
  expect(scripts()).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-1']);
  expect(trackers.dataLayer?.map(({ event }) => event)).toEqual(['gtm.js', 'click', 'save']);
});

test('a lead carries hashes and an event id, never the clear values (TRACK-02, TRACK-04)', async () => {
  const told: unknown[] = [];
  trackers.ttq = {
    identify: (person: unknown) => told.push(person),
    track: (event: unknown) => told.push(event),
  };
  const person = { email: ' Ana@Exemplo.com.br ', phone: '(41) 99999-0000' };
  await siteWith({ GTM_CODE: 'GTM-1' }).track('lead', person);
  const hashes = {
    sha256_email: sha256('ana@exemplo.com.br'),
    sha256_phone_number: sha256('5541999990000'),
  };
  expect(trackers.dataLayer?.at(-1)).toEqual({
    event: 'lead',
    event_id: expect.any(String),
    ...hashes,
  });
  expect(told).toEqual([hashes, 'CompleteRegistration']);
});

test('a failing tracker stops nothing', async () => {
  trackers.dataLayer = Object.freeze([]) as unknown as Record<string, unknown>[];
  const failures = vi.fn();
  window.addEventListener('promo:failure', failures);
  await expect(siteWith({ GTM_CODE: 'GTM-1' }).track('click')).resolves.toBeUndefined();
  expect(failures).toHaveBeenCalledOnce();
});

test('without a bot check the token is the text error (CHECK-02)', async () => {
  const failures = vi.fn();
  window.addEventListener('promo:failure', failures);
  expect(await siteWith({}).botToken('signup')).toBe('error');
  expect([scripts(), failures.mock.calls]).toEqual([[], []]);
});
