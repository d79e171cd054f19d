// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Environment, environment, setEnvironment } from '../../../../src/environment.ts';
import { leaveFrameOnNavigation } from '../../../../src/features/frame/navigation.ts';
import { siteEnvironment } from '../../../../src/hosts/site-environment.ts';

const focused = () => document.activeElement?.getAttribute('name');
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  setEnvironment(siteEnvironment({} as Environment['site']));
  document.body.innerHTML = `<main>
    <section class="when-out"><input name="email"><input name="password"></section>
    <form><input name="identifier"></form>
  </main>`;
  end = leaveFrameOnNavigation('#entrar');
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test('a link to the form that a frame shows itself leads to the form’s first field', () => {
  environment().navigate('#entrar');
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
  environment().navigate('#entrar');
  await Promise.resolve();
  vi.runAllTimers();
  expect(focused()).toBe('email');
  expect(window.location.hash).toBe('');
});

test.each([
  ['the poll after a sign-up', '#pesquisa', '#pesquisa'],
  ['the site’s login, which would not find what the sign-up stored,', '/entrar?novo', '#entrar'],
])('%s opens as a dialog of the frame, which asks for no login link', (_what, path, hash) => {
  end();
  end = leaveFrameOnNavigation('#cadastrar');
  const ask = vi.spyOn(environment(), 'fetch');
  environment().navigate(path);
  expect(window.location.hash).toBe(hash);
  expect(ask).not.toHaveBeenCalled();
  window.history.replaceState(null, '', window.location.pathname);
});
