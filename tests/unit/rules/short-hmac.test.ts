import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortHmac } from '../../../src/rules/short-hmac.ts';

test('is the HMAC of the platform, whatever came before', () => {
  const key = fc.uint8Array({ maxLength: 64 });
  const messages = fc.array(fc.uint8Array({ maxLength: 55 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(key, messages, (bytes, texts) => {
      const hmac = shortHmac(bytes);
      for (const text of texts) {
        const words = [...hmac(text)].map((word) => (word >>> 0).toString(16).padStart(8, '0'));
        expect(words.join('')).toBe(createHmac('sha256', bytes).update(text).digest('hex'));
      }
    }),
    { numRuns: 1000 },
  );
});

test('takes neither a longer key nor a longer message', () => {
  expect(() => shortHmac(new Uint8Array(65))).toThrow(RangeError);
  expect(() => shortHmac(new Uint8Array(64))(new Uint8Array(56))).toThrow(RangeError);
});
