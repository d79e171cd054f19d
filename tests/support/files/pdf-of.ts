import { deflateSync } from 'node:zlib';

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

export function blankPdf(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`);
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages}>>`,
    ...kids.map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 600]>>'),
  ]);
}

/**
 * A PDF of less than a kilobyte whose one sheet is a gigabyte of blanks. As a list of contents it is
 * unfolded before any of it is read, which would take the processor longer.
 */
export function unfoldingPdf(): Buffer {
  const runs = Buffer.alloc(15_000_000, Buffer.of(129, 0x20));
  const blanks = deflateSync(deflateSync(runs));
  const filters = '/FlateDecode/FlateDecode/RunLengthDecode';
  const stream = Buffer.concat([
    Buffer.from(`<</Filter[${filters}]/Length ${blanks.length}>>\nstream\n`),
    blanks,
    Buffer.from('\nendstream'),
  ]);
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 600]/Contents[4 0 R]>>',
    stream,
  ]);
}
