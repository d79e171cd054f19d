import { describe, expect, it } from 'vitest';
import { fileTypeOf } from '../../../../src/rules/receipts/file-type-and-size.ts';

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
