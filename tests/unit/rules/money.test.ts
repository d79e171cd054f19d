import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatMoney,
  formatReais,
  fromCentavos,
  limitInCentavos,
  parseMoney,
  toCentavos,
  unbrokenMoney,
} from '../../../src/rules/money.ts';
import { formatNumber, formatWhole } from '../../../src/rules/text.ts';

const centavos = fc.integer({ min: 0, max: 10_000_000_000 });

describe('money', () => {
  it.each([
    [0, 'R$\u00a00,00'],
    [5, 'R$\u00a00,05'],
    [990, 'R$\u00a09,90'],
    [123_456, 'R$\u00a01.234,56'],
    [123_456_789_01, 'R$\u00a0123.456.789,01'],
  ])('shows %i centavos as %j', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  it('stays together in a text, whatever follows', () => {
    expect(unbrokenMoney('De R$ 10,00 a R$ 100: US$ 5, R$ e R$ cem')).toBe(
      'De R$\u00a010,00 a R$\u00a0100: US$ 5, R$ e R$ cem',
    );
  });

  it('shows any whole number as the language does', () => {
    const language = new Intl.NumberFormat('pt-BR');
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(formatWhole(value)).toBe(language.format(value));
      }),
    );
  });

  it('shows decimals as the language does', () => {
    const language = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (hundredths) => {
        expect(formatNumber(hundredths / 100)).toBe(language.format(hundredths / 100));
      }),
    );
  });

  it('shows any amount as the language does', () => {
    const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (amount) => {
        expect(formatMoney(amount)).toBe(reais.format(amount / 100));
      }),
    );
  });

  it.each([
    [9.9, 'R$\u00a09,90'],
    [1234.56, 'R$\u00a01.234,56'],
  ])('shows %d reais of the wire as %j', (amount, text) => {
    expect(formatReais(amount)).toBe(text);
  });

  it.each([
    ['1.234,56', 123_456],
    ['R$ 10', 1000],
    ['R$\u00a010,00', 1000],
    ['r$10,5', 1050],
    ['10,', 1000],
    ['10.50', 1050],
    ['10.5', 1050],
    ['10.000', 1_000_000],
    ['1234,5', 123_450],
    ['0,01', 1],
  ])('reads %j as %i centavos', (text, amount) => {
    expect(parseMoney(text)).toBe(amount);
  });

  it.each([
    '',
    'R$',
    '-10',
    '10,005',
    '1,234.56',
    '1.23.456',
    '12.34,5',
    '1.234.5',
    '1234.567',
    '1234.567,00',
    '10 R$',
    'dez',
    '10 reais',
    '1e3',
    '99999999999999999',
  ])('refuses %j', (text) => {
    expect(parseMoney(text)).toBeNull();
  });

  it('reads back what it shows', () => {
    fc.assert(
      fc.property(centavos, (amount) => {
        expect(parseMoney(formatMoney(amount))).toBe(amount);
      }),
    );
  });

  it('crosses the wire without losing a centavo', () => {
    fc.assert(
      fc.property(centavos, (amount) => {
        const sent: unknown = JSON.parse(JSON.stringify({ amount: fromCentavos(amount) }));
        expect(sent).toEqual({ amount: Number((amount / 100).toFixed(2)) });
        expect(toCentavos(fromCentavos(amount))).toBe(amount);
      }),
    );
  });

  it.each([
    [43.11000000000001, 4311],
    [0.1 + 0.2, 30],
    [10.0000004, 1000],
    [9.9999996, 1000],
  ])('takes %d, which a sum of fractions can leave, as %i centavos', (amount, whole) => {
    expect(toCentavos(amount)).toBe(whole);
  });

  it.each([10.005, 10.000001, 1e-3, Number.NaN, Number.POSITIVE_INFINITY, 1e18])(
    'has no centavos for %d',
    (amount) => {
      expect(toCentavos(amount)).toBeNull();
    },
  );

  it('takes a limit that is not set as none, and a wrong one as wrong data', () => {
    expect(limitInCentavos(null)).toBeNull();
    expect(limitInCentavos(undefined)).toBeNull();
    expect(limitInCentavos(9.9)).toBe(990);
    expect(() => limitInCentavos(9.999)).toThrow(RangeError);
  });
});
