import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { derTags, onlyPart, partsIn } from '../../../../src/rules/log/time-stamp.ts';

const read = (hex: string) => onlyPart(hexToBytes(hex));

describe('parts', () => {
  test('have a length in one byte or in up to three more', () => {
    expect(partsIn(read('3006020101020102'), derTags.sequence)).toHaveLength(2);
    for (const length of [127, 128, 255, 256, 65_535, 65_536]) {
      const digits = length.toString(16);
      const padded = digits.padStart(digits.length + (digits.length % 2), '0');
      const size = length < 128 ? padded : `${(0x80 + padded.length / 2).toString(16)}${padded}`;
      expect(read(`04${size}${'ab'.repeat(length)}`).content).toHaveLength(length);
    }
  });

  test.each([
    ['nothing', ''],
    ['two', '02010102 0101'],
    ['a tag alone', '30'],
    ['a length that is cut off', '3082'],
    ['a content that is cut off', '04050102'],
    ['a length of four bytes', `0484${'00000001'}ab`],
    ['a length without an end', `3080${'00'.repeat(128)}`],
  ])('refuses %s', (_name, hex) => {
    expect(() => read(hex.replaceAll(' ', ''))).toThrow(RangeError);
  });

  test('are found or refused in any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          expect(onlyPart(bytes).whole).toHaveLength(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
