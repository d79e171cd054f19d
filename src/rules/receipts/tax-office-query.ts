import { type AccessKey, readAccessKey } from './access-key.ts';

/** Placeholder for the buyer's document, which is never kept; see `withBuyer`. */
const buyerMark = '*';

const day = /^\d{1,2}$/;
const total = /^\d{1,11}[.,]\d\d$/;
const secretNumber = /^\d{1,6}$/;
const hash = /^[\da-f]{40}/i;
const digest = /^[\da-f]{56}$/i;
const kindOfBuyer = /^[123]?$/;
const buyer = /^[\dA-Za-z]{0,20}$/;
const signature = /^[\dA-Za-z+/]{40,700}={0,2}/;

/** What follows the access key, from version and environment on: NFC-e manual, NT 2025.001. */
const onlineVersion2 = [/^2$/, /^1$/, secretNumber, hash];
const offlineVersion2 = [/^2$/, /^1$/, day, total, digest, secretNumber, hash];
const onlineVersion3 = [/^3$/, /^1/];
const offlineVersion3 = [/^3$/, /^1$/, day, total, kindOfBuyer, buyer, signature];
const layouts = [onlineVersion2, offlineVersion2, onlineVersion3, offlineVersion3];

/** Their places in the offline layout of version 3. */
const kindAt = 4;
const buyerAt = 5;

/** Characters of a CNPJ and a CPF; kind 3 is a foreigner, who has neither. */
const documentLengths: Readonly<Record<string, number>> = { '1': 14, '2': 11 };

/** Leaves out the QR code's address, which is untrusted. Null for other codes and test receipts. */
export function taxOfficeQuery(text: string): { accessKey: AccessKey; query: string } | null {
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
  return { accessKey, query: exact.join('|') };
}

/** Fills in the person's document as the buyer's; null when the buyer's is of the other kind. */
export function withBuyer(query: string, document: string | null): string | null {
  const parts = query.split('|');
  if (parts[buyerAt] !== buyerMark) return query;
  const length = documentLengths[parts[kindAt] ?? ''];
  if (document === null || document.length !== length) return null;
  return parts.with(buyerAt, document).join('|');
}
