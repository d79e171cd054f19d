import { isCalendarDay } from '../dates.ts';
import { type AccessKey, monthOfIssue, readAccessKey } from './access-key.ts';

/** A part of the picture, in pixels, to be scaled until its long side measures `side`. */
export interface CodeSearch {
  left: number;
  top: number;
  width: number;
  height: number;
  side: number;
  formats: readonly ('QRCode' | 'Code128')[];
}

/** Denoising closes the white streaks of thermal print, which finds the most codes. */
export const codeReaderOptions = { tryHarder: true, tryDenoise: true, tryInvert: false } as const;

/** Looks for more codes only when the first is not a receipt's, at twice the cost. */
export const codesAtATime = [1, 16] as const;

/** Long sides of the whole picture; measured: this order is the fastest. */
const wholeSides = [
  { side: 1600, formats: ['QRCode'] },
  { side: 2600, formats: ['QRCode', 'Code128'] },
  { side: 1000, formats: ['QRCode'] },
] as const;

/** Nine overlapping windows of 40 % of each side, enlarged, for a receipt far away. */
const windowStarts = [0, 0.3, 0.6];
const windowShare = 0.4;
const windowSide = 2600;
const enlargement = 2;

export function codeSearches(width: number, height: number): CodeSearch[] {
  const long = Math.max(width, height);
  const whole = wholeSides.map(({ side, formats }) => ({
    left: 0,
    top: 0,
    width,
    height,
    side: Math.min(side, long),
    formats,
  }));
  const windows = windowStarts.flatMap((across) =>
    windowStarts.map((down) => ({
      left: Math.floor(across * width),
      top: Math.floor(down * height),
      width: Math.max(1, Math.floor(windowShare * width)),
      height: Math.max(1, Math.floor(windowShare * height)),
      side: Math.max(1, Math.min(windowSide, Math.floor(enlargement * windowShare * long))),
      formats: ['QRCode'] as const,
    })),
  );
  return [...whole, ...windows];
}

/** Long side for finding a second receipt, larger than the one that barely reads the first code. */
export function closerSide({ width, height, side }: CodeSearch): number {
  return Math.max(side, Math.min(windowSide, Math.max(width, height)));
}

/** The code may contain the consumer's document, which we never keep. */
export interface ReceiptCode {
  accessKey: AccessKey;
  /** `yyyy-MM-dd`; null when the code has only the month. */
  purchaseDate: string | null;
  /** `HH:mm:ss`; null when the code has no time. */
  purchaseTime: string | null;
  /** In centavos. */
  total: number | null;
  issuedIn: 'production' | 'test';
}

const unread = {
  purchaseDate: null,
  purchaseTime: null,
  total: null,
  issuedIn: 'production',
} as const;

