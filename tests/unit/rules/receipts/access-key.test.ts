import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigit } from '../../../../src/rules/people/cpf-cnpj.ts';
import { readAccessKey } from '../../../../src/rules/receipts/access-key.ts';

const numeric = '41251000000000000191650010000123451839201749';
const alphanumeric = '41260812ABC34501DE35650010000123451839201748';

const company = fc.stringMatching(/^[0-9A-Z]{12}$/).map((base) => {
  const first = checkDigit(base);
  return `${base}${first}${checkDigit(`${base}${first}`)}`;
});

const accessKey = fc
  .tuple(
    fc.constantFrom('41', '42', '43', '35'),
    fc.integer({ min: 18, max: 40 }),
    fc.integer({ min: 1, max: 12 }),
    company.filter((cnpj) => !/^0+$/.test(cnpj)),
    fc.constantFrom('55', '65', '59'),
    fc.stringMatching(/^\d{21}$/),
  )
  .map(([state, year, month, cnpj, model, rest]) => {
    const yearMonth = `${year}${String(month).padStart(2, '0')}`;
    return withDigit(`${state}${yearMonth}${cnpj}${model}${rest}`);
  });

describe('access key', () => {
  it('reads every part of a numeric key', () => {
    expect(readAccessKey(numeric)).toEqual({
      key: numeric,
      state: 'PR',
      year: 2025,
      month: 10,
      cnpj: '00000000000191',
      model: '65',
      series: 1,
      number: 12345,
      emission: 1,
    });
  });

  it('reads a key whose CNPJ has letters', () => {
    expect(readAccessKey(alphanumeric)).toMatchObject({
      cnpj: '12ABC34501DE35',
      year: 2026,
      month: 8,
    });
  });

  it('reads the other layout of a SAT receipt', () => {
    const sat = readAccessKey(withDigit('3524110000000000019159000123456007890654321'));
    expect(sat).toMatchObject({ state: 'SP', model: '59', series: 123456, number: 7890 });
    expect(sat).not.toHaveProperty('emission');
  });

  it('reads the padded CPF of a person who issues', () => {
    const key = withDigit('4125100001114447773555001000000777183920174');
    expect(readAccessKey(key)).toMatchObject({ cnpj: '00011144477735', number: 777 });
  });

  it('forgives spaces, punctuation and lower case', () => {
    const spaced = alphanumeric.toLowerCase().replaceAll(/(.{4})/g, '$1 ');
    expect(readAccessKey(` ${spaced}\n`)?.key).toBe(alphanumeric);
    expect(readAccessKey(numeric.replaceAll(/(.{4})/g, '$1.-'))?.key).toBe(numeric);
  });

  it.each([
    ['nothing', ''],
    ['43 digits', numeric.slice(0, 43)],
    ['45 digits', `${numeric}0`],
    ['an unknown state', withDigit(`40${numeric.slice(2, 43)}`)],
    ['month 13', withDigit(`412513${numeric.slice(6, 43)}`)],
    ['month 00', withDigit(`412500${numeric.slice(6, 43)}`)],
    ['model 57', withDigit(`${numeric.slice(0, 20)}57${numeric.slice(22, 43)}`)],
    ["a CNPJ whose own digits don't hold", withDigit(numeric.slice(0, 43).replace('0191', '0192'))],
    ['a CNPJ of zeros', withDigit(numeric.slice(0, 43).replace('0191', '0000'))],
    ['letters outside the CNPJ', withDigit(`${numeric.slice(0, 30)}A${numeric.slice(31, 43)}`)],
  ])('refuses %s', (_name, text) => {
    expect(readAccessKey(text)).toBeNull();
  });

  it('reads every key that is built by the rule', () => {
    fc.assert(fc.property(accessKey, (key) => readAccessKey(key)?.key === key));
  });

  it('refuses any single changed digit', () => {
    // Remainders 0 and 1 share the check digit 0: only there can one digit change unseen.
    const distinct = accessKey.filter((key) => !key.endsWith('0'));
    fc.assert(
      fc.property(distinct, fc.nat(43), fc.integer({ min: 1, max: 9 }), (key, position, step) => {
        const character = key.charAt(position);
        fc.pre(/\d/.test(character));
        const other = (Number(character) + step) % 10;
        const changed = `${key.slice(0, position)}${other}${key.slice(position + 1)}`;
        expect(readAccessKey(changed)).toBeNull();
      }),
    );
  });
});

function withDigit(body: string): string {
  return `${body}${checkDigit(body)}`;
}
