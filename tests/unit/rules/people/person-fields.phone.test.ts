import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkPhone,
  formatPhone,
  normalisePhone,
} from '../../../../src/rules/people/person-fields.ts';

const areaCodes = [
  11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 28, 31, 32, 33, 34, 35, 37, 38, 41, 42, 43,
  44, 45, 46, 47, 48, 49, 51, 53, 54, 55, 61, 62, 63, 64, 65, 66, 67, 68, 69, 71, 73, 74, 75, 77,
  79, 81, 82, 83, 84, 85, 86, 87, 88, 89, 91, 92, 93, 94, 95, 96, 97, 98, 99,
];

const mobile = fc
  .tuple(fc.constantFrom(...areaCodes), fc.stringMatching(/^\d{8}$/))
  .map(([areaCode, rest]) => `${areaCode}9${rest}`);

describe('mobile phone', () => {
  it('knows exactly the 67 area codes', () => {
    const accepted = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0')).filter(
      (code) => checkPhone(`${code}987654321`) === null,
    );
    expect(accepted).toEqual(areaCodes.map(String));
  });

  it.each([
    '41987654321',
    '(41) 98765-4321',
    '+55 (41) 98765-4321',
    '5541987654321',
    '+55\u00a041\u00a098765\u20114321',
    '0055 41 98765 4321',
    '041 98765-4321',
  ])('reads %j as the same number', (text) => {
    expect(checkPhone(text)).toBeNull();
    expect(normalisePhone(text)).toBe('41987654321');
  });

  it('tells area code 55 from country code 55', () => {
    expect(normalisePhone('(55) 98765-4321')).toBe('55987654321');
    expect(normalisePhone('+55 55 98765-4321')).toBe('55987654321');
  });

  it.each([
    ['a landline', '(41) 3333-4444'],
    ['a landline with country code', '+55 41 3333-4444'],
    ['eleven digits that do not start with 9', '41887654321'],
    ['an area code that does not exist', '20987654321'],
    ['a country code in the middle', '1 55 41987654321'],
    ['another country', '+1 202 555 0123'],
    ['a Peruvian mobile, with as many digits as ours', '+51 912 345 678'],
    ['a digit too many', '419876543210'],
    ['letters', '41 9ABCD-4321'],
    ['letters beside a right number', 'tel 41987654321'],
  ])('refuses %s', (_, text) => {
    expect(checkPhone(text)).toBe('PHONE');
  });

  it('is missing when only the mask is left', () => {
    expect(checkPhone('(  )     -    ')).toBe('REQUIRED');
  });

  it.each(['4133334444', '419876543210', '5541987'])('shows %s without a mask', (text) => {
    expect(formatPhone(text)).toBe(text);
  });

  it('reads back what it formats', () => {
    fc.assert(
      fc.property(mobile, (phone) => {
        expect(formatPhone(phone)).toMatch(/^\(\d{2}\) \d{5}-\d{4}$/);
        expect(normalisePhone(formatPhone(phone))).toBe(phone);
        expect(normalisePhone(`+55${formatPhone(phone)}`)).toBe(phone);
      }),
    );
  });
});
