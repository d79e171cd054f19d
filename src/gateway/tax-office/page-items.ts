import type { CheerioAPI } from 'cheerio';
import { gtinOf } from '../../rules/receipts/promoted-products.ts';
import { cutText } from '../../rules/text.ts';

/** Fields that the layout does not have are null. */
export interface OfficeItem {
  /** The GTIN, or else the shop's own code. */
  code: string | null;
  description: string;
  quantity: number | null;
  /** In reais, with as many decimals as are printed. */
  unitPrice: number | null;
  /** In centavos, before the discount of the line. */
  total: number | null;
}

/** The layout of the receipt allows no more lines. */
const maxItems = 990;
const maxDescriptionLength = 200;

export function itemsOf($: CheerioAPI): OfficeItem[] {
  for (const read of [commonItems, tabItems, tableItems]) {
    const items = read($);
    if (items.length > 0) return items.slice(0, maxItems);
  }
  return [];
}

/** Most states use one style sheet, with other classes for the product's name. */
function commonItems($: CheerioAPI): OfficeItem[] {
  return $('#tabResult tr')
    .toArray()
    .flatMap((row) => {
      const part = (selector: string) => plainText($(row).find(selector).first().text());
      const code = /c[oó]digo:?\s*([^)]*)/i.exec(part('.RCod'))?.[1] ?? '';
      return item(part('span.txtTit, span.txtTit2'), {
        code: plainText(code),
        quantity: afterColon(part('.Rqtd')),
        unitPrice: afterColon(part('.RvlUnit')),
        total: part('.valor'),
      });
    });
}

function tabItems($: CheerioAPI): OfficeItem[] {
  return $('.fixo-prod-serv-descricao')
    .toArray()
    .flatMap((cell) => {
      const row = $(cell).closest('tr');
      const part = (name: string) =>
        plainText(row.find(`.fixo-prod-serv-${name} span`).first().text());
      const details = row.closest('table').nextAll('.toggable').first();
      const labelled = (label: string) => {
        const labelElement = details
          .find('label')
          .filter((_, element) => plainText($(element).text()) === label)
          .first();
        return plainText(labelElement.nextAll('span').first().text());
      };
      const gtin = labelled('Código EAN Comercial');
      return item(part('descricao'), {
        code: gtinOf(gtin) ? gtin : labelled('Código do Produto'),
        quantity: part('qtd'),
        unitPrice: labelled('Valor unitário de comercialização'),
        total: part('vb') || part('vlr'),
      });
    });
}

function tableItems($: CheerioAPI): OfficeItem[] {
  return $('tr[id^="Item"]')
    .toArray()
    .flatMap((row) => {
      const [code = '', name = '', quantity = '', , unitPrice = '', total = ''] = $(row)
        .children('td')
        .toArray()
        .map((cell) => plainText($(cell).text()));
      return item(name, { code, quantity, unitPrice, total });
    });
}

function item(
  description: string,
  { code, ...amounts }: Record<'code' | 'quantity' | 'unitPrice' | 'total', string>,
): OfficeItem[] {
  if (description === '') return [];
  return [
    {
      code: code === '' ? null : cutText(code, 60),
      description: cutText(description, maxDescriptionLength),
      quantity: printedNumber(amounts.quantity),
      unitPrice: printedNumber(amounts.unitPrice),
      total: printedCentavos(amounts.total),
    },
  ];
}

/** `Qtde.:0,79` and `Vl. Unit.: 2,98`. */
function afterColon(text: string): string {
  return text.slice(text.indexOf(':') + 1);
}

export function plainText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Reads `1.658,84`, `0.575` or `R$ 12,90`: without a comma the dot parts decimals. */
export function printedNumber(text: string): number | null {
  const [, digits = ''] = /^\D*?(\d[\d.,]*)/.exec(text.replaceAll(/\s/g, '')) ?? [];
  const plain = digits.includes(',')
    ? digits.replaceAll('.', '').replace(',', '.')
    : digits.replace(/\.$/, '');
  return /^\d{1,12}(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Null when a third decimal is not 0. */
export function printedCentavos(text: string): number | null {
  const reais = printedNumber(text);
  if (reais === null) return null;
  const centavos = Math.round(reais * 100);
  return Math.abs(centavos - reais * 100) < 0.001 ? centavos : null;
}
