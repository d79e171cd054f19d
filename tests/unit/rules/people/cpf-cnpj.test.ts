import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkCnpj,
  checkCpf,
  formatCnpj,
  formatCpf,
  isCnpj,
  isCpf,
  maskDocument,
  normaliseDocument,
} from '../../../../src/rules/people/cpf-cnpj.ts';

/** Receita Federal's mirror form of the rule: the remainder itself is the digit, 10 counts as 0. */
function withCheckDigits(base: string, weights: readonly number[]): string {
  let document = base;
  for (let digit = 0; digit < 2; digit += 1) {
    const sum = [...document]
      .reverse()
      .map((character, position) => (character.charCodeAt(0) - 48) * (weights[position] ?? 0))
      .reduce((total, product) => total + product, 0);
    document += String((sum % 11) % 10);
  }
  return document;
}

const cpfWeights = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
const cnpjWeights = [9, 8, 7, 6, 5, 4, 3, 2, 9, 8, 7, 6, 5];

const cpf = fc
  .stringMatching(/^\d{9}$/)
  .filter((base) => !/^(.)\1+$/.test(base))
  .map((base) => withCheckDigits(base, cpfWeights));
const cnpj = fc
  .stringMatching(/^[0-9A-Z]{12}$/)
  .filter((base) => !/^(.)\1+$/.test(base))
  .map((base) => withCheckDigits(base, cnpjWeights));

function withOtherDigit(document: string, position: number, step: number): string {
  const digit = (Number(document[position]) + step) % 10;
  return document.slice(0, position) + digit + document.slice(position + 1);
}

describe('CPF', () => {
  it('accepts the worked example of the Receita Federal', () => {
    expect(isCpf('280.012.389-38')).toBe(true);
  });

  it.each([
    '52998224725',
    '529.982.247-25',
    ' 529 982 247 25 ',
    '529.982.247\u201125',
    '111.444.777-35',
    '12345678909',
  ])('accepts %j', (text) => {
    expect(checkCpf(text)).toBeNull();
  });

  it.each([
    '52998224724',
    '5299822472',
    '529982247250',
    '52998224725abc',
    'a52998224725',
    '5299822472\u00b2',
    '11.222.333/0001-81',
  ])('refuses %j', (text) => {
    expect(checkCpf(text)).toBe('CPF');
  });

  it.each([...'0123456789'])('refuses eleven times the digit %s', (digit) => {
    expect(checkCpf(digit.repeat(11))).toBe('CPF');
  });

  it('is missing when only spaces and punctuation are left', () => {
    expect(checkCpf(' .-')).toBe('REQUIRED');
  });

  it('accepts every number with right check digits and refuses it with a wrong one', () => {
    fc.assert(
      fc.property(
        cpf,
        fc.constantFrom(9, 10),
        fc.integer({ min: 1, max: 9 }),
        (document, at, by) => {
          expect(isCpf(document)).toBe(true);
          expect(isCpf(withOtherDigit(document, at, by))).toBe(false);
        },
      ),
    );
  });

  it('reads back what it formats', () => {
    fc.assert(
      fc.property(cpf, (document) => {
        expect(formatCpf(document)).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
        expect(normaliseDocument(formatCpf(document))).toBe(document);
      }),
    );
  });
});

describe('document of another length', () => {
  it.each(['5299822472', '529982247250', '1122233300018', '112223330001811'])(
    'is shown without a mask: %s',
    (text) => {
      expect(formatCpf(text)).toBe(text);
      expect(formatCnpj(text)).toBe(text);
    },
  );
});

describe('CNPJ', () => {
  it.each([
    '11222333000181',
    '11.222.333/0001-81',
    '12ABC34501DE35',
    '12.abc.345/01de-35',
    '00.000.000/0001-91',
  ])('accepts %j', (text) => {
    expect(checkCnpj(text)).toBeNull();
  });

  it.each([
    '11222333000180',
    '1122233300018',
    '12ABC34501DE36',
    '12ABC34501DEA5',
    '00000000000000',
    '11111111111111',
    '529.982.247-25',
  ])('refuses %j', (text) => {
    expect(checkCnpj(text)).toBe('CNPJ');
  });

  it('is missing when empty', () => {
    expect(checkCnpj('')).toBe('REQUIRED');
  });

  it('keeps the letters of an alphanumeric number, in upper case', () => {
    expect(normaliseDocument('12.abc.345/01de-35')).toBe('12ABC34501DE35');
    expect(formatCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  });

  it('accepts every number with right check digits and refuses it with a wrong one', () => {
    fc.assert(
      fc.property(
        cnpj,
        fc.constantFrom(12, 13),
        fc.integer({ min: 1, max: 9 }),
        (document, at, by) => {
          expect(isCnpj(document)).toBe(true);
          expect(isCnpj(withOtherDigit(document, at, by))).toBe(false);
        },
      ),
    );
  });

  it('reads back what it formats', () => {
    fc.assert(
      fc.property(cnpj, (document) => {
        expect(normaliseDocument(formatCnpj(document))).toBe(document);
      }),
    );
  });
});

describe('published document', () => {
  it('shows six digits of a CPF and all of a CNPJ', () => {
    expect(maskDocument('529.982.247-25')).toBe('***.982.247-**');
    expect(maskDocument('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  });
});
