import { type AccessKey, readAccessKey } from './access-key.ts';

/** Placeholder for the buyer's document, which is never kept; see `withBuyer`. */
const buyerMark = '*';

/** Layouts of what follows the access key: NFC-e manual, QR code 2 and 3 (NT 2025.001). */
const layouts = [
  // Online, version 2: environment, number of the shop's secret, hash.
  [/^2$/, /^1$/, /^\d{1,6}$/, /^[\da-f]{40}/i],
  // Offline, version 2: day and total stand before a digest, and the secret's number and hash last.
  [/^2$/, /^1$/, /^\d{1,2}$/, /^\d{1,11}[.,]\d\d$/, /^[\da-f]{56}$/i, /^\d{1,6}$/, /^[\da-f]{40}/i],
  [/^3$/, /^1/],
  // Offline, version 3: day, total, kind of buyer, buyer, signature.
  [
    /^3$/,
    /^1$/,
    /^\d{1,2}$/,
    /^\d{1,11}[.,]\d\d$/,
    /^[123]?$/,
    /^[\dA-Za-z]{0,20}$/,
    /^[\dA-Za-z+/]{40,700}={0,2}/,
  ],
];

/** Leaves out the QR code's address, which is untrusted. Null for other codes and test receipts. */
export function taxOfficeQuery(text: string): { accessKey: AccessKey; query: string } | null {
  // Decoded by hand: URLSearchParams would turn the plus signs of a signature into blanks.
  const plain = text.replaceAll(/%(?:7C|2B|2F|3D)/gi, (code) => decodeURIComponent(code));
  const [, key = '', rest = ''] = /[?&]p=([0-9A-Z]{44})\|([^&#\s]*)/i.exec(plain) ?? [];
  const accessKey = readAccessKey(key);
  if (accessKey?.model !== '65') return null;
  const parts = rest.split('|');
  const layout = layouts.find(
    (each) =>
      each.length === parts.length && each.every((shape, at) => shape.test(parts[at] ?? '')),
  );
  if (!layout) return null;
  // Readers leave stray bytes behind the last part.
  const exact = parts.map((part, at) => layout[at]?.exec(part)?.[0] ?? '');
  if (exact[5] && layout.length === 7 && exact[0] === '3') exact[5] = buyerMark;
  return { accessKey, query: exact.join('|') };
}

/** Fills in the person's document as the buyer's; null when the buyer's is of the other kind. */
export function withBuyer(query: string, document: string | null): string | null {
  const parts = query.split('|');
  if (parts[5] !== buyerMark) return query;
  const lengths: Record<string, number> = { '1': 14, '2': 11 };
  if (document === null || document.length !== lengths[parts[4] ?? '']) return null;
  return parts.with(5, document).join('|');
}
