import { expect, test } from 'vitest';
import { withPlainMarkup } from '../../../src/integrations/finish-pages.ts';

test('drawings close alike, but an element with content keeps its end', () => {
  const drawing = '<svg><path d="M0 0"></path><rect x="1" /><use href="#a"/></svg>';
  expect(withPlainMarkup(drawing)).toBe('<svg><path d="M0 0"/><rect x="1"/><use href="#a"/></svg>');
  const titled = '<path d="M0 0"><title>Selo</title></path>';
  expect(withPlainMarkup(titled)).toBe(titled);
});

test('an attribute without a value stands alone', () => {
  expect(withPlainMarkup('<img alt="" src="/a.svg">')).toBe('<img alt src="/a.svg">');
});

test('the props of an island keep what they say, whatever marks stand in it', () => {
  const escaped = 'O&#39;Brien &amp; &lt;b&gt; \\&quot;x\\&quot; &amp;quot;';
  const page = `<astro-island uid="1" props="{&quot;name&quot;:[0,&quot;${escaped}&quot;]}" ssr>`;
  expect(withPlainMarkup(page)).toBe(
    `<astro-island uid="1" props='{"name":[0,"O&#39;Brien &amp; &lt;b&gt; \\"x\\" &amp;quot;"]}' ssr>`,
  );
});

test('props that would stay as they were stop the build', () => {
  expect(() => withPlainMarkup('<astro-island data-name=">" props="{}">')).toThrow('another way');
});
