// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type Environment, setEnvironment } from '../../../../src/environment.ts';
import { followLinks, followNavigation } from '../../../../src/features/frame/navigation.ts';
import { siteEnvironment } from '../../../../src/hosts/site-environment.ts';

test('a link to the form that a frame shows itself leads to the form’s first field', () => {
  setEnvironment(siteEnvironment({} as Environment['site']));
  document.body.innerHTML = `<main>
    <section class="when-out"><input name="email"><input name="password"></section>
    <form><input name="identifier"><a href="#entrar">Entrar</a></form>
  </main>`;
  const leave = [followNavigation('#entrar'), followLinks()];
  document.querySelector('a')?.click();
  expect(document.activeElement?.getAttribute('name')).toBe('email');
  expect(window.location.hash).toBe('');
  for (const end of leave) end();
});
