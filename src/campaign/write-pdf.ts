import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import type { Document } from '../contract/hotsite.ts';

/** A4 in points, and what stays white around the text. */
const PAGE = { width: 595, height: 842, margin: 64 };
const INK = rgb(0.06, 0.11, 0.14);

interface Style {
  font: PDFFont;
  size: number;
  before: number;
}

interface PdfOptions {
  note: string;
  /** Cuts the last page below its text: shown on a screen, a few lines are no empty sheet. */
  isCut?: boolean;
}

export async function documentPdf(text: Document, options: PdfOptions): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  pdf.setTitle(text.title, { showInWindowTitleBar: true });
  pdf.setLanguage('pt-BR');
  // The same text gives the same bytes, whenever it is built.
  pdf.setCreationDate(new Date(0));
  pdf.setModificationDate(new Date(0));

  const { write, cutLastPage } = writer(pdf);
  write(text.title, { font: bold, size: 20, before: 0 });
  write(options.note, { font: regular, size: 10, before: 6 });
  for (const { title, paragraphs } of text.sections) {
    write(title, { font: bold, size: 13, before: 20 });
    for (const paragraph of paragraphs) write(paragraph, { font: regular, size: 10.5, before: 6 });
  }
  if (options.isCut) cutLastPage();
  numberPages(pdf.getPages(), regular);
  return pdf.save();
}

function writer(pdf: PDFDocument) {
  const { width, height, margin } = PAGE;
  let page: PDFPage | undefined;
  let y = 0;
  const write = (text: string, { font, size, before }: Style): void => {
    const leading = size * 1.45;
    y -= before;
    for (const line of linesOf(printable(text, font), font, size, width - 2 * margin)) {
      if (!page || y < margin + leading) {
        page = pdf.addPage([width, height]);
        y = height - margin;
      }
      y -= leading;
      page.drawText(line, { x: margin, y, size, font, color: INK });
    }
  };
  const cutLastPage = () => page?.setMediaBox(0, y - margin, width, height - y + margin);
  return { write, cutLastPage };
}

/** Letters that the font lacks lose their marks, or become a question mark. */
function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  const isKnown = (letter: string) => known.has(letter.codePointAt(0) ?? 0);
  return [...text.normalize('NFC')]
    .map((letter) => [letter, letter.normalize('NFD').charAt(0), '?'].find(isKnown) ?? '')
    .join('');
}

function linesOf(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function numberPages(pages: PDFPage[], font: PDFFont): void {
  pages.forEach((page, index) => {
    const text = `${index + 1} / ${pages.length}`;
    const x = (PAGE.width - font.widthOfTextAtSize(text, 9)) / 2;
    const y = page.getMediaBox().y + PAGE.margin / 2;
    page.drawText(text, { x, y, size: 9, font, color: INK });
  });
}
