import { describe, expect, it } from 'vitest';
import {
  accessKeysIn,
  cnpjsIn,
  readReceiptText,
} from '../../../../src/rules/receipts/receipt-text.ts';
import { withCheckDigit } from '../../../support/receipts/receipt-key.ts';

const key = '41251000000000000191650010000123451839201749';
const otherKey = withCheckDigit('4125100000000000019165001000012399183920174');
const spaced = key.replaceAll(/(.{4})/g, '$1 ').trim();

const paper = `MERCADO DO EXEMPLO LTDA
CNPJ: 00.000.000/0001-91 IE 123.456.789-00
Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica
001 CREME DENTAL MENTA 90G 2 UN x 12,00 24,00
Qtde. total de itens 1
Valor total R$ 1.024,00
Desconto R$ 4,00
Valor a pagar R$ 1.020,00
NFC-e nº 12345 Série 1 Emissão 09/10/2025 14:00:00
Consulte pela chave de acesso em www.fazenda.pr.gov.br
${spaced}
Protocolo de autorização 141250000123456 10/10/2025 09:00:01`;

describe('text of a receipt', () => {
  it('reads key, CNPJ, day and total', () => {
    expect(readReceiptText(paper)).toMatchObject({
      accessKey: { key, number: 12345 },
      cnpj: '00000000000191',
      purchaseDate: '2025-10-09',
      total: 102000,
    });
  });

  it.each([
    ['in one piece', key],
    ['cut over two lines', `${spaced.slice(0, 27)}\n${spaced.slice(27)}`],
    ['with dots', key.replaceAll(/(.{4})/g, '$1.').slice(0, -1)],
    ['inside the address of its QR code', `https://example.com.br/?p=${key}|3|1`],
    ['printed twice', `${key}\n${spaced}`],
  ])('finds a key %s', (_name, text) => {
    expect(accessKeysIn(text).map((found) => found.key)).toEqual([key]);
  });

  it('finds no key inside a longer number', () => {
    expect(accessKeysIn(`9${key}`)).toEqual([]);
    expect(accessKeysIn(`${key}1`)).toEqual([]);
  });

  it('leaves the key unread when the text has two', () => {
    expect(readReceiptText(`${paper}\nReferência ${otherKey}`)).toMatchObject({
      accessKey: null,
      cnpj: '00000000000191',
      purchaseDate: '2025-10-09',
    });
  });

  it("takes the shop's CNPJ, not a number that does not hold", () => {
    expect(cnpjsIn('CNPJ 00.000.000/0001-92 11.222.333/0001-81 CNPJ 12.ABC.345/01DE-35')).toEqual([
      '11222333000181',
      '12ABC34501DE35',
    ]);
  });

  it('forgives blanks beside the points of a CNPJ, and no others', () => {
    expect(cnpjsIn('CNPJ: 11.222 .333/0001-81')).toEqual(['11222333000181']);
    expect(cnpjsIn('CNPJ: 11.222 333/0001-81')).toEqual(['11222333000181']);
    expect(cnpjsIn('11 222 333 0001 81')).toEqual([]);
  });

  it.each([
    ["a day outside the key's month", `${spaced}\nEmissão 09/11/2025`, null],
    ['a day that does not exist', 'Emissão 31/02/2026', null],
    ['two days of equal standing', '09/10/2025 10/10/2025', null],
    ['one day without a label', 'Data 09.10.2025 14:00', '2025-10-09'],
    ['the same day twice', '09/10/2025 09/10/2025', '2025-10-09'],
  ])('weighs %s', (_name, text, purchaseDate) => {
    expect(readReceiptText(text).purchaseDate).toBe(purchaseDate);
  });

  it('takes the total from the line below its label', () => {
    expect(readReceiptText('VALOR TOTAL DA NOTA\n57,80').total).toBe(5780);
    expect(readReceiptText('Valor total R$ 57,80').total).toBe(5780);
    expect(readReceiptText('Subtotal 57,80').total).toBeNull();
  });
});
