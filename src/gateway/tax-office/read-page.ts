import { type CheerioAPI, load } from 'cheerio';
import { accessKeysIn, cnpjsIn } from '../../rules/receipts/receipt-text.ts';
import { withoutAccents } from '../../rules/text.ts';
import { itemsOf, type OfficeItem, plainText, printedCentavos } from './page-items.ts';

/** The facts on an office's page, without the buyer; null for those that are missing. */
export interface OfficePage {
  key: string | null;
  /** The shop's, which comes before the buyer's in the page. */
  cnpj: string | null;
  number: number | null;
  series: number | null;
  /** `yyyy-MM-dd`. */
  day: string | null;
  /** `HH:MM:SS`. */
  time: string | null;
  /** In centavos. */
  total: number | null;
  items: OfficeItem[];
  statedItems: number | null;
  environment: 'production' | 'test' | null;
  hasProtocol: boolean;
  isCancelled: boolean;
  /** The office's remarks; empty for a receipt in order. */
  notice: string;
  /** Without accents, upper case. */
  text: string;
  /** The page has a check that a person must solve before it shows the receipt. */
  asksForPerson: boolean;
}

/** Reads the page as text; its scripts are never run. */
export function readPage(html: string): OfficePage {
  const direct = load(html);
  const inner = itemsOf(direct).length === 0 && /tabResult|fixo-prod-serv/.test(html);
  const $ = inner ? load(unescapedPage(html)) : direct;
  const asksForPerson = isHumanCheck($, html);
  const cancelMark = hasMark($, '#hdfNotaCancelada') || hasMark($, '#hdfNotaDenegada');
  const badImages = $('[id^="imgInvalido"], [id*="_imgInvalido"]').filter(
    (_, image) => !isHidden($(image).attr('style')),
  );
  const notice = [plainText($('#avisos').text()), badImages.length > 0 ? 'imgInvalido' : '']
    .filter(Boolean)
    .join(' ');
  const items = itemsOf($);
  const text = visibleText($);
  // Removed first, because a product's name may contain any of the words looked for.
  $('#tabResult, #Prod, tr[id^="Item"]').remove();
  const rest = visibleText($);
  // Only the heading is searched, because addresses contain numbers too.
  const header = plainText($('#infos').text()) || rest;
  const firstCapture = (pattern: RegExp) =>
    (pattern.exec(header) ?? pattern.exec(rest))?.[1] ?? null;
  const [, day, month, year, time] =
    /emiss[aã]o:?\s*(\d\d)\/(\d\d)\/(\d{4})(?:\s+(?:[àa]s\s+)?(\d\d:\d\d:\d\d))?/i.exec(header) ??
    [];
  const keys = accessKeysIn(rest.replaceAll(/(?<=[\dA-Z])\s+(?=\S)/gi, ' '));
  const standing = firstCapture(/situa[cç][aã]o(?: atual)?:\s*([^(]{1,40})/i) ?? '';
  return {
    key: keyOf($) ?? (keys.length === 1 ? (keys[0]?.key ?? null) : null),
    cnpj: cnpjsIn(rest)[0] ?? null,
    number: wholeNumber(firstCapture(/(?:n[uú]mero|nfc-?e n[ºo°]):?\s*(\d{1,9})\b/i)),
    series: wholeNumber(firstCapture(/s[eé]rie:?\s*(\d{1,3})\b/i)),
    day: day ? `${year}-${month}-${day}` : null,
    time: time ?? null,
    total: totalOf($, rest),
    items,
    statedItems: wholeNumber(firstCapture(/qtd\.?\s*total de itens:?\s*(\d{1,4})\b/i)),
    environment: environmentOf(rest),
    hasProtocol: /protocolo\D{0,120}\d{15}/i.test(rest),
    isCancelled: cancelMark || /CANCELAD|DENEGAD/.test(searchText(`${notice} ${standing}`)),
    notice,
    text: searchText(text),
    asksForPerson,
  };
}

function keyOf($: CheerioAPI): string | null {
  const marked = $('.chave').toArray();
  const keys = marked.flatMap((element) => accessKeysIn(plainText($(element).text())));
  const [key] = new Set(keys.map((candidate) => candidate.key));
  return key ?? null;
}

const amount = String.raw`\s*(?:R\$)?\s*:?\s*(\d[\d.,]*)`;
const totalBeforeDiscount = String.raw`valor total(?!\s+d)`;
const totals = ['valor a pagar', 'valor total da nota fiscal', 'valor total da nf-?e'];

function totalOf($: CheerioAPI, rest: string): number | null {
  const text = plainText($('#totalNota').text()) || rest;
  for (const label of totals) {
    const centavos = amountAfter(label, text);
    if (centavos !== null) return centavos;
  }
  const centavos = amountAfter(totalBeforeDiscount, text);
  return centavos === null ? null : lessDiscount(centavos, rest);
}

function amountAfter(label: string, text: string): number | null {
  const [, found] = new RegExp(label + amount, 'i').exec(text) ?? [];
  return found === undefined ? null : printedCentavos(found.replace(/[.,]$/, ''));
}

function lessDiscount(total: number, rest: string): number | null {
  const [, discount = '0'] = /descontos?[\s:R$]*(\d[\d.,]*)/i.exec(rest) ?? [];
  const centavos = printedCentavos(discount);
  return centavos === null ? null : total - centavos;
}

function environmentOf(text: string): OfficePage['environment'] {
  if (/homologa[cç][aã]o|sem valor fiscal/i.test(text)) return 'test';
  return /ambiente[^.]{0,30}produ[cç][aã]o/i.test(text) ? 'production' : null;
}

function hasMark($: CheerioAPI, selector: string): boolean {
  const mark = $(selector);
  return (
    mark.length > 0 && !/^(?:false|0|n|nao|não)$/i.test(String(mark.attr('value') ?? '').trim())
  );
}

const humanChecks =
  /g-recaptcha|grecaptcha|h-captcha|cf-turnstile|challenges\.cloudflare|captcha|SecurityVerify|bobcmn|TSPD|AntiRobo/i;

function isHumanCheck($: CheerioAPI, html: string): boolean {
  return itemsOf($).length === 0 && humanChecks.test(html);
}

/** Text of the page with blanks between elements, without scripts, styles and hidden parts. */
function visibleText($: CheerioAPI): string {
  $('script, style, noscript, template, input, select, head').remove();
  $('[style]')
    .filter((_, element) => isHidden($(element).attr('style')) && !$(element).is('.nft, .toggable'))
    .remove();
  $('br, p, div, td, th, tr, li, label, span, strong, legend, h1, h2, h3, h4').each(
    (_, element) => {
      $(element).before(' ').after(' ');
    },
  );
  return plainText($.root().text());
}

function isHidden(style: string | undefined): boolean {
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style ?? '');
}

function wholeNumber(text: string | null): number | null {
  return text === null ? null : Number(text);
}

/** Tries UTF-8, which is recognised by its rules: some offices' headers name a wrong encoding. */
export function decodePage(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** One office sends the page escaped in a script or XML; it is read as text and never run. */
function unescapedPage(html: string): string {
  const simple: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return html
    .replaceAll(
      /\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gi,
      (_, wide?: string, narrow?: string, plain = '') => {
        const code = wide ?? narrow;
        return code ? String.fromCharCode(Number.parseInt(code, 16)) : (simple[plain] ?? plain);
      },
    )
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}

function searchText(text: string): string {
  return withoutAccents(plainText(text)).toUpperCase();
}
