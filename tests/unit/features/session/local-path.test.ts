import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLocalPath } from '../../../../src/features/session/local-path.ts';
import { oneTimeLoginPath, signOutPath } from '../../../../src/paths.ts';

test.each([
  '/',
  '/nova-nota',
  '/minhas-notas?x=1#nota',
  '/#entrar',
  '/faq?de=/continuar',
  '/continuar-depois',
  '/sairei',
])('a user who signed in goes on to %s', (path) => {
  expect(isLocalPath(path)).toBe(true);
});

test.each([
  '',
  'nova-nota',
  'https://mau.example',
  '//mau.example',
  '/\\mau.example',
  '/\t/mau.example',
])('an address beyond the site is no wanted path: %j', (path) => {
  expect(isLocalPath(path)).toBe(false);
});

/** A text in which some characters are encoded, in either case of the hexadecimal digits. */
const encoded = (text: fc.Arbitrary<string>) =>
  text.chain((whole) =>
    fc
      .array(fc.constantFrom('as it is', 'upper', 'lower'), {
        minLength: whole.length,
        maxLength: whole.length,
      })
      .map((ways) =>
        Array.from(whole, (character, index) => {
          const code = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
          if (ways[index] === 'upper') return code.toUpperCase();
          return ways[index] === 'lower' ? code : character;
        }).join(''),
      ),
  );

const pages = [oneTimeLoginPath, signOutPath].map((path) => path.slice(1));
const inAnyCase = fc.mixedCase(fc.constantFrom(...pages));
const before = fc.constantFrom(
  '/',
  '/./',
  '/x/../',
  '/x//',
  '/faq/..//',
  '/.\\',
  '/x\\..\\',
  '/\t',
  '/\n',
);
const after = fc.constantFrom(
  '',
  '/',
  '//',
  '/.',
  '/./',
  '/index.html',
  '.html',
  '\\',
  ' ',
  '\t',
  ';v=1',
);
const rest = fc.constantFrom('', '?x=1', '#codigo=x&para=/', '?x#codigo=x');

test('a page that signs in by a code, or out, is no wanted path, however it is spelt', () => {
  const path = fc.tuple(before, inAnyCase, after).map((parts) => parts.join(''));
  const afterRoot = encoded(encoded(path.map((text) => text.slice(1))));
  fc.assert(
    fc.property(afterRoot, rest, (spelling, end) => {
      expect(isLocalPath(`/${spelling}${end}`)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test('any other path is a wanted path', () => {
  const name = fc.stringMatching(/^[a-z-]{1,12}$/).filter((text) => !pages.includes(text));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 3 }), (names) => {
      expect(isLocalPath(`/${names.join('/')}`)).toBe(true);
    }),
  );
});
