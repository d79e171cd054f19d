import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskEmail } from '../../../src/rules/person.ts';

test.each([
  ['ana.prado@exemplo.com.br', 'an•••@exemplo.com.br'],
  ['ana@exemplo.com.br', 'an•••@exemplo.com.br'],
  ['an@exemplo.com.br', 'a•••@exemplo.com.br'],
  ['a@exemplo.com.br', 'a•••@exemplo.com.br'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test('names of more than two letters that begin alike look the same', () => {
  const rest = fc.stringMatching(/^[a-z0-9.]{1,20}$/);
  fc.assert(
    fc.property(rest, rest, (one, other) => {
      expect(maskEmail(`an${one}@exemplo.com.br`)).toBe(maskEmail(`an${other}@exemplo.com.br`));
    }),
  );
});
