import { expect, test } from 'vitest';
import { preloadIslands } from '../../../src/integrations/islands.ts';

const imports = new Map([
  ['_astro/form.js', ['_astro/react.js', '_astro/field.js']],
  ['_astro/field.js', ['_astro/react.js']],
  ['_astro/client.js', ['_astro/react.js']],
]);

function page(client: string): string {
  return `<head><link rel="icon"><style></style></head><astro-island component-url="/_astro/form.js" renderer-url="/_astro/client.js" client="${client}"></astro-island>`;
}

test('preload links name every script of an island that loads at once, each only once', () => {
  const html = preloadIslands(page('load'), imports);
  expect(html.match(/modulepreload" href="([^"]+)"/g)).toEqual(
    ['form', 'react', 'field', 'client'].map((name) => `modulepreload" href="/_astro/${name}.js"`),
  );
});

test('preload links come before the inline styles', () => {
  const html = preloadIslands(page('load'), imports);
  expect(html.lastIndexOf('modulepreload')).toBeLessThan(html.indexOf('<style>'));
});

test('preload links name no script of an island that waits', () => {
  expect(preloadIslands(page('visible'), imports)).toBe(page('visible'));
});
