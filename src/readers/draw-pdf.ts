import { withPdf } from './pdf-document.ts';

/** Long side of a page that is looked at, in pixels. */
const shownSide = 1600;

/** More than a receipt has. */
const pagesShown = 10;

/** @throws for a file that is damaged or locked. */
export function drawPdf(file: Blob): Promise<Blob[]> {
  return withPdf(file, async (pdf) => {
    const pictures: Blob[] = [];
    for (let page = 1; page <= Math.min(pagesShown, pdf.pages); page += 1) {
      pictures.push(await pdf.picture(page, shownSide));
    }
    return pictures;
  });
}
