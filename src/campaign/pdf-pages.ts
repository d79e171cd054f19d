import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

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

/** One page after the other, so that a long document needs little memory; `width` in pixels. */
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
      pages.push({ ...(await picturePage(page, width)), lines: await linesOf(page) });
      page.cleanup();
    }
    const body = commonSize(pages.flatMap(({ lines }) => lines));
    return pages.map(({ lines, ...picture }) => ({ ...picture, text: textOf(lines, body) }));
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

async function linesOf(page: PDFPageProxy): Promise<Line[]> {
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
  const [most] = [...letters].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 0;
}

/** Lines closer than a line and a half make one text; larger than the document's body, a heading. */
function textOf(lines: readonly Line[], body: number): PdfText[] {
  const texts: PdfText[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const open = texts.at(-1);
    const continues =
      last && Math.abs(last.y - line.y) < line.size * 1.6 && Math.abs(last.size - line.size) < 0.5;
    if (open && continues) open.text += ` ${line.text}`;
    else texts.push({ kind: line.size > body * 1.1 ? 'heading' : 'paragraph', text: line.text });
    last = line;
  }
  return texts;
}
