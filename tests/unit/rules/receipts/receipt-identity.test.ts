import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiptViolationMessage } from '../../../../src/rules/messages/receipt-messages.ts';
import {
  checkIdentifier,
  duplicateKeyOf,
  keyConflicts,
  normaliseIdentifier,
  showIdentifierEnd,
} from '../../../../src/rules/receipts/receipt-identity.ts';
import { withCheckDigit } from '../../../support/receipts/receipt-key.ts';

const key = '41251000000000000191650010000123451839201749';
const letteredKey = '41260812ABC34501DE35650010000123451839201748';
const ofKey = { identifier: key, cnpj: '00.000.000/0001-91', purchaseDate: '2025-10-20' };
const short = { identifier: '12345', cnpj: '11222333000181', purchaseDate: '2025-10-20' };

describe('number of a receipt', () => {
  it.each(['1', '000123', key, letteredKey, '9'.repeat(43)])('may be %s', (identifier) => {
    expect(checkIdentifier(identifier)).toBeNull();
  });

  it.each(['12A45', '12.345', ' 12345', '-1', '9'.repeat(45), letteredKey.slice(0, 43)])(
    'may not be %j',
    (identifier) => {
      expect(checkIdentifier(identifier)).toBe('IDENTIFIER');
    },
  );

  it.each([`A${key.slice(1)}`, `${key.slice(0, 43)}0`, '9'.repeat(44)])(
    'is an access key with 44 characters, and %s is none',
    (identifier) => {
      expect(checkIdentifier(identifier)).toBe('ACCESS_KEY');
    },
  );

  it.each(['57', '58', '66'])('may not be the key of a document of model %s', (model) => {
    const freight = withCheckDigit(`${key.slice(0, 20)}${model}${key.slice(22, 43)}`);
    const violation = checkIdentifier(freight);
    expect(violation).toBe('ACCESS_KEY_MODEL');
    expect(violation && receiptViolationMessage(violation)).toBe(
      'Esta chave não é de uma nota de compra',
    );
  });

  it('is required', () => {
    expect(checkIdentifier('')).toBe('REQUIRED');
  });

  it.each([
    ['Nº 123.456', '123456'],
    ['000123', '000123'],
    ['4125 1000 0000 0000 0191 6500 1000 0123 4518 3920 1749', key],
    ['4126 0812 abc3 4501 de35 6500 1000 0123 4518 3920 1748', letteredKey],
    ['NFe41260812ABC34501DE35650010000123451839201748', letteredKey],
    ['123456789 Série 001', '123456789001'],
    ['41260812AB', '41260812AB'],
    ['412608ABCDEFGHIJKLMN', '412608ABCDEFGHIJKL'],
    ['112601A', '112601A'],
    ['112610A', '112610A'],
    ['532612A', '532612A'],
    ['012608A', '012608'],
    ['612608A', '612608'],
    ['412600A', '412600'],
    ['412613A', '412613'],
    ['412620A', '412620'],
    ['99412608A', '99412608'],
  ])('is read from %j', (text, identifier) => {
    expect(normaliseIdentifier(text)).toBe(identifier);
  });

  it('is read the same when it is read again', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^4125[01][0-9A-Za-z .]{10,40}$/)),
        (text) => {
          const once = normaliseIdentifier(text);
          expect(once).toMatch(/^[0-9A-Z]*$/);
          expect(normaliseIdentifier(once)).toBe(once);
        },
      ),
    );
  });
});

describe('the key that two duplicates share', () => {
  it('is the access key, whatever else is typed', () => {
    expect(duplicateKeyOf(ofKey)).toBe(key);
    expect(duplicateKeyOf({ ...short, identifier: key })).toBe(key);
  });

  it('is number, shop and day for a shorter number', () => {
    const duplicateKey = duplicateKeyOf(short);
    expect(duplicateKeyOf({ ...short, cnpj: '11.222.333/0001-81' })).toBe(duplicateKey);
    expect(duplicateKeyOf({ ...short, identifier: '0012345' })).toBe(duplicateKey);
    expect(duplicateKeyOf({ ...short, identifier: '12346' })).not.toBe(duplicateKey);
    expect(duplicateKeyOf({ ...short, identifier: '120345' })).not.toBe(duplicateKey);
    expect(duplicateKeyOf({ ...short, cnpj: '12ABC34501DE35' })).not.toBe(duplicateKey);
    expect(duplicateKeyOf({ ...short, purchaseDate: '2025-10-21' })).not.toBe(duplicateKey);
  });

  it('never confuses two different receipts', () => {
    const receipt = fc.record({
      identifier: fc.stringMatching(/^[1-9]\d{0,8}$/),
      cnpj: fc.constantFrom('11222333000181', '12ABC34501DE35'),
      purchaseDate: fc.constantFrom('2025-10-20', '2025-10-21'),
    });
    fc.assert(
      fc.property(receipt, receipt, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(duplicateKeyOf(one) === duplicateKeyOf(other)).toBe(same);
      }),
    );
  });
});

describe('access key beside the typed fields', () => {
  it('agrees in silence', () => {
    expect(keyConflicts(ofKey)).toEqual([]);
    expect(
      keyConflicts({ identifier: letteredKey, cnpj: '12ABC34501DE35', purchaseDate: '2026-08-01' }),
    ).toEqual([]);
  });

  it('tells another month and another shop', () => {
    expect(keyConflicts({ ...ofKey, purchaseDate: '2025-11-01' })).toEqual(['MONTH']);
    expect(keyConflicts({ ...ofKey, cnpj: '11222333000181' })).toEqual(['CNPJ']);
    expect(keyConflicts({ ...short, identifier: key, purchaseDate: '2026-10-01' })).toEqual([
      'MONTH',
      'CNPJ',
    ]);
  });

  it('has nothing to say about a shorter number', () => {
    expect(keyConflicts(short)).toEqual([]);
  });
});

it('an access key is shown by its end, a shorter number in full', () => {
  expect(showIdentifierEnd('41261111222333000181650000000000011000000018')).toBe('… 0000 0018');
  expect(showIdentifierEnd('123456')).toBe('123456');
});
