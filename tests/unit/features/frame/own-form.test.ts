// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Environment, setEnvironment } from '../../../../src/environment.ts';
import { followLinks, followNavigation } from '../../../../src/features/frame/navigation.ts';
import { siteEnvironment } from '../../../../src/hosts/site-environment.ts';

const focused = () => document.activeElement?.getAttribute('name');
let ends: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  setEnvironment(siteEnvironment({} as Environment['site']));
  document.body.innerHTML = `<main>
    <section class="when-out"><input name="email"><input name="password"></section>
    <form><input name="identifier"><a href="#entrar">Entrar</a></form>
  </main>`;
  ends = [followNavigation('#entrar'), followLinks()];
});
afterEach(() => {
  for (const end of ends) end();
  vi.useRealTimers();
});

test('a link to the form that a frame shows itself leads to the form’s first field', () => {
  document.querySelector('a')?.click();
  vi.runAllTimers();
  expect(focused()).toBe('email');
  expect(window.location.hash).toBe('');
});

test('a link in a dialog leads there too, although the dialog gives the focus back when it closes', async () => {
  window.history.replaceState(null, '', '#cadastro');
  const opener = document.querySelector<HTMLElement>('[name=identifier]');
  window.addEventListener('hashchange', () => queueMicrotask(() => opener?.focus()), {
    once: true,
  });
  document.querySelector('a')?.click();
  await Promise.resolve();
  vi.runAllTimers();
  expect(focused()).toBe('email');
  expect(window.location.hash).toBe('');
});
