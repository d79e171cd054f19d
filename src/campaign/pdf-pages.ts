import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** One page of a PDF for people who read it in the browser. */
export interface PdfPage {
  /** Size of the picture, pixels. */
  width: number;
  height: number;
  /** WebP. */
  picture: Uint8Array<ArrayBuffer>;
  /** The page's text, a paragraph each. */
  paragraphs: string[];
}

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts/',
);

/**
 * Draws every page of a PDF and reads its text.
 * @param width of the pictures, pixels
 */
export async function pdfPages(bytes: Uint8Array, width: number): Promise<PdfPage[]> {
  const task = getDocument({
    data: bytes.slice(),
    standardFontDataUrl: fonts,
    useSystemFonts: false,
    verbosity: 0,
  });
  const document = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    pages.push(await readPage(await document.getPage(number), width));
  }
  await task.destroy();
  return pages;
}

async function readPage(page: PDFPageProxy, width: number): Promise<PdfPage> {
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(width, Math.round(viewport.height));
  // The canvas draws what a browser's would, though its types name no element of a page.
  const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  await page.render({ canvas: null, canvasContext, viewport }).promise;
  return {
    width,
    height: canvas.height,
    picture: new Uint8Array(await canvas.encode('webp', 80)),
    paragraphs: await paragraphsOf(page),
  };
}

/** Lines closer than a line and a half make one paragraph. */
async function paragraphsOf(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  const paragraphs: string[] = [];
  let last: { y: number; size: number } | undefined;
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [y, size] = [item.transform[5], item.height];
    const continues = last && Math.abs(last.y - y) < size * 1.6 && Math.abs(last.size - size) < 0.5;
    if (continues) paragraphs.push(`${paragraphs.pop()} ${item.str}`);
    else paragraphs.push(item.str);
    last = { y, size };
  }
  return paragraphs;
}
