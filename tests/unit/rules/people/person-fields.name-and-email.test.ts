import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  checkCompanyName,
  checkEmail,
  checkName,
  firstName,
  maskEmail,
  normaliseEmail,
} from '../../../../src/rules/people/person-fields.ts';

describe('name', () => {
  it.each(['João da Silva', "D'Ávila", 'D’Ávila', 'Ana-Clara', 'José M. Conceição', 'Joa\u0303o'])(
    'accepts %j',
    (name) => {
      expect(checkName(name)).toBeNull();
    },
  );

  it.each(['Maria 2', 'Maria@', 'Maria_Silva', 'Maria\nSilva', '<b>Maria', '.', "-'"])(
    'refuses %j',
    (name) => {
      expect(checkName(name)).toBe('NAME');
    },
  );

  it.each(['', '   '])('is missing as %j', (name) => {
    expect(checkName(name)).toBe('REQUIRED');
  });
});

describe('company name', () => {
  it.each([
    'Casa & Filhos Ltda.',
    '3 Irmãos Comércio S/A',
    'A, B - C ME',
    'Dente (Brasil) Ltda.',
    '123',
  ])('accepts %j', (name) => {
    expect(checkCompanyName(name)).toBeNull();
  });

  it.each(['Loja @ Centro', 'Loja <script>', '&'])('refuses %j', (name) => {
    expect(checkCompanyName(name)).toBe('SPECIAL_CHARACTERS');
  });

  it('is missing when empty', () => {
    expect(checkCompanyName(' ')).toBe('REQUIRED');
  });
});

describe('e-mail', () => {
  it.each(['ana@exemplo.com.br', ' ana.silva+promo@ex-emplo.com ', "o'hara_1@a.io"])(
    'accepts %j',
    (email) => {
      expect(checkEmail(email)).toBeNull();
    },
  );

  it.each([
    'ana',
    'ana@',
    '@exemplo.com',
    'ana@exemplo',
    'ana@exemplo.',
    'ana@-exemplo.com',
    'ana exemplo@exemplo.com',
    'ana@exemplo.com, bia@exemplo.com',
    `${'a'.repeat(243)}@exemplo.com`,
  ])('refuses %j', (email) => {
    expect(checkEmail(email)).toBe('EMAIL');
  });

  it('has at most 254 characters', () => {
    expect(checkEmail(`${'a'.repeat(242)}@exemplo.com`)).toBeNull();
  });

  it('is missing when blank', () => {
    expect(checkEmail('  ')).toBe('REQUIRED');
  });

  it('is compared trimmed and in lower case', () => {
    expect(normaliseEmail(' Ana@Exemplo.COM ')).toBe('ana@exemplo.com');
  });
});

test.each([
  ['ana.prado@exemplo.com.br', 'an•••@exemplo.com.br'],
  ['ana@exemplo.com.br', 'an•••@exemplo.com.br'],
  ['an@exemplo.com.br', 'a•••@exemplo.com.br'],
  ['a@exemplo.com.br', 'a•••@exemplo.com.br'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test('similar names of more than two letters look the same', () => {
  const rest = fc.stringMatching(/^[a-z0-9.]{1,20}$/);
  fc.assert(
    fc.property(rest, rest, (one, other) => {
      expect(maskEmail(`an${one}@exemplo.com.br`)).toBe(maskEmail(`an${other}@exemplo.com.br`));
    }),
  );
});

test('people are greeted by their first name, companies by none', () => {
  expect(firstName({ name: ' Ana Maria da Silva', type: 'PERSON' })).toBe('Ana');
  expect(firstName({ name: 'Mercado 3 & Filhos, Ltda.', type: 'CORPORATE' })).toBe('');
});
