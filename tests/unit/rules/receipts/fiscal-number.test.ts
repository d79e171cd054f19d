import { describe, expect, test } from 'vitest';
import {
  fiscalNumber,
  isPerhapsAnyOf,
  possibleFiscalNumbers,
  shopOf,
  similarFiscalNumbers,
} from '../../../../src/rules/receipts/fiscal-number.ts';
import {
  duplicateKeyOf,
  releaseSeparator,
} from '../../../../src/rules/receipts/receipt-identity.ts';
import { branchCnpj, otherCnpj, shopCnpj } from '../../../support/receipt-body.ts';
import { receiptKey } from '../../../support/receipts/receipt-key.ts';

const day = '2025-10-20';
const usual = { state: 'PR', day, cnpj: shopCnpj, series: 1, offline: false } as const;
const key = receiptKey({ ...usual, number: 1234, code: '20000001' });
const company = shopCnpj.slice(0, 8);
const own = `${company}/1234`;

function without(place: number, text = key): string {
  return text.slice(0, place) + text.slice(place + 1);
}

function receiptOf(identifier: string, cnpj = shopCnpj) {
  return {
    identifier,
    cnpj,
    duplicateKey: duplicateKeyOf({ identifier, cnpj, purchaseDate: day }),
  };
}

describe('a fiscal number is the company’s and the receipt’s', () => {
  test.each([
    ['an access key', key, shopCnpj, own],
    ['an access key beside the CNPJ of another shop', key, otherCnpj, own],
    ['a key without its last digits', key.slice(0, 36), shopCnpj, own],
    ['a key without its first digit', key.slice(1), shopCnpj, own],
    ['a key without a digit of its CNPJ', without(10), shopCnpj, own],
    ['a short number', '1234', shopCnpj, own],
    ['a short number with zeros before it', '0001234', shopCnpj, own],
    ['a short number of another branch', '1234', branchCnpj, own],
    ['a short number of another shop', '1234', otherCnpj, `${otherCnpj.slice(0, 8)}/1234`],
    [
      'the number of a SAT receipt of 15 digits',
      '123456789012345',
      shopCnpj,
      `${company}/123456789012345`,
    ],
  ])('where it was entered by %s', (_, identifier, cnpj, expected) => {
    expect(fiscalNumber({ identifier, cnpj })).toBe(expected);
  });
});

test('the shop of a key, or of most of one, is the one printed in it', () => {
  const shops = [key, key.slice(0, 36), '1234'].map((identifier) =>
    shopOf({ identifier, cnpj: otherCnpj }),
  );
  expect(shops).toEqual([shopCnpj, shopCnpj, otherCnpj]);
});

test('a key with a digit missing may be any key that one more digit makes, among them its own', () => {
  expect(possibleFiscalNumbers(receiptOf(key))).toEqual([own]);
  expect(possibleFiscalNumbers(receiptOf('1234'))).toEqual([own]);
  const numberDigit = key.length - 11;
  expect(fiscalNumber(receiptOf(without(numberDigit)))).not.toBe(own);
  expect(possibleFiscalNumbers(receiptOf(without(numberDigit)))).toContain(own);
});

test('a whole key is similar to what is read of it with any digit missing', () => {
  const similar = similarFiscalNumbers(receiptOf(key));
  const others = [...key].map((_, place) => fiscalNumber(receiptOf(without(place))));
  expect(others.filter((number) => !similar.includes(number))).toEqual([]);
});

describe('a receipt', () => {
  const released = `${key}${releaseSeparator}17`;
  test.each([
    ['may be its short number', '1234', receiptOf(key).duplicateKey, true],
    ['may be its key with a digit missing', without(30), receiptOf(key).duplicateKey, true],
    ['may be the receipt of that key that was released', '1234', released, true],
    ['is not one of another number', '1235', receiptOf(key).duplicateKey, false],
    ['is not one of another company', key, receiptOf('1234', otherCnpj).duplicateKey, false],
    [
      'is not a whole key of another series',
      receiptKey({ ...usual, series: 2, number: 1234, code: '20000001' }),
      receiptOf(key).duplicateKey,
      false,
    ],
  ])('%s', (_, identifier, other, expected) => {
    expect(isPerhapsAnyOf(receiptOf(identifier), [other])).toBe(expected);
  });

  test('is none where there is no other', () => {
    expect(isPerhapsAnyOf(receiptOf(key), [])).toBe(false);
  });
});
