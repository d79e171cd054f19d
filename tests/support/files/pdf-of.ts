import { deflateSync } from 'node:zlib';
import { packed } from './packed.ts';

/** A PDF of these objects, the first of which is its catalogue. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const heading = Buffer.from('%PDF-1.7\n');
  const parts = objects.map((object, index) =>
    Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
  );
  const offsets = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { length }) => sum + length, heading.length),
  );
  const start = parts.reduce((sum, { length }) => sum + length, heading.length);
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([heading, ...parts, Buffer.from(end)]);
}

/** A PDF of a few kilobytes whose one sheet is gigabytes of blanks. */
export async function unfoldingPdf(): Promise<Buffer> {
  const blanks = deflateSync(await packed(100_000_000, 0x20));
  const stream = Buffer.concat([
    Buffer.from(`<</Filter[/FlateDecode/FlateDecode]/Length ${blanks.length}>>\nstream\n`),
    blanks,
    Buffer.from('\nendstream'),
  ]);
  const contents = Array(20).fill('4 0 R').join(' ');
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 600]/Contents[${contents}]>>`,
    stream,
  ]);
}
