import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const fonts = (globalThis as { fonts?: FontFaceSet }).fonts ?? null;

/** Filters are SVG, which a worker lacks: without one the library reckons with the pixels instead. */
class NoFilters {
  addFilter = noFilter;
  addAlphaFilter = noFilter;
  addLuminosityFilter = noFilter;
  addKnockoutFilter = noFilter;
  addHCMFilter = noFilter;
  destroy(): void {}
}

function noFilter(): string {
  return 'none';
}

export const drawingOptions = {
  ownerDocument: { fonts, createElement: () => new OffscreenCanvas(1, 1) } as unknown as Document,
  FilterFactory: NoFilters,
  /** Without fonts to add its own to, it draws letters as paths. */
  disableFontFace: !fonts,
};

export async function drawPage(page: PDFPageProxy, longSide: number): Promise<OffscreenCanvas> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longSide / Math.max(width, height) });
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  return canvas;
}
