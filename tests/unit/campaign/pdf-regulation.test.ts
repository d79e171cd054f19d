import { expect, test } from 'vitest';
import { documentPdf, pdfPages } from '../../../src/campaign/pdf.ts';

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
  const texts = pages.flatMap((page) => page.text);
  expect(texts[0]).toEqual({ kind: 'heading', text: 'Regulamento do sorteio' });
  expect(texts).toContainEqual({ kind: 'heading', text: '12. Seção' });
  expect(texts).toContainEqual({ kind: 'paragraph', text: `1.1. ${long.trim()}` });
  expect(texts).toContainEqual({ kind: 'paragraph', text: '12.2. Fim da seção.' });
});

test('a short document that is shown on a screen ends where its text ends', async () => {
  const { title, sections } = text;
  const short = { title, sections: sections.slice(0, 1) };
  const [sheet] = await pdfPages(await documentPdf(short, { note: 'nota' }), 500);
  const [cut, ...others] = await pdfPages(
    await documentPdf(short, { note: 'nota', isCut: true }),
    500,
  );
  expect(others).toEqual([]);
  expect(cut?.height).toBeLessThan(300);
  const lines = (page: typeof cut) => page?.text.map(({ text }) => text);
  expect(lines(cut)).toEqual(lines(sheet));
});

test('the same text gives the same file', async () => {
  const [one, other] = await Promise.all([
    documentPdf(text, { note: 'nota' }),
    documentPdf(text, { note: 'nota' }),
  ]);
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
});
