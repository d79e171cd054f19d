import { drawPage, withPdf } from './pdf-document.ts';

/** Long side of a page that is looked at, in pixels. */
const shownSide = 1600;

/** More than a receipt has. */
const pagesShown = 10;

/**
 * Draws the pages of a receipt's PDF as pictures.
 * @throws for a file that is damaged or locked.
 */
export function drawPdf(file: Blob): Promise<Blob[]> {
  return withPdf(file, async (pdf) => {
    const pictures: Blob[] = [];
    for (let number = 1; number <= Math.min(pagesShown, pdf.numPages); number += 1) {
      pictures.push(await pictureOf(await drawPage(pdf, number, shownSide)));
    }
    return pictures;
  });
}

function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The page was not drawn'));
    });
  });
}
