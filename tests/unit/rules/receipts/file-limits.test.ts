import { describe, expect, it } from 'vitest';
import {
  checkFile,
  checkSharedFile,
  fileTypeOf,
  maximumFileBytes,
  receiptFileTypes,
  replacementFileTypes,
  sentSide,
} from '../../../../src/rules/receipts/file-limits.ts';

describe('file of a receipt', () => {
  it.each(['image/jpeg', 'image/png', 'application/pdf'] as const)('may be %s', (type) => {
    expect(checkFile({ type, size: 1 }, receiptFileTypes)).toBeNull();
  });

  it.each([null, 'image/heic'] as const)('may not be sent as %s', (type) => {
    expect(checkFile({ type, size: 1 }, receiptFileTypes)).toBe('FILE_TYPE');
  });

  it('is replaced by a picture only', () => {
    expect(checkFile({ type: 'image/png', size: 1 }, replacementFileTypes)).toBeNull();
    expect(checkFile({ type: 'application/pdf', size: 1 }, replacementFileTypes)).toBe('FILE_TYPE');
  });

  it('is accepted from another app if it can be a receipt, a photo also before it is made smaller', () => {
    const megabytes = (count: number) => count * 1024 * 1024;
    expect(checkSharedFile({ type: 'image/heic', size: megabytes(25) })).toBeNull();
    expect(checkSharedFile({ type: 'image/jpeg', size: megabytes(25) + 1 })).toBe('FILE_SIZE');
    expect(checkSharedFile({ type: 'application/pdf', size: megabytes(5) })).toBeNull();
    expect(checkSharedFile({ type: 'application/pdf', size: megabytes(5) + 1 })).toBe('FILE_SIZE');
    expect(checkSharedFile({ type: null, size: 1 })).toBe('FILE_TYPE');
  });

  it('has at most 5 × 1024 × 1024 bytes', () => {
    expect(maximumFileBytes).toBe(5_242_880);
    expect(checkFile({ type: 'image/png', size: 5_242_880 }, receiptFileTypes)).toBeNull();
    expect(checkFile({ type: 'image/png', size: 5_242_881 }, receiptFileTypes)).toBe('FILE_SIZE');
  });
});

function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

describe('type of a file', () => {
  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['image/heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['image/heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
    ['application/pdf', '%PDF-1.7\n'],
    ['application/pdf', '\xef\xbb\xbf\n%PDF-1.4'],
  ])('knows %s by its first bytes', (type, text) => {
    expect(fileTypeOf(bytes(text))).toBe(type);
  });

  it.each([
    ['nothing', ''],
    ['a page with a PDF header inside', '<html><script></script>%PDF-1.7'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['GIF', 'GIF89a'],
    ['WebP', 'RIFF\0\0\0\0WEBPVP8 '],
    ['a film', '\0\0\0\x18ftypmp42'],
    ['zip', 'PK\x03\x04'],
  ])('refuses %s', (_name, text) => {
    expect(fileTypeOf(bytes(text))).toBeNull();
  });
});

it.each([
  ['a photo', { width: 3000, height: 4000 }, 2000],
  ['a photo of a wide screen', { width: 4000, height: 2250 }, 2000],
  ['a small picture', { width: 900, height: 1200 }, 1200],
  ['a cropped receipt', { width: 1200, height: 3600 }, 3300],
  ['a scrolled screen', { width: 1080, height: 9000 }, 4096],
])('%s is sent so that its letters can be read', (_, size, side) => {
  expect(sentSide(size)).toBe(side);
});
