// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embeddedCampaign } from '../../../src/campaign/load.ts';
import { learnTime } from '../../../src/client/clock.ts';
import { browserStore } from '../../../src/client/storage.ts';
import { startSite } from '../../../src/hosts/site-environment.ts';
import { type BootOptions, bootScript } from '../../../src/inline/before-first-paint.ts';
import { siteProps } from '../../../src/layouts/site-props.ts';
import { clockKey, credentialsKey, referralKey } from '../../../src/storage-keys.ts';

const starts = Date.UTC(2025, 9, 1, 3);
const ends = Date.UTC(2025, 11, 1, 3) - 1;
const marks = document.documentElement.dataset;

let left = new AbortController();

/** The script as the page runs it, on a page with these marks; the page before is left. */
function bootPage(marked: Record<string, string> = {}, options: Partial<BootOptions> = {}): void {
  for (const name of Object.keys(marks)) delete marks[name];
  Object.assign(marks, { session: 'out', ...marked });
  const script = bootScript({
    tenant: 'brisal',
    starts,
    ends,
    consentSeconds: 2_678_400,
    ...options,
  });
  left.abort();
  left = new AbortController();
  const { signal } = left;
  const listen = (type: string, listener: EventListener, capture = false) =>
    window.addEventListener(type, listener, { capture, signal });
  new Function('addEventListener', script)(listen);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(starts);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test('the boot script stays below 1 kB', () => {
  const options = { tenant: 'embedded', starts, ends, consentSeconds: 2_678_400 };
  expect(Buffer.byteLength(bootScript(options))).toBeLessThan(1000);
});

test.each([
  [starts - 1, 'not-started'],
  [starts, 'open'],
  [ends, 'open'],
  [ends + 1, 'over'],
])('the campaign’s phase at %d is %s', (now, phase) => {
  vi.setSystemTime(now);
  bootPage();
  expect(marks['phase']).toBe(phase);
});

test('a page that may read neither cookies nor storage, as in a sandbox, has its phase', () => {
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
    throw new DOMException('Sandboxed', 'SecurityError');
  });
  bootPage();
  expect(marks['phase']).toBe('open');
});

test.each([
  ['the next click', () => document.body.click()],
  ['the return', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
])('a page left open follows the phase at %s', (_, come) => {
  bootPage();
  vi.setSystemTime(ends + 1);
  expect(marks['phase']).toBe('open');
  come();
  expect(marks['phase']).toBe('over');
});

const today = '2026-11-23';
const returnToPage = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));

/** A page of a promotion that is open today; the first one starts the site for all. */
function openLivePage(): void {
  bootPage();
  const live = { variant: '19', window: 'live', tenantId: 'embedded', today } as const;
  startSite(siteProps(embeddedCampaign(live)));
  returnToPage();
}

test('the gateway’s time that another page has learnt counts on a page without scripts of its own', () => {
  const clickAndReturn = () => {
    document.body.click();
    returnToPage();
  };
  vi.setSystemTime(ends + 86_400_000);
  localStorage[clockKey] = String(-86_400_000);
  bootPage();
  expect(marks['phase']).toBe('open');
  clickAndReturn();
  expect(marks['phase']).toBe('open');
  // Years, as after the battery was empty.
  vi.setSystemTime(0);
  localStorage[clockKey] = String(starts);
  clickAndReturn();
  expect(marks['phase']).toBe('open');
});

test('the gateway’s time counts at the return where the device’s clock is wrong', () => {
  vi.setSystemTime(ends + 1);
  localStorage[clockKey] = String(Date.parse(today) - ends);
  openLivePage();
  expect(marks['phase']).toBe('open');
});

test('a clock that has been put right counts at the gateway’s next answer', () => {
  vi.setSystemTime(today);
  const yearMs = 365 * 24 * 60 * 60 * 1000;
  localStorage[clockKey] = String(yearMs);
  openLivePage();
  expect(marks['phase']).toBe('over');
  const date = new Date(today).toUTCString();
  const answer = new Headers({ date, 'cache-control': 'no-store' });
  learnTime(
    answer,
    browserStore(() => localStorage),
  );
  expect(marks['phase']).toBe('open');
});

test.each([
  ['?mgm=BRI-7K2Q', 'BRI-7K2Q'],
  ['?utm_source=x&mgm=BCDF2345#premiacao', 'BCDF2345'],
  [`?mgm=${'A'.repeat(60)}`, 'A'.repeat(40)],
  // What the gateway would refuse, and the sign-up with it.
  ['?mgm=%00', null],
  ['?mgm=%3Cb%3E', null],
  ['?mgm=', null],
  ['?xmgm=A', null],
  ['', null],
])('an invitation %s leaves the code %s', (query, code) => {
  history.replaceState(null, '', `/${query}`);
  bootPage();
  expect(localStorage.getItem(referralKey)).toBe(code);
  history.replaceState(null, '', '/');
});