/** Layouts: leiauteNFe_v4.00.xsd (qrCode), NT 2025.001, SAT of SP; forgives stray bytes. */
export function receiptFromQr(text: string): ReceiptCode | null {
  const plain = text.replaceAll(/%7C/gi, '|');
  const version1 = /[?&]chNFe=([0-9A-Z]{44})(?![0-9A-Z])(.*)/is.exec(plain);
  if (version1) return fromQuery(version1[1] ?? '', version1[2] ?? '');
  const piped = /[?&]p=([0-9A-Z]{44})(?![0-9A-Z])\|?([^&#\s]*)/i.exec(plain);
  if (piped) return fromPipes(piped[1] ?? '', (piped[2] ?? '').split('|'));
  const sat =
    /(?:^|[^0-9A-Z])(?:CFe)?(\d{6}[0-9A-Z]{12}\d{26})\|(\d{8})(\d{6})(?:\|([^|]*))?/i.exec(plain);
  return sat ? fromSat(sat[1] ?? '', sat.slice(2)) : null;
}

/** A CODE-128 bar code of an NF-e holds the access key and nothing else. */
export function receiptFromBarCode(text: string): ReceiptCode | null {
  const accessKey = readAccessKey(text);
  return accessKey && { ...unread, accessKey };
}

/** A SAT receipt has its key in two bar codes of 22 digits, which a picture shows in any order. */
export function receiptFromHalves(texts: readonly string[]): ReceiptCode | null {
  const halves = [...new Set(texts)].filter(isHalfOfKey);
  const keys = halves.flatMap((first) =>
    halves.map((second) => (first === second ? null : receiptFromBarCode(first + second))),
  );
  const [found, other] = keys.filter((receipt) => receipt?.accessKey.model === '59');
  return found && !other ? found : null;
}

export function isHalfOfKey(text: string): boolean {
  return /^\d{22}$/.test(text);
}

/** v1: all values are named; the moment of issue is ISO text in hexadecimal. */
function fromQuery(key: string, query: string): ReceiptCode | null {
  const accessKey = readAccessKey(key);
  if (!accessKey) return null;
  const value = (name: string) => new RegExp(`&${name}=([^&]*)`, 'i').exec(query)?.[1] ?? '';
  const issued = value('dhEmi').replaceAll(/[0-9a-f]{2}/gi, (byte) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
  const purchaseDate = dayOfIssue(accessKey, issued.slice(0, 10));
  return {
    accessKey,
    purchaseDate,
    purchaseTime: purchaseDate && timeOfDay(issued.slice(11, 19)),
    total: centavos(value('vNF')),
    issuedIn: issuedIn(value('tpAmb')),
  };
}

/** v2 and v3 after the key: version, environment and, offline only, day and total. */
function fromPipes(
  key: string,
  [, tpAmb = '', day = '', total = '']: string[],
): ReceiptCode | null {
  const accessKey = readAccessKey(key);
  if (!accessKey) return null;
  const facts = { ...unread, accessKey, issuedIn: issuedIn(tpAmb) };
  if (accessKey.emission !== 9) return facts;
  return {
    ...facts,
    purchaseDate: dayOfIssue(accessKey, `${monthOfIssue(accessKey)}-${day}`),
    total: centavos(total),
  };
}

function fromSat(key: string, [day = '', time = '', total = '']: string[]): ReceiptCode | null {
  const accessKey = readAccessKey(key);
  if (accessKey?.model !== '59') return null;
  const purchaseDate = dayOfIssue(accessKey, day.replace(/(....)(..)(..)/, '$1-$2-$3'));
  return {
    ...unread,
    accessKey,
    purchaseDate,
    purchaseTime: purchaseDate && timeOfDay(time.replace(/(..)(..)(..)/, '$1:$2:$3')),
    total: centavos(total),
  };
}

/** @returns null unless the day exists and lies in the key's month. */
export function dayOfIssue(accessKey: AccessKey, day: string): string | null {
  return isCalendarDay(day) && day.startsWith(monthOfIssue(accessKey)) ? day : null;
}

export function timeOfDay(text: string): string | null {
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text) ? text : null;
}

function centavos(amount: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

function issuedIn(tpAmb: string): ReceiptCode['issuedIn'] {
  return tpAmb.startsWith('2') ? 'test' : 'production';
}

/** Placeholder for the buyer's document, which is never kept; see `withBuyer`. */
const buyerMark = '*';

const dayPart = /^\d{1,2}$/;
const totalPart = /^\d{1,11}[.,]\d\d$/;
const secretNumber = /^\d{1,6}$/;
const hashPart = /^[\da-f]{40}/i;
const digest = /^[\da-f]{56}$/i;
const kindOfBuyer = /^[123]?$/;
const buyer = /^[\dA-Za-z]{0,20}$/;
const signature = /^[\dA-Za-z+/]{40,700}={0,2}/;

/** What follows the access key, from version and environment on: NFC-e manual, NT 2025.001. */
const onlineVersion2 = [/^2$/, /^1$/, secretNumber, hashPart];
const offlineVersion2 = [/^2$/, /^1$/, dayPart, totalPart, digest, secretNumber, hashPart];
const onlineVersion3 = [/^3$/, /^1/];
const offlineVersion3 = [/^3$/, /^1$/, dayPart, totalPart, kindOfBuyer, buyer, signature];
const layouts = [onlineVersion2, offlineVersion2, onlineVersion3, offlineVersion3];

/** Their places in the offline layout of version 3. */
const kindAt = 4;
const buyerAt = 5;

/** Characters of a CNPJ and a CPF; kind 3 is a foreigner, who has neither. */
const documentLengths: Readonly<Record<string, number>> = { '1': 14, '2': 11 };

/** Leaves out the QR code's address, which is untrusted. Null for other codes and test receipts. */
export function qrParameters(text: string): { accessKey: AccessKey; parameters: string } | null {
  // Decoded by hand: URLSearchParams would turn the plus signs of a signature into blanks.
  const plain = text.replaceAll(/%(?:7C|2B|2F|3D)/gi, (code) => decodeURIComponent(code));
  const [, key = '', rest = ''] = /[?&]p=([0-9A-Z]{44})\|([^&#\s]*)/i.exec(plain) ?? [];
  const accessKey = readAccessKey(key);
  if (accessKey?.model !== '65') return null;
  const parts = rest.split('|');
  const layout = layouts.find(
    (candidate) =>
      candidate.length === parts.length &&
      candidate.every((shape, at) => shape.test(parts[at] ?? '')),
  );
  if (!layout) return null;
  // Readers leave stray bytes behind the last part.
  const exact = parts.map((part, at) => layout[at]?.exec(part)?.[0] ?? '');
  if (layout === offlineVersion3 && exact[buyerAt]) exact[buyerAt] = buyerMark;
  return { accessKey, parameters: exact.join('|') };
}

/** Fills in the person's document as the buyer's; null when the buyer's is of the other kind. */
export function withBuyer(parameters: string, document: string | null): string | null {
  const parts = parameters.split('|');
  if (parts[buyerAt] !== buyerMark) return parameters;
  const length = documentLengths[parts[kindAt] ?? ''];
  if (document === null || document.length !== length) return null;
  return parts.with(buyerAt, document).join('|');
}
