import type { Position } from 'zxing-wasm/reader';
import { cutPaper } from './cut-paper.ts';
import {
  type Area,
  evenLight,
  type GreyPicture,
  type Step,
  scaledTo,
  straightened,
} from './grey-picture.ts';
import { levelled } from './level-lines.ts';
import { maxPixels, pageWidth } from './straight-paper.ts';

/** How far around the code the picture is cut, in multiples of the code's side. */
interface Reach {
  up: number;
  down: number;
  aside: number;
}

/** Contains the whole paper, except of the longest receipts. */
export const wholePaper: Reach = { up: 8, down: 4, aside: 4.5 };

/** Contains the lines beside the code, one of which has the day of issue. */
export const nearLines: Reach = { up: 2.6, down: 1.9, aside: 2.3 };

/** Straightens the paper by the code's corners and blanks the code. */
export async function aroundCode(
  picture: GreyPicture,
  corners: Position,
  reach: Reach,
): Promise<GreyPicture> {
  const { topLeft, topRight, bottomLeft, bottomRight } = corners;
  const across = step(topLeft, topRight, bottomLeft, bottomRight);
  // A code on bent paper leans like its own patch of paper; lines are levelled one by one later.
  const down = { x: -across.y, y: across.x };
  const middle = { x: (topLeft.x + bottomRight.x) / 2, y: (topLeft.y + bottomRight.y) / 2 };
  const around = boxAround(middle, across, down, reach);
  const { picture: paper, area: box } = await cutPaper(picture, middle, around);
  const side = Math.hypot(across.x, across.y);
  const turn = Math.min(1, Math.abs(across.x) / side);
  const wide = paper.width * turn + paper.height * Math.sqrt(1 - turn ** 2);
  const scale = Math.min(pageWidth / wide, Math.sqrt(maxPixels / (paper.width * paper.height)));
  const scaled = await scaledTo(paper, Math.round(Math.max(paper.width, paper.height) * scale));
  const unit = { x: across.x / side, y: across.y / side };
  const { picture: straight, origin } = await straightened(scaled, unit, {
    x: -unit.y,
    y: unit.x,
  });
  const lit = await evenLight(straight);
  const placeOf = (corner: Step) => {
    const [x, y] = [(corner.x - box.left) * scale, (corner.y - box.top) * scale];
    return { x: unit.x * x + unit.y * y + origin.x, y: unit.x * y - unit.y * x + origin.y };
  };
  blank(lit, [topLeft, topRight, bottomLeft, bottomRight].map(placeOf));
  return levelled(lit);
}

function boxAround(
  middle: Step,
  across: Step,
  down: Step,
  { up, down: below, aside }: Reach,
): Area {
  const ends = [-aside, aside].flatMap((sideways) =>
    [-up - 0.5, below + 0.5].map((along) => ({
      x: middle.x + across.x * sideways + down.x * along,
      y: middle.y + across.y * sideways + down.y * along,
    })),
  );
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  return {
    left,
    top,
    width: Math.ceil(Math.max(...xs)) - left,
    height: Math.ceil(Math.max(...ys)) - top,
  };
}

function step(from: Step, to: Step, otherFrom: Step, otherTo: Step): Step {
  return {
    x: (to.x - from.x + otherTo.x - otherFrom.x) / 2,
    y: (to.y - from.y + otherTo.y - otherFrom.y) / 2,
  };
}

/** Paints the code over with paper, because Tesseract would read letters in it. */
function blank({ data, width, height }: GreyPicture, corners: readonly Step[]): void {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const margin = (Math.max(...xs) - Math.min(...xs)) * 0.03;
  const left = Math.max(0, Math.round(Math.min(...xs) - margin));
  const right = Math.min(width, Math.round(Math.max(...xs) + margin));
  const bottom = Math.min(height, Math.round(Math.max(...ys) + margin));
  for (let row = Math.max(0, Math.round(Math.min(...ys) - margin)); row < bottom; row += 1) {
    data.fill(255, row * width + left, row * width + right);
  }
}