test('a session of this tenant is one, another tenant’s is none', () => {
  localStorage[credentialsKey] = JSON.stringify({ tenantId: 'brisal' });
  bootPage();
  expect(marks['session']).toBe('in');
  bootPage({}, { tenant: 'outra' });
  expect(marks['session']).toBe('out');
});

test('a page that was left and is returned to knows who has signed in elsewhere meanwhile', () => {
  bootPage();
  localStorage[credentialsKey] = JSON.stringify({ tenantId: 'brisal' });
  expect(marks['session']).toBe('out');
  returnToPage();
  expect(marks['session']).toBe('in');
});

test('a page that was left and is returned to knows who has signed out elsewhere meanwhile', () => {
  localStorage[credentialsKey] = JSON.stringify({ tenantId: 'brisal' });
  bootPage();
  localStorage.clear();
  returnToPage();
  expect(marks['session']).toBe('out');
});

test('a page that was left and is returned to knows how cookies were answered elsewhere meanwhile', () => {
  bootPage();
  expect(marks['consent']).toBe('asked');
  const cookie = vi.spyOn(document, 'cookie', 'get');
  for (const answer of ['accepted', 'asked']) {
    cookie.mockReturnValue(`promo_consent=${answer}`);
    returnToPage();
    expect(marks['consent']).toBe(answer);
  }
});

test('an answer that became no cookie holds for as long as the page', () => {
  bootPage();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  marks['consent'] = 'accepted';
  returnToPage();
  expect(marks['consent']).toBe('accepted');
});

test('an entry that cannot be read says nothing about who is signed in', () => {
  localStorage[credentialsKey] = JSON.stringify({ tenantId: 'brisal' });
  bootPage();
  localStorage[credentialsKey] = '{';
  returnToPage();
  expect(marks['session']).toBe('in');
});

test('a click does not make a session of an entry that the site could not read', () => {
  localStorage[credentialsKey] = JSON.stringify({ tenantId: 'brisal' });
  bootPage();
  Object.assign(marks, { session: 'out' });
  document.body.click();
  expect(marks['session']).toBe('out');
});

test.each([
  ['that an embedder tries out has no session, though another page has one', 'brisal', 'out'],
  ['that can store nothing keeps its session', 'outra', 'in'],
])('after the return a frame %s', (_, tenantId, known) => {
  vi.stubGlobal('top', {});
  localStorage[credentialsKey] = JSON.stringify({ tenantId });
  bootPage();
  Object.assign(marks, { session: known });
  vi.setSystemTime(ends + 1);
  returnToPage();
  expect(marks).toMatchObject({ session: known, phase: 'over' });
});

test('a visitor is sent away from a guarded page, which is remembered', () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  bootPage({ guarded: 'yes' });
  expect(replace.mock.calls).toEqual([['/']]);
  expect(sessionStorage['promo.wanted']).toBe(location.pathname);
});

test('a visitor who is redirected keeps the source that led them to the page', () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  vi.spyOn(location, 'search', 'get').mockReturnValue('?partner=loja-azul');
  bootPage({ guarded: 'yes' });
  expect(replace.mock.calls).toEqual([['/?partner=loja-azul']]);
});

test('a signed-in user stays, and a visitor stays on pages that are not guarded', () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  bootPage();
  localStorage[credentialsKey] = JSON.stringify({ tenantId: 'brisal' });
  bootPage({ guarded: 'yes' });
  expect(replace).not.toHaveBeenCalled();
});

test('an answer to the cookie banner marks the page at once', () => {
  bootPage();
  expect(marks['consent']).toBe('asked');
  document.body.innerHTML = '<button data-answer="accepted">Aceitar</button>';
  document.querySelector('button')?.click();
  expect(marks['consent']).toBe('accepted');
});

test('a link of the menu closes it and leaves the focus on its button, not on what is gone', () => {
  bootPage();
  document.body.innerHTML =
    '<details class="menu" open><summary>Menu</summary><a href="#ajuda">Ajuda</a></details>';
  const link = document.querySelector('a') as HTMLElement;
  link.focus();
  link.click();
  expect(document.querySelector('details')?.open).toBe(false);
  expect(document.activeElement?.localName).toBe('summary');
});
