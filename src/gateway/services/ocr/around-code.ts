import type { Position } from 'zxing-wasm/reader';
import {
  cut,
  evenLight,
  type GreyPicture,
  type Step,
  scaledTo,
  straightened,
} from './grey-picture.ts';
import { paperBox } from './paper-box.ts';
import { largestPixels, pageWidth } from './straight-paper.ts';

/** Straightens the paper on which a QR code is printed by the code's own corners, and blanks the code. */
export async function aroundCode(picture: GreyPicture, corners: Position): Promise<GreyPicture> {
  const { topLeft, topRight, bottomLeft, bottomRight } = corners;
  const middle = {
    x: (topLeft.x + bottomRight.x) / 2,
    y: (topLeft.y + bottomRight.y) / 2,
  };
  const box = await paperBox(picture, middle);
  const paper = await cut(picture, box);
  const across = step(topLeft, topRight, bottomLeft, bottomRight);
  const down = step(topLeft, bottomLeft, topRight, bottomRight);
  // The page's own width when it lies straight decides how large its letters get.
  const side = Math.hypot(across.x, across.y);
  const turn = Math.abs(across.x) / side;
  const wide = paper.width * turn + paper.height * Math.sqrt(1 - turn ** 2);
  const scale = Math.min(pageWidth / wide, Math.sqrt(largestPixels / (paper.width * paper.height)));
  const scaled = await scaledTo(paper, Math.round(Math.max(paper.width, paper.height) * scale));
  const { picture: straight, origin } = await straightened(
    scaled,
    { x: across.x / side, y: across.y / side },
    { x: down.x / side, y: down.y / side },
  );
  const lit = await evenLight(straight);
  const at = (corner: Step) => ({
    x: (corner.x - box.left) * scale,
    y: (corner.y - box.top) * scale,
  });
  blank(lit, [topLeft, topRight, bottomLeft, bottomRight].map(at), across, down, side, origin);
  return lit;
}

/** The mean of two opposite edges. */
function step(from: Step, to: Step, otherFrom: Step, otherTo: Step): Step {
  return {
    x: (to.x - from.x + otherTo.x - otherFrom.x) / 2,
    y: (to.y - from.y + otherTo.y - otherFrom.y) / 2,
  };
}

/** Makes the code white: it would be read as letters. */
function blank(
  { data, width, height }: GreyPicture,
  corners: readonly Step[],
  across: Step,
  down: Step,
  side: number,
  origin: Step,
): void {
  const size = (across.x * down.y - across.y * down.x) / side;
  const straight = corners.map(({ x, y }) => ({
    x: (down.y * x - down.x * y) / size + origin.x,
    y: (across.x * y - across.y * x) / size + origin.y,
  }));
  const [xs, ys] = [straight.map(({ x }) => x), straight.map(({ y }) => y)];
  const margin = (Math.max(...xs) - Math.min(...xs)) * 0.03;
  const left = Math.max(0, Math.round(Math.min(...xs) - margin));
  const right = Math.min(width, Math.round(Math.max(...xs) + margin));
  const bottom = Math.min(height, Math.round(Math.max(...ys) + margin));
  for (let row = Math.max(0, Math.round(Math.min(...ys) - margin)); row < bottom; row += 1) {
    data.fill(255, row * width + left, row * width + right);
  }
}
