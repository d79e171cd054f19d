import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Document } from '../contract/hotsite.ts';

/** A4 in points, and its margins. */
const paper = { width: 595, height: 842, margin: 64 };
const ink = rgb(0.06, 0.11, 0.14);

interface Style {
  font: PDFFont;
  size: number;
  before: number;
}

interface PdfOptions {
  note: string;
  /** Cuts the last page below its text, so that a few lines do not show as an empty sheet. */
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
  const { width, height, margin } = paper;
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
      page.drawText(line, { x: margin, y, size, font, color: ink });
    }
  };
  const cutLastPage = () => page?.setMediaBox(0, y - margin, width, height - y + margin);
  return { write, cutLastPage };
}

/** Letters that the font lacks lose their marks, or become a question mark. */
function printable(text: string, font: PDFFont): string {
  const knownCharacters = new Set(font.getCharacterSet());
  const isKnown = (letter: string) => knownCharacters.has(letter.codePointAt(0) ?? 0);
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
    const x = (paper.width - font.widthOfTextAtSize(text, 9)) / 2;
    const y = page.getMediaBox().y + paper.margin / 2;
    page.drawText(text, { x, y, size: 9, font, color: ink });
  });
}

export interface PdfPage {
  width: number;
  height: number;
  picture: Uint8Array<ArrayBuffer>;
  text: PdfText[];
}

interface PdfText {
  kind: 'heading' | 'paragraph';
  text: string;
}

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts/',
);

/** Page by page, so that long documents need little memory; `width` in pixels. */
export async function pdfPages(bytes: Uint8Array, width: number): Promise<PdfPage[]> {
  const task = getDocument({
    data: bytes.slice(),
    standardFontDataUrl: fonts,
    useSystemFonts: false,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    const pages: (Omit<PdfPage, 'text'> & { lines: Line[] })[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      pages.push({ ...(await picturePage(page, width)), lines: await readLines(page) });
      page.cleanup();
    }
    const body = commonSize(pages.flatMap(({ lines }) => lines));
    return pages.map(({ lines, ...picture }) => ({ ...picture, text: pdfText(lines, body) }));
  } finally {
    await task.destroy();
  }
}

async function picturePage(page: PDFPageProxy, width: number) {
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(width, Math.round(viewport.height));
  // The canvas draws what a browser's would, though its types name no element of a page.
  const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  await page.render({ canvas: null, canvasContext, viewport }).promise;
  const picture = new Uint8Array(await canvas.encode('webp', 80));
  return { width, height: canvas.height, picture };
}

/** Place from below and size, in points. */
interface Line {
  text: string;
  y: number;
  size: number;
}

async function readLines(page: PDFPageProxy): Promise<Line[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [{ text: item.str, y: Number(item.transform[5]), size: item.height }]
      : [],
  );
}

function commonSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, size } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  const [most] = [...letters].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 0;
}

/** Lines closer than a line and a half form one text; letters larger than the body's, a heading. */
function pdfText(lines: readonly Line[], body: number): PdfText[] {
  const texts: PdfText[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const current = texts.at(-1);
    const continues =
      last && Math.abs(last.y - line.y) < line.size * 1.6 && Math.abs(last.size - line.size) < 0.5;
    if (current && continues) current.text += ` ${line.text}`;
    else texts.push({ kind: line.size > body * 1.1 ? 'heading' : 'paragraph', text: line.text });
    last = line;
  }
  return texts;
}
