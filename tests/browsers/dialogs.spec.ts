import { expect, test } from './browser-test.ts';

test('a short dialog is no taller than what it says', async ({ tab, view, site }) => {
  await tab.open(`${site.url}/entrar#esqueci-senha`);
  await view.shows('dialog', 'Esqueceu sua senha?');
  const height = `document.querySelector('dialog[open]').getBoundingClientRect().height`;
  expect(await tab.evaluate(height)).toBeLessThan(500);
});
