import { describe, expect, it } from 'vitest';
import {
  checkBirthDate,
  checkCompanyName,
  checkEmail,
  checkName,
  checkPassword,
  isAdult,
  normaliseEmail,
} from '../../../src/rules/person.ts';

const now = new Date('2025-10-15T12:00:00-03:00');

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
  it.each(['Casa & Filhos Ltda.', '3 Irmãos Comércio S/A', 'A, B - C ME', '123'])(
    'accepts %j',
    (name) => {
      expect(checkCompanyName(name)).toBeNull();
    },
  );

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

describe('password', () => {
  it.each([
    ['', 'REQUIRED'],
    ['aB123', 'PASSWORD_LENGTH'],
    ['😀😀😀aB', 'PASSWORD_LENGTH'],
    ['ABC123', 'PASSWORD_LOWERCASE'],
    ['abc123', 'PASSWORD_UPPERCASE'],
    ['aB1234', null],
    ['ãÉ 12 ', null],
    [`aB${'x'.repeat(998)}`, null],
    [`aB${'x'.repeat(999)}`, 'PASSWORD_LONG'],
  ] as const)('judges %j as %s', (password, violation) => {
    expect(checkPassword(password)).toBe(violation);
  });
});

describe('birth date', () => {
  it.each([
    ['', 'REQUIRED'],
    ['  ', 'REQUIRED'],
    ['31/02', 'DATE'],
    ['1899-12-31', 'DATE'],
    ['2007-02-29', 'DATE'],
    ['2007-10-16', 'UNDER_AGE'],
    ['2007-10-15', null],
    ['1900-01-01', null],
  ] as const)('judges %j as %s', (birthDate, violation) => {
    expect(checkBirthDate(birthDate, now)).toBe(violation);
  });
});

describe('being an adult', () => {
  const at = (moment: string) => new Date(moment);

  it('starts on the 18th birthday at midnight in São Paulo', () => {
    expect(isAdult('2007-10-15', at('2025-10-15T02:59:59Z'))).toBe(false);
    expect(isAdult('2007-10-15', at('2025-10-15T03:00:00Z'))).toBe(true);
  });

  it('starts on 1 March for people born on 29 February', () => {
    expect(isAdult('2008-02-29', at('2026-02-28T23:59:59-03:00'))).toBe(false);
    expect(isAdult('2008-02-29', at('2026-03-01T00:00:00-03:00'))).toBe(true);
  });

  it('is not reached by a birth date in the future', () => {
    expect(isAdult('2030-01-01', at('2025-10-15T12:00:00Z'))).toBe(false);
  });
});
