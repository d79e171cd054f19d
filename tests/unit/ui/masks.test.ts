import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cnpjMask, cpfMask, dateMask, phoneMask, postalCodeMask } from '../../../src/ui/masks.ts';
import { moneyMask } from '../../../src/ui/rarer-inputs.tsx';

const masks = {
  cpfMask,
  cnpjMask,
  phoneMask,
  postalCodeMask,
  dateMask,
  moneyMask,
};
const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{0,${most}}$`));
const typed = fc.stringMatching(/^[\d .,/()+A-Za-z-]{0,24}$/);

describe.each(Object.entries(masks))('%s', (_, mask) => {
  test('leaves alone what it has formatted', () => {
    fc.assert(fc.property(typed, (text) => mask.format(mask.format(text)) === mask.format(text)));
  });

  test('turns the beginning of a number into the beginning of its format', () => {
    fc.assert(
      fc.property(digits(10), fc.nat(10), (number, length) =>
        mask.format(number).startsWith(mask.format(number.slice(0, length))),
      ),
    );
  });
});

test.each([
  [cpfMask, '52998224725', '529.982.247-25'],
  [cpfMask, ' 529.982.247-25', '529.982.247-25'],
  [cpfMask, '529', '529'],
  [cpfMask, '5299', '529.9'],
  [cpfMask, '52998224725999', '529.982.247-25'],
  [cnpjMask, '12abc34501de35', '12.ABC.345/01DE-35'],
  [cnpjMask, '11.222.333/0001-81', '11.222.333/0001-81'],
  [cnpjMask, 'CNPJ: 11.222.333/0001-81', '11.222.333/0001-81'],
  [cnpjMask, 'cnpj 12abc34501de35', '12.ABC.345/01DE-35'],
  [cnpjMask, 'CNPJ', 'CN.PJ'],
  [cnpjMask, 'CNPJ34501DE35', 'CN.PJ3.450/1DE3-5'],
  [phoneMask, '41999990000', '(41) 99999-0000'],
  [phoneMask, '+55 (41) 99999-0000', '(41) 99999-0000'],
  [phoneMask, '5541999990000', '(41) 99999-0000'],
  [phoneMask, '041 99999 0000', '(41) 99999-0000'],
  [phoneMask, '55999990000', '(55) 99999-0000'],
  [phoneMask, '+55', '+55'],
  [phoneMask, '(+51) 912 345 678', '+51912345678'],
  [phoneMask, '4133334444', '(41) 3333-4444'],
  [phoneMask, '41333', '(41) 333'],
  [postalCodeMask, '80010000', '80010-000'],
  [postalCodeMask, '80.010-000', '80010-000'],
  [dateMask, '07031990', '07/03/1990'],
  [dateMask, '7/3/1990', '07/03/1990'],
  [dateMask, '7/', '07'],
  [dateMask, '7.3.1990', '07/03/1990'],
  [dateMask, '1990-03-07', '07/03/1990'],
  [moneyMask, 'R$ 1.234,5', '1.234,5'],
])('%o shows %s as %s', (mask, text, shown) => {
  expect(mask.format(text)).toBe(shown);
});

test.each([
  ['1234,5', '1.234,50'],
  ['10', '10,00'],
  ['10.50', '10,50'],
  ['1,2,3', '1,2,3'],
  ['', ''],
])('an amount left as %s becomes %s', (text, shown) => {
  expect(moneyMask.complete?.(text)).toBe(shown);
});
