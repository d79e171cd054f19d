/**
 * Draws tests/fixtures/receipts anew: `node tests/support/receipts/write-fixtures.ts`.
 * Needs the commands heif-enc (Debian: libheif-examples) for the picture of an iPhone and qpdf for
 * PDFs with passwords.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureConditions } from './conditions.ts';
import { asNfe, drawDanfe } from './danfe.ts';
import { fixtureFolder, type ReceiptFixture } from './fixtures.ts';
import { type ReceiptOrder, receiptFacts } from './receipt-facts.ts';
import { type ExpectedReceipt, type ReceiptPicture, renderReceipt } from './render-receipt.ts';

type Expectation = Omit<ReceiptFixture, 'file'>;

mkdirSync(fixtureFolder, { recursive: true });

/** A fictional sale; every third is issued offline, whose QR code carries day and total. */
function order(seed: number, qr: ReceiptOrder['qr'] = 'v2-online'): ReceiptOrder {
  return {
    seed,
    qr,
    cnpj: seed % 4 === 0 ? '12ABC34501DE35' : '11222333000181',
    issuedAt: new Date(`2026-10-${10 + (seed % 20)}T14:30:00-03:00`),
    total: 1990 + seed * 131,
    state: (['PR', 'SC', 'RS'] as const)[seed % 3] ?? 'PR',
  };
}

function readBy(receipt: ExpectedReceipt, source: 'qr' | 'pdf-text' | 'bar-code', full: boolean) {
  const { key, number, cnpj, day, total } = receipt;
  const printed = { key, number, cnpj, day, total };
  const device = {
    state: 'read' as const,
    source,
    purchaseDate: full ? day : null,
    totalCentavos: full ? total : null,
  };
  return { printed, device, server: { number: key, issueDate: day, cnpj } };
}

function write(file: string, bytes: Uint8Array, expectation: Expectation): void {
  writeFileSync(new URL(file, fixtureFolder), bytes);
  const fixture: ReceiptFixture = { file, ...expectation };
  const json = new URL(`${file.replace(/\.\w+$/, '')}.json`, fixtureFolder);
  writeFileSync(json, `${JSON.stringify(fixture, null, 2)}\n`);
}

const kinds = ['v2-online', 'v3-online', 'v2-offline', 'v3-offline'] as const;
const committed = pictureConditions.filter((condition) => condition !== '12mp');

for (const [position, condition] of committed.entries()) {
  const qr = kinds[position % kinds.length] ?? 'v2-online';
  const format = condition === 'screenshot' ? 'png' : 'jpeg';
  const picture: ReceiptPicture = { ...order(position + 1, qr), format, condition };
  const { bytes, expected } = await renderReceipt(picture);
  const expectation = readBy(expected, 'qr', qr.endsWith('offline'));
  write(
    `${condition}.${format === 'png' ? 'png' : 'jpg'}`,
    bytes,
    condition === 'without-qr' ? { ...expectation, device: { state: 'unreadable' } } : expectation,
  );
}

const pdf = async (seed: number, condition: 'text' | 'scanned-rotated-7' | 'broken') =>
  renderReceipt({ ...order(seed), format: 'pdf', condition });

const text = await pdf(30, 'text');
write('pdf-text.pdf', text.bytes, readBy(text.expected, 'pdf-text', true));
const scanned = await pdf(31, 'scanned-rotated-7');
write('pdf-scanned.pdf', scanned.bytes, readBy(scanned.expected, 'qr', false));
const nothing = { printed: null, server: null };
const refuse = (violation: 'FILE_TYPE' | 'FILE_BROKEN' | 'FILE_ENCRYPTED'): Expectation => ({
  ...nothing,
  device: { state: 'refused', violation },
});
write('pdf-broken.pdf', (await pdf(32, 'broken')).bytes, refuse('FILE_BROKEN'));

/** By a program of others, so that the gateway's check of passwords is held against more than itself. */
function encrypt(bytes: Uint8Array, userPassword: string, ...options: string[]): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
  const [from, to] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
  writeFileSync(from, bytes);
  const encryption = ['--encrypt', userPassword, 'only the shop', ...options, '--'];
  execFileSync('qpdf', ['--static-id', '--allow-weak-crypto', ...encryption, from, to]);
  return readFileSync(to);
}

for (const [revision, options] of [
  [2, ['40']],
  [3, ['128', '--use-aes=n']],
  [4, ['128', '--use-aes=y', '--cleartext-metadata']],
  [5, ['256', '--force-R5']],
  [6, ['256']],
] as const) {
  const bytes = encrypt(text.bytes, '', ...options);
  write(`pdf-unchangeable-${revision}.pdf`, bytes, readBy(text.expected, 'pdf-text', true));
  if (revision % 2 === 1) continue;
  const locked = encrypt(text.bytes, 'segredo', ...options);
  write(`pdf-password-${revision}.pdf`, locked, refuse('FILE_ENCRYPTED'));
}

const upright = await renderReceipt({ ...order(33), format: 'jpeg', condition: 'straight' });
const sideways = await sharp(upright.bytes)
  .rotate(-90)
  .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'S' } })
  .withMetadata({ orientation: 6 })
  .jpeg({ quality: 80 })
  .toBuffer();
write('exif-rotated.jpg', sideways, readBy(upright.expected, 'qr', false));

const nfe = asNfe(receiptFacts(order(34)));
const { server, ...fromBars } = readBy(nfe, 'bar-code', false);
write('bar-code.jpg', await drawDanfe(nfe), {
  ...fromBars,
  server: server && { ...server, issueDate: null },
});

const trial = await renderReceipt({
  ...order(35),
  environment: 'test',
  format: 'jpeg',
  condition: 'jpeg-20',
});
write('test-environment.jpg', trial.bytes, {
  printed: trial.expected,
  device: { state: 'unreadable', unusable: 'test' },
  server: { number: null, issueDate: null, cnpj: null },
});

const cutShort = (await renderReceipt({ ...order(36), format: 'jpeg', condition: 'jpeg-20' }))
  .bytes;
write('cut-short.jpg', cutShort.slice(0, 300), refuse('FILE_BROKEN'));
write('page-named-as-picture.jpg', Buffer.from('<!doctype html><p>PDF'), refuse('FILE_TYPE'));

const shown = await renderReceipt({
  ...order(37, 'v2-offline'),
  format: 'png',
  condition: 'screenshot',
});
const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
writeFileSync(join(folder, 'in.png'), shown.bytes);
execFileSync('heif-enc', ['-q', '40', join(folder, 'in.png'), '-o', join(folder, 'out.heic')]);
write('iphone.heic', readFileSync(join(folder, 'out.heic')), {
  ...readBy(shown.expected, 'qr', true),
  server: null,
});
