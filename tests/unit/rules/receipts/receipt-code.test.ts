import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiptFromHalves, receiptFromQr } from '../../../../src/rules/receipts/receipt-code.ts';
import { qrText } from '../../../support/receipts/qr-text.ts';
import { seededRandom } from '../../../support/receipts/random.ts';
import {
  fictionalCnpj,
  receiptKey,
  withCheckDigit,
} from '../../../support/receipts/receipt-key.ts';

const online = '41251000000000000191650010000123451839201749';
const offline = withCheckDigit('4125100000000000019165001000012345983920174');
const sat = withCheckDigit('3524110000000000019159000123456007890654321');
const portal = 'http://www.fazenda.pr.gov.br/nfce/qrcode?p=';
const hash = '0123456789ABCDEF0123456789ABCDEF01234567';

function hexadecimal(text: string): string {
  return Buffer.from(text).toString('hex');
}

describe('QR code of a receipt', () => {
  it('v2 online gives the key and no day', () => {
    expect(receiptFromQr(`${portal}${online}|2|1|1|${hash}`)).toMatchObject({
      accessKey: { key: online, number: 12345 },
      purchaseDate: null,
      purchaseTime: null,
      total: null,
      issuedIn: 'production',
    });
  });

  it('v2 offline gives day and total', () => {
    expect(
      receiptFromQr(`${portal}${offline}|2|1|07|123.45|${'6a'.repeat(28)}|1|${hash}`),
    ).toMatchObject({ accessKey: { key: offline }, purchaseDate: '2025-10-07', total: 12345 });
  });

  it('v3 online ends after the environment', () => {
    expect(receiptFromQr(`${portal}${online}|3|1`)).toMatchObject({
      accessKey: { key: online },
      purchaseDate: null,
    });
  });

  it("v3 offline gives day and total, never the consumer's CPF", () => {
    const receipt = receiptFromQr(`${portal}${offline}|3|1|31|10.5|1|11144477735|c2lnbmF0dXJl`);
    expect(receipt).toMatchObject({ purchaseDate: '2025-10-31', total: 1050 });
    expect(JSON.stringify(receipt)).not.toContain('11144477735');
  });

  it('v1 gives day, time and total by name', () => {
    const issued = hexadecimal('2025-10-09T14:00:00-03:00');
    const query = `?chNFe=${online}&nVersao=100&tpAmb=1&cDest=11144477735&dhEmi=${issued}&vNF=99.90&vICMS=0.00&digVal=${'6a'.repeat(28)}&cIdToken=000001&cHashQRCode=${hash}`;
    const receipt = receiptFromQr(`https://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx${query}`);
    expect(receipt).toMatchObject({
      purchaseDate: '2025-10-09',
      purchaseTime: '14:00:00',
      total: 9990,
    });
    expect(JSON.stringify(receipt)).not.toContain('11144477735');
  });

  it('SAT gives day, time and total without an address', () => {
    const receipt = receiptFromQr(`${sat}|20241105103000|55.10|11144477735|c2lnbmF0dXJl`);
    expect(receipt).toMatchObject({
      accessKey: { model: '59' },
      purchaseDate: '2024-11-05',
      purchaseTime: '10:30:00',
      total: 5510,
    });
    expect(JSON.stringify(receipt)).not.toContain('11144477735');
    expect(receiptFromQr(`CFe${sat}|20241105103000|55.10||c2lnbmF0dXJl`)).toEqual(receipt);
  });

  it.each([
    ['a byte order mark', `\uFEFF${portal}${online}|2|1|1|${hash}`],
    ['a stray byte behind', `${portal}${online}|3|1\u0000`],
    ['a missing tail', `${portal}${online}|2`],
    ['nothing but the key', `${portal}${online}`],
    ['capitals', `${portal}${online}|3|1`.toUpperCase()],
    ['other parameters around', `https://example.com.br/?a=1&p=${online}|3|1&b=2#top`],
  ])('forgives %s', (_name, text) => {
    expect(receiptFromQr(text)).toMatchObject({
      accessKey: { key: online },
      issuedIn: 'production',
    });
  });

  it('forgives %7C in all its places', () => {
    const text = `${portal}${offline}|2|1|07|123.45|${'6a'.repeat(28)}|1|${hash}`;
    expect(receiptFromQr(text.replaceAll('|', '%7c'))).toEqual(receiptFromQr(text));
    expect(receiptFromQr(text)?.total).toBe(12345);
  });

  it('tells the test environment', () => {
    expect(receiptFromQr(`${portal}${online}|2|2|1|${hash}`)?.issuedIn).toBe('test');
    expect(receiptFromQr(`https://example.com/?chNFe=${online}&tpAmb=2`)?.issuedIn).toBe('test');
  });

  it.each([
    ['day 32', `${portal}${offline}|2|1|32|123.45|a|1|b`],
    ['day 00', `${portal}${offline}|2|1|00|123.45|a|1|b`],
    ['a cut day', `${portal}${offline}|2|1|0`],
    ['the identifier of a signature', `${portal}${online}|2|1|07|123.45|a|1|b`],
  ])('takes no day from %s', (_name, text) => {
    expect(receiptFromQr(text)?.purchaseDate).toBeNull();
  });

  it("takes no day outside the key's month", () => {
    expect(receiptFromQr(`${sat}|20241205103000|55.10||x`)?.purchaseDate).toBeNull();
    const issued = hexadecimal('2025-11-09T14:00:00-03:00');
    expect(receiptFromQr(`?chNFe=${online}&dhEmi=${issued}`)?.purchaseDate).toBeNull();
  });

  it.each(['240000', '106000', '103060'])('takes no time from %s', (time) => {
    const receipt = receiptFromQr(`${sat}|20241105${time}|55.10||x`);
    expect(receipt).toMatchObject({ purchaseDate: '2024-11-05', purchaseTime: null });
  });

  it.each([
    ['a page', 'https://example.com.br/promocao'],
    ['a payment', '00020126580014br.gov.bcb.pix0136'],
    ['a key that does not hold', `${portal}${online.slice(0, 43)}8|2|1|1|${hash}`],
    ['45 digits', `${portal}${online}0|2|1|1|${hash}`],
    ['an NFC-e key in the layout of SAT', `${online}|20251007103000|55.10||x`],
    ['nothing', ''],
  ])('refuses %s', (_name, text) => {
    expect(receiptFromQr(text)).toBeNull();
  });

  it('reads back every receipt a shop can print', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom('v2' as const, 'v3' as const),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 9_999_999 }),
        (seed, version, isOffline, letters, total) => {
          const random = seededRandom(seed);
          const state = random.pick(['PR', 'SC', 'RS'] as const);
          const day = `2026-${random.pick(['01', '09', '12'])}-${random.pick(['01', '15', '28'])}`;
          const cnpj = fictionalCnpj(random, letters);
          const parts = { state, day, cnpj, series: 1, number: random.between(1, 999_999_999) };
          const key = receiptKey({ ...parts, offline: isOffline, code: random.digits(8) });
          const facts = { ...parts, key, version, offline: isOffline, total };
          expect(
            receiptFromQr(qrText({ ...facts, environment: 'production' }, random)),
          ).toMatchObject({
            accessKey: { key, state, cnpj, number: parts.number },
            purchaseDate: isOffline ? day : null,
            total: isOffline ? total : null,
          });
        },
      ),
    );
  });
});

describe('two bar codes of a SAT receipt', () => {
  const [first, second] = [sat.slice(0, 22), sat.slice(22)];

  it('are its key in any order, and among others', () => {
    for (const texts of [
      [first, second],
      [second, first, '7891528030142', second],
    ]) {
      expect(receiptFromHalves(texts)?.accessKey.key).toBe(sat);
    }
  });

  it.each([
    ['one alone', [first]],
    ['halves of two receipts', [first, '1123456007890654321009']],
    ['two halves of an NFC-e, which prints none', [offline.slice(0, 22), offline.slice(22)]],
  ])('are nothing: %s', (_name, texts) => {
    expect(receiptFromHalves(texts)).toBeNull();
  });
});
