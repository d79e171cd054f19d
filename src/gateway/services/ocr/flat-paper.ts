import { type GreyPicture, type Step, scaledTo } from './grey-picture.ts';
import { type PaperRow, paperRows } from './paper-box.ts';

/** Clockwise from the upper left. */
type Corners = readonly [Step, Step, Step, Step];

const searchSide = 400;

/** Degrees by which a corner differs from a right angle before the paper is laid flat. */
const minLean = 7;

/** Share of the area between its corners that a flat sheet fills; bent paper is outside of this. */
const minFilled = 0.94;
const maxFilled = 1.04;

/** With two corners outside the picture, we cannot know how the paper lies. */
const maxCutCorners = 1;

/** Transforms a paper photographed from the side to the view from above; null if it lies flat. */
export async function flatPaper(picture: GreyPicture): Promise<GreyPicture | null> {
  const small = await scaledTo(picture, searchSide);
  const rows = paperRows(small);
  const corners = rows && cornersOf(rows, small);
  if (!corners || leanOf(corners) < minLean) return null;
  const scale = picture.width / small.width;
  const scaled = ({ x, y }: Step) => ({ x: x * scale, y: y * scale });
  const [a, b, c, d] = corners;
  return seenFromAbove(picture, [scaled(a), scaled(b), scaled(c), scaled(d)]);
}

function cornersOf(rows: readonly PaperRow[], { width, height }: GreyPicture): Corners | null {
  const points = hullOf(
    rows.flatMap(({ y, left, right }) => [
      { x: left, y },
      { x: right + 1, y },
    ]),
  );
  const corners = largestOf(points);
  if (!corners) return null;
  const cut = corners.filter(({ x, y }) => x <= 1 || y <= 1 || x >= width - 2 || y >= height - 2);
  const filled = rows.reduce((sum, { left, right }) => sum + right + 1 - left, 0);
  const share = filled / areaOf(corners);
  return cut.length > maxCutCorners || share < minFilled || share > maxFilled
    ? null
    : fromUpperLeft(corners);
}

/** The farthest points in this many directions approximate the outline. */
const directions = 32;

function hullOf(points: readonly Step[]): Step[] {
  const hull = Array.from({ length: directions }, (_, turn) => {
    const angle = (turn * 2 * Math.PI) / directions;
    const [across, down] = [Math.cos(angle), Math.sin(angle)];
    return points.reduce((far, point) =>
      point.x * across + point.y * down > far.x * across + far.y * down ? point : far,
    );
  });
  return hull.filter((point, index) => point !== hull[(index + 1) % hull.length]);
}

function largestOf(points: readonly Step[]): Corners | null {
  const all = points.flatMap((a, at) =>
    points.slice(at + 1).map((c): Corners => {
      const side = ({ x, y }: Step) => (c.x - a.x) * (y - a.y) - (c.y - a.y) * (x - a.x);
      const b = points.reduce((far, point) => (side(point) < side(far) ? point : far));
      const d = points.reduce((far, point) => (side(point) > side(far) ? point : far));
      return [a, b, c, d];
    }),
  );
  return all.reduce<Corners | null>(
    (best, corners) => (!best || areaOf(corners) > areaOf(best) ? corners : best),
    null,
  );
}

function areaOf([a, b, c, d]: Corners): number {
  return Math.abs((c.x - a.x) * (d.y - b.y) - (c.y - a.y) * (d.x - b.x)) / 2;
}

function fromUpperLeft([a, b, c, d]: Corners): Corners {
  const turns: Corners[] = [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ];
  const fromOrigin = ([{ x, y }]: Corners) => x + y;
  return turns.reduce((best, turn) => (fromOrigin(turn) < fromOrigin(best) ? turn : best));
}

function leanOf([a, b, c, d]: Corners): number {
  const neighbours: [Step, Step, Step][] = [
    [d, a, b],
    [a, b, c],
    [b, c, d],
    [c, d, a],
  ];
  const angles = neighbours.map(([before, corner, after]) => {
    const turn =
      Math.atan2(after.y - corner.y, after.x - corner.x) -
      Math.atan2(before.y - corner.y, before.x - corner.x);
    const degrees = (Math.abs(turn) * 180) / Math.PI;
    return Math.abs(90 - Math.min(degrees, 360 - degrees));
  });
  return Math.max(...angles);
}

function seenFromAbove({ data, width, height }: GreyPicture, corners: Corners): GreyPicture {
  const [a, b, c, d] = corners;
  const across = Math.round(Math.max(distance(a, b), distance(d, c)));
  const down = Math.round(Math.max(distance(a, d), distance(b, c)));
  const placeAt = projection(corners);
  const flat = new Uint8Array(across * down);
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const { x, y } = placeAt((column + 0.5) / across, (row + 0.5) / down);
      const left = Math.min(Math.max(Math.floor(x), 0), width - 2);
      const top = Math.min(Math.max(Math.floor(y), 0), height - 2);
      const [right, below] = [x - left, y - top];
      const first = top * width + left;
      const at = (pixel: number) => data[pixel] ?? 255;
      const upper = at(first) * (1 - right) + at(first + 1) * right;
      const lower = at(first + width) * (1 - right) + at(first + width + 1) * right;
      flat[row * across + column] = upper * (1 - below) + lower * below;
    }
  }
  return { data: flat, width: across, height: down };
}

function distance(one: Step, other: Step): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Maps fractions of the sheet, 0 to 1, to positions in the picture (Heckbert, 1989). */
function projection([a, b, c, d]: Corners): (u: number, v: number) => Step {
  const sum = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y };
  const one = { x: b.x - c.x, y: b.y - c.y };
  const two = { x: d.x - c.x, y: d.y - c.y };
  const size = one.x * two.y - one.y * two.x;
  const g = (sum.x * two.y - sum.y * two.x) / size;
  const h = (one.x * sum.y - one.y * sum.x) / size;
  return (u, v) => {
    const depth = g * u + h * v + 1;
    return {
      x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / depth,
      y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / depth,
    };
  };
}
