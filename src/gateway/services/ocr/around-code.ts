import type { Position } from 'zxing-wasm/reader';
import { evenLight, type GreyPicture, type Point, resample, scaledTo } from './grey-picture.ts';

/** Side of the QR code after straightening, in pixels: letters then stand some 20 pixels high. */
const codeSide = 340;

/** How far a cut reaches from the code, in sides of the code. */
export interface Reach {
  up: number;
  down: number;
  aside: number;
}

/** The few lines above and below the code: quickly read, and most often the day is in both. */
export const nextLines: Reach = { up: 0.9, down: 0.9, aside: 1.8 };

/** The lines printed near the code, where the day of issue stands. */
export const nearLines: Reach = { up: 2.6, down: 1.9, aside: 2.3 };

/** The whole paper of all but the longest receipts. */
export const wholePaper: Reach = { up: 8, down: 3.5, aside: 2.3 };

/** Straightens what is printed around a QR code by the code's own corners, and blanks the code. */
export async function aroundCode(
  picture: GreyPicture,
  corners: Position,
  reach: Reach,
): Promise<GreyPicture> {
  const side = Math.hypot(...offset(corners.topLeft, corners.topRight));
  const long = Math.max(picture.width, picture.height);
  // Shrinking well first keeps thin strokes that a plain sampling would step over.
  const scaled = await scaledTo(picture, Math.round(Math.min(1, codeSide / side) * long));
  const scale = scaled.width / picture.width;
  const at = ({ x, y }: Point) => ({ x: x * scale, y: y * scale });
  const [topLeft, topRight] = [at(corners.topLeft), at(corners.topRight)];
  const [bottomLeft, bottomRight] = [at(corners.bottomLeft), at(corners.bottomRight)];
  const across = step(topLeft, topRight, bottomLeft, bottomRight);
  const down = step(topLeft, bottomLeft, topRight, bottomRight);
  const [left, top] = [(reach.aside - 0.5) * codeSide, reach.up * codeSide];
  const straight = resample(scaled, {
    corner: {
      x: topLeft.x - across.x * left - down.x * top,
      y: topLeft.y - across.y * left - down.y * top,
    },
    across,
    down,
    width: Math.round(2 * reach.aside * codeSide),
    height: Math.round((reach.up + 1 + reach.down) * codeSide),
  });
  const lit = await evenLight(straight);
  blank(lit, left, top);
  return lit;
}

/** The mean of two opposite edges, as the step of one pixel after straightening. */
function step(from: Point, to: Point, otherFrom: Point, otherTo: Point): Point {
  const [x, y] = offset(from, to);
  const [otherX, otherY] = offset(otherFrom, otherTo);
  return { x: (x + otherX) / 2 / codeSide, y: (y + otherY) / 2 / codeSide };
}

function offset(from: Point, to: Point): [x: number, y: number] {
  return [to.x - from.x, to.y - from.y];
}

function blank({ data, width, height }: GreyPicture, left: number, top: number): void {
  const margin = codeSide * 0.03;
  const first = Math.round(left - margin);
  const last = Math.round(left + codeSide + margin);
  const bottom = Math.min(height, Math.round(top + codeSide + margin));
  for (let row = Math.max(0, Math.round(top - margin)); row < bottom; row += 1) {
    data.fill(255, row * width + first, row * width + last);
  }
}
