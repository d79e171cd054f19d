// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { follow } from '../../../widgets/page/follow-element.ts';
import { waitFor } from '../../support/wait-for.ts';

let host: HTMLElement;

beforeEach(() => {
  // The element asks the campaign's site whether the page's policy lets the form call it.
  vi.stubGlobal('fetch', async () => new Response());
  host = document.body.appendChild(document.createElement('div'));
  host.innerHTML = '<div class="promo-page"><form id="cadastro"><input /></form></div>';
});

const send = () =>
  host.dispatchEvent(new CustomEvent('promo:success', { detail: { form: 'cadastro' } }));
const comeBack = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('a user’s progress is announced once, also when the form was mounted anew before this script arrived', async () => {
  follow(host);
  follow(host);
  const events: string[] = [];
  for (const name of ['promo:started', 'promo:step', 'promo:done']) {
    host.addEventListener(name, () => events.push(name));
  }
  host.querySelector('input')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  send();
  await Promise.resolve();
  expect(events).toEqual(['promo:started', 'promo:step', 'promo:done']);
});

test('a form that was sent begins anew when its page comes back as it was left', async () => {
  const element = Object.assign(host, { reset: vi.fn() });
  follow(element);
  comeBack(true);
  send();
  comeBack(false);
  expect(element.reset).not.toHaveBeenCalled();
  comeBack(true);
  expect(element.reset).toHaveBeenCalledOnce();
});

test('the form of a `data-promo-widget` element starts anew when its page comes back', async () => {
  host.dataset['promoWidget'] = 'sign-up';
  follow(host);
  send();
  comeBack(true);
  expect(host.dataset['promoWidget']).toBeUndefined();
  await waitFor(() => expect(host.dataset['promoWidget']).toBe('sign-up'));
});

test('the visit counts for its advertisement after the page has cleaned its address', async () => {
  vi.stubGlobal('location', { ...window.location, search: '?utm_source=boletim' });
  follow(host);
  vi.stubGlobal('location', { ...window.location, search: '' });
  host.setAttribute('partner', 'loja-azul');
  const settings = () => host.querySelector('div')?.dataset['settings'];
  await waitFor(() => expect(settings()).toContain('loja-azul'));
  expect(JSON.parse(settings() ?? '')).toEqual({
    'utm-source': 'boletim',
    partner: 'loja-azul',
  });
});
