import { describe, expect, test } from 'vitest';
import { judgePage } from '../../src/gateway/tax-office/judge-page.ts';
import { printedCentavos, printedNumber } from '../../src/gateway/tax-office/page-items.ts';
import { readInThread } from '../../src/gateway/tax-office/read-in-thread.ts';
import { decodePage, readPage } from '../../src/gateway/tax-office/read-page.ts';
import { type AccessKey, readAccessKey } from '../../src/rules/receipts/access-key.ts';
import { receiptKey } from '../support/receipts/receipt-key.ts';
import {
  type OfficeLayout,
  officeLayouts,
  officePage,
  officeReceipt,
  printedBuyer,
} from '../support/tax-office-pages.ts';

const keyOf = (number: number) =>
  receiptKey({
    state: 'PR',
    day: '2026-11-21',
    cnpj: '11222333000181',
    series: 15,
    number,
    offline: false,
    code: '12345678',
  });
const key = keyOf(332207);
const accessKey = readAccessKey(key) as AccessKey;
const receipt = officeReceipt(key, { day: '2026-11-21', total: 165884 });
const judged = (html: string) => judgePage(readPage(html), accessKey);

describe.each(Object.keys(officeLayouts) as OfficeLayout[])('the layout %s', (layout) => {
  test('is read in full', () => {
    expect(judged(officePage(receipt, layout))).toEqual({
      kind: 'confirmed',
      facts: {
        cnpj: '11222333000181',
        day: '2026-11-21',
        time: '10:20:30',
        total: 165884,
        items: [
          {
            code: '4711',
            description: 'CR DENT BRISAL CARV 90G',
            quantity: 1,
            unitPrice: 12.99,
            total: 1299,
          },
          {
            code: '4711',
            description: 'ÁGUA MIN. C/GÁS <1,5L>',
            quantity: 2,
            unitPrice: 822.925,
            total: 164585,
          },
        ],
      },
    });
  });

  test('tells what was paid from the sum of the lines', () => {
    const discounted = officePage({ ...receipt, discount: 1084 }, layout);
    expect(judged(discounted)).toMatchObject({ kind: 'confirmed', facts: { total: 164800 } });
  });

  test('keeps nothing of the buyer', () => {
    const { text, ...kept } = readPage(officePage(receipt, layout));
    const words = JSON.stringify(kept);
    expect(words).not.toContain(printedBuyer.document);
    expect(words).not.toContain(printedBuyer.document.replaceAll(/\D/g, ''));
    expect(words).not.toContain(printedBuyer.name);
  });

  test('proves nothing about another receipt', () => {
    const other = officePage({ ...receipt, key: keyOf(332208) }, layout);
    expect(judged(other)).toEqual({ kind: 'unreadable' });
  });
});

describe('what is not confirmed', () => {
  test.each([
    ['a notice', { notice: 'Documento sob análise' }, 'unreadable'],
    ['a cancelled receipt', { notice: 'NFC-e CANCELADA em 21/11/2026' }, 'cancelled'],
    ['the test environment', { environment: 'Homologação' }, 'unreadable'],
    ['fewer lines than it says', { statedItems: 3 }, 'unreadable'],
    ['a day of another month', { day: '2026-10-21' }, 'unreadable'],
  ])('%s', (_, change, kind) => {
    expect(judged(officePage({ ...receipt, ...change }))).toEqual({ kind });
  });

  test('a cancelled receipt in tabs', () => {
    expect(judged(officePage({ ...receipt, notice: 'CANCELADA' }, 'tabs'))).toEqual({
      kind: 'cancelled',
    });
  });

  test.each([
    ['<input type="hidden" id="hdfNotaCancelada" value="true">', 'cancelled'],
    ['<input type="hidden" id="hdfNotaDenegada">', 'cancelled'],
    ['<input type="hidden" id="hdfNotaCancelada" value="false">', 'confirmed'],
    ['<img id="imgInvalido1" style="display:none">', 'confirmed'],
    ['<img id="imgInvalido1" src="x.png">', 'unreadable'],
  ])('%s makes it %s', (mark, kind) => {
    const page = officePage(receipt).replace('<div id="conteudo">', `${mark}<div id="conteudo">`);
    expect(judged(page).kind).toBe(kind);
  });

  test.each([
    ['Erro 236: NFC-e inexistente na base', 'not-found'],
    ['A NFC-e não consta na base de dados da SEFAZ', 'not-found'],
    ['Rejeição 229: NFC-e cancelada', 'cancelled'],
    ['Código: 238 ainda sem registro', 'waiting'],
    ['Inconsistência de Informações no QR Code', 'refused'],
    ['Problemas na consulta via QR Code', 'refused'],
    ['Url do QRCode mal formatado', 'failed'],
    ['Erro interno', 'failed'],
    ['Sistema em manutenção. Tente mais tarde', 'unavailable'],
    ['<div class="cf-turnstile"></div>Verificando', 'human-check'],
    ['<form>Digite a chave de acesso</form>', 'unreadable'],
    ['', 'failed'],
    ['{"json": true}', 'unreadable'],
  ])('%s', (page, kind) => {
    expect(judged(`<html><body>${page}</body></html>`)).toEqual({ kind });
  });

  test('words of a script are no words of the office', () => {
    const page = officePage(receipt).replace(/<table id="tabResult">[\s\S]*?<\/table>/, '');
    expect(judged(page)).toEqual({ kind: 'unreadable' });
  });
});

test.each([
  ['1.658,84', 1658.84],
  ['0,79', 0.79],
  ['0.575', 0.575],
  ['1.0000', 1],
  ['R$\u00a022,90', 22.9],
  ['49,9898591549', 49.9898591549],
  ['NaN', null],
  ['', null],
  ['1,2,3', null],
])('%s is %s', (text, number) => {
  expect(printedNumber(text)).toBe(number);
});

test('an amount has two decimals', () => {
  expect(printedCentavos('1.658,84')).toBe(165884);
  expect(printedCentavos('73.45')).toBe(7345);
  expect(printedCentavos('1,005')).toBeNull();
});

test('a page in the old encoding is read although it says UTF-8, and the other way round', () => {
  expect(decodePage(Buffer.from('Emissão', 'latin1'))).toBe('Emissão');
  expect(decodePage(Buffer.from('Emissão', 'utf8'))).toBe('Emissão');
});

describe('in a thread of its own', () => {
  test('a page is read as it is here', async () => {
    const html = officePage(receipt);
    expect(await readInThread(Buffer.from(html))).toEqual(readPage(html));
  });

  test('pages at the same time and one after the other are each read as themselves', async () => {
    const pages = [332207, 332208, 332209].map((number) =>
      officePage({ ...receipt, key: keyOf(number) }),
    );
    const here = pages.map(readPage);
    const inThreads = () => Promise.all(pages.map((html) => readInThread(Buffer.from(html))));
    expect(await inThreads()).toEqual(here);
    expect(await inThreads()).toEqual(here);
    for (const [index, html] of pages.entries()) {
      expect(await readInThread(Buffer.from(html))).toEqual(here[index]);
    }
  });

  test('a page that was made to keep its reader busy ends, and the next one is read', async () => {
    expect(await readInThread(Buffer.from('<div>'.repeat(380_000)), 1000)).toBeNull();
    const html = officePage(receipt);
    expect(await readInThread(Buffer.from(html))).toEqual(readPage(html));
  });
});
