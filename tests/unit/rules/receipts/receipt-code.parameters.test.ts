import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  qrParameters,
  receiptFromQr,
  withBuyer,
} from '../../../../src/rules/receipts/receipt-code.ts';
import { qrText } from '../../../support/receipts/qr-text.ts';
import { seededRandom } from '../../../support/receipts/random.ts';
import { withCheckDigit } from '../../../support/receipts/receipt-key.ts';

const online = '41251000000000000191650010000123451839201749';
const offline = withCheckDigit('4125100000000000019165001000012345983920174');
const nfe = withCheckDigit('4125100000000000019155001000012345183920174');
const portal = 'http://www.fazenda.pr.gov.br/nfce/qrcode?p=';
const hash = '0123456789ABCDEF0123456789abcdef01234567';
const digest = '6a'.repeat(28);
const signature = `${'aB3+/x'.repeat(57)}Q=`;

function parametersOf(rest: string, key = online): string | null {
  return qrParameters(`${portal}${key}|${rest}`)?.parameters ?? null;
}

describe('what is asked', () => {
  test.each([
    `2|1|1|${hash}`,
    `2|1|000001|${hash}`,
    `2|1|07|123.45|${digest}|1|${hash}`,
    '3|1',
    `3|1|07|123.45|||${signature}`,
  ])('%s stays as it is', (rest) => {
    expect(parametersOf(rest)).toBe(rest);
    expect(parametersOf(rest.replaceAll('|', '%7C').replaceAll('+', '%2B'))).toBe(rest);
  });

  test('stray bytes behind, and a byte order mark before, are no part of it', () => {
    const text = `\uFEFF${portal}${online}|2|1|1|${hash}\u0000x#y`;
    expect(qrParameters(text)).toMatchObject({
      accessKey: { key: online },
      parameters: `2|1|1|${hash}`,
    });
    expect(parametersOf('3|1\u0000')).toBe('3|1');
  });

  test.each([
    ['test environment', `2|2|1|${hash}`],
    ['test environment', '3|2'],
    ['no hash', '2|1|1|'],
    ['a short hash', `2|1|1|${hash.slice(1)}`],
    ['another version', `1|1|1|${hash}`],
    ['too many parts', `2|1|1|${hash}|x`],
    ['a line break', `2|1|1\r\nHost: x|${hash}`],
    ['an address', '2|1|http://10.0.0.1/|x'],
    ['nothing', ''],
  ])('%s is not asked', (_, rest) => {
    expect(parametersOf(rest)).toBeNull();
  });

  test('only an NFC-e is asked', () => {
    expect(parametersOf(`2|1|1|${hash}`, nfe)).toBeNull();
    expect(qrParameters(`https://x.example/?chNFe=${online}&nVersao=100`)).toBeNull();
    expect(qrParameters('https://loja.example/oferta')).toBeNull();
  });
});

describe('the buyer’s document', () => {
  const code = (kind: string, buyer: string) =>
    parametersOf(`3|1|07|123.45|${kind}|${buyer}|${signature}`, offline) ?? '';

  test('is never kept', () => {
    expect(code('2', '52998224725')).toBe(`3|1|07|123.45|2|*|${signature}`);
    expect(code('1', '11222333000181')).not.toContain('11222333000181');
  });

  test('is the signed-in person’s when the office is asked', () => {
    expect(withBuyer(code('2', '52998224725'), '52998224725')).toBe(
      `3|1|07|123.45|2|52998224725|${signature}`,
    );
    expect(withBuyer(code('2', '52998224725'), '11222333000181')).toBeNull();
    expect(withBuyer(code('1', '11222333000181'), null)).toBeNull();
    expect(withBuyer(code('3', 'AB123'), '52998224725')).toBeNull();
    expect(withBuyer(`2|1|1|${hash}`, null)).toBe(`2|1|1|${hash}`);
  });
});

test('parameters exist for every code that a shop prints, and agree with the code’s reader', () => {
  const facts = fc.record({
    state: fc.constantFrom('PR' as const, 'SC' as const, 'RS' as const),
    version: fc.constantFrom('v2' as const, 'v3' as const),
    isOffline: fc.boolean(),
    total: fc.integer({ min: 1, max: 99_999_999 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(facts, ({ isOffline, seed, ...rest }) => {
      const key = isOffline ? offline : online;
      const day = '2025-10-07';
      const text = qrText(
        { ...rest, key, offline: isOffline, day, environment: 'production' },
        seededRandom(seed),
      );
      const found = qrParameters(text);
      expect(found?.accessKey).toEqual(receiptFromQr(text)?.accessKey);
      expect(text.endsWith(`${key}|${found?.parameters}`)).toBe(true);
    }),
  );
});

test('parameters hold only parts of the code, whatever the code says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (rest) => {
      const found = parametersOf(rest);
      expect(found ?? '3|1').toMatch(/^[23]\|1(?:\|[\w.,+/=*]*)*$/);
    }),
  );
});
