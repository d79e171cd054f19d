import { evenLight } from './even-light.ts';
import { cut, type GreyPicture, scaledTo } from './grey-picture.ts';
import { paperBox } from './paper-box.ts';
import { legibility } from './recogniser.ts';
import { textAngles, turned } from './text-angle.ts';

/** Width of the straightened paper: its letters are then some 25 pixels wide. */
const paperWidth = 1300;
const largestPixels = 6_000_000;

/** Lines of the page's middle that are tried, and a legibility that needs no other try. */
const stripHeight = 260;
const stripWidth = 900;
const legible = 75;

/** Finds the paper in a picture without a code and lays it straight and the right way up. */
export async function straightPaper(picture: GreyPicture): Promise<GreyPicture> {
  const paper = await cut(picture, await paperBox(picture));
  let best: { page: GreyPicture; legibility: number } | null = null;
  for (const angle of await textAngles(paper)) {
    const page = await laidOut(turned(paper, angle));
    for (const way of [page, { ...page, data: page.data.toReversed() }]) {
      const tried = { page: way, legibility: await legibility(await middleOf(way)) };
      if (tried.legibility > legible) return way;
      if (!best || tried.legibility > best.legibility) best = tried;
    }
  }
  return best?.page ?? paper;
}

function laidOut(page: GreyPicture): Promise<GreyPicture> {
  const { width, height } = page;
  const scale = Math.min(paperWidth / width, Math.sqrt(largestPixels / (width * height)));
  return scaledTo(page, Math.round(Math.max(width, height) * scale)).then(evenLight);
}

async function middleOf(page: GreyPicture): Promise<GreyPicture> {
  const height = Math.min(stripHeight, page.height);
  const top = Math.floor((page.height - height) / 2);
  return scaledTo(await cut(page, { left: 0, top, width: page.width, height }), stripWidth);
}
