import { expect, test } from 'vitest';
import { documentPdf } from '../../../src/campaign/document-pdf.ts';
import { pdfPages } from '../../../src/campaign/pdf-pages.ts';

const long = 'Participam as compras feitas no período, em qualquer loja, com nota fiscal. '.repeat(
  4,
);
const text = {
  title: 'Regulamento do sorteio',
  sections: Array.from({ length: 12 }, (_, index) => ({
    title: `${index + 1}. Seção`,
    paragraphs: [`${index + 1}.1. ${long}`, `${index + 1}.2. Fim da seção.`],
  })),
};

test('a regulation becomes a PDF whose pages can be shown and read', async () => {
  const pages = await pdfPages(await documentPdf(text, { note: 'Certificado nº 1' }), 500);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]).toMatchObject({ width: 500, height: 708 });
  expect(
    Buffer.from(pages[0]?.picture ?? [])
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP');
  const paragraphs = pages.flatMap((page) => page.paragraphs);
  expect(paragraphs[0]).toBe('Regulamento do sorteio');
  expect(paragraphs).toContain(`1.1. ${long.trim()}`);
  expect(paragraphs).toContain('12.2. Fim da seção.');
});

test('the same text gives the same file', async () => {
  const [one, other] = await Promise.all([
    documentPdf(text, { note: 'nota' }),
    documentPdf(text, { note: 'nota' }),
  ]);
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
});
