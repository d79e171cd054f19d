// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { follow } from '../../../widgets/page/follow-element.ts';

test('a user’s progress is announced once, also when the form was mounted anew before this script arrived', async () => {
  // It asks the campaign's site whether the page's policy lets the form call it.
  vi.stubGlobal('fetch', async () => new Response());
  const host = document.body.appendChild(document.createElement('div'));
  host.innerHTML = '<div class="promo-page"><form id="cadastro"><input /></form></div>';
  follow(host);
  follow(host);
  const told: string[] = [];
  for (const name of ['promo:started', 'promo:step', 'promo:done']) {
    host.addEventListener(name, () => told.push(name));
  }
  host.querySelector('input')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  host.dispatchEvent(new CustomEvent('promo:success', { detail: { form: 'cadastro' } }));
  await Promise.resolve();
  expect(told).toEqual(['promo:started', 'promo:step', 'promo:done']);
});
