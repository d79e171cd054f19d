import { median } from '../../../rules/printed-receipts/printed-key-groups.ts';
import { type Area, cut, type GreyPicture, type Step } from './grey-picture.ts';
import { type FoundPaper, findPaper, type PaperRow } from './paper-box.ts';

interface CutPaper {
  picture: GreyPicture;
  area: Area;
}

/** Cuts out the paper around `point`, and paints over the table, whose grain reads like words. */
export async function cutPaper(
  picture: GreyPicture,
  point: Step | null = null,
  within: Area | null = null,
): Promise<CutPaper> {
  const foundPaper = await findPaper(picture, point);
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height };
  const edge = foundPaper && edgeOf(foundPaper);
  const box = foundPaper && edge ? upToTheTable(foundPaper.area, whole, edge) : whole;
  const area = (within && common(box, within)) ?? box;
  const paper = await cut(picture, area);
  return {
    picture: foundPaper && edge ? withoutTable(paper, area, foundPaper, edge) : paper,
    area,
  };
}

function common(one: Area, other: Area): Area | null {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const width = Math.min(one.left + one.width, other.left + other.width) - left;
  const height = Math.min(one.top + one.height, other.top + other.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

const rim = 0.04;

/** Brightness of the table at most, relative to the paper: shadows on paper are brighter. */
const darkestShadow = 0.88;

/** The least of the paper's usual grey that is painted: a corner's pixels may be of the table. */
const darkestPaint = 0.9;

interface Edge {
  rows: { row: PaperRow; greys: ReturnType<typeof edgesOf> }[];
  tableLeft: boolean;
  tableRight: boolean;
}

function edgeOf({ small, rows }: FoundPaper): Edge {
  const edges = outlineOf(rows).map((row) => ({ row, greys: edgesOf(row, small) }));
  const isTable = (side: 'left' | 'right') => {
    const sides = edges.map(({ greys }) => greys[side]);
    const shares = sides.flatMap(({ beside, grey }) => (beside === null ? [] : beside / grey));
    return (median(shares) ?? 1) < darkestShadow;
  };
  return { rows: edges, tableLeft: isTable('left'), tableRight: isTable('right') };
}

function upToTheTable(paper: Area, whole: Area, { tableLeft, tableRight }: Edge): Area {
  const left = tableLeft ? paper.left : 0;
  return { ...paper, left, width: (tableRight ? paper.left + paper.width : whole.width) - left };
}

function withoutTable(
  paper: GreyPicture,
  area: Area,
  { scale }: FoundPaper,
  { rows, tableLeft, tableRight }: Edge,
): GreyPicture {
  const usual = median(rows.map(({ greys }) => greys.left.grey)) ?? 1;
  const painted = (grey: number) => Math.max(grey, darkestPaint * usual);
  const first = rows[0]?.row.y ?? 0;
  const data = Uint8Array.from(paper.data);
  for (let down = 0; down < paper.height; down += 1) {
    const y = Math.round((area.top + down + 0.5) / scale - 0.5) - first;
    const index = Math.min(Math.max(y, 0), rows.length - 1);
    const edge = rows[index];
    if (!edge) continue;
    const { row, greys } = edge;
    const at = (x: number) => Math.min(Math.max(Math.round(x * scale) - area.left, 0), paper.width);
    const start = down * paper.width;
    const end = start + paper.width;
    const isBeyond = index !== y;
    if (isBeyond && tableLeft && tableRight) data.fill(painted(greys.left.grey), start, end);
    if (isBeyond) continue;
    if (tableLeft) data.fill(painted(greys.left.grey), start, start + at(row.left + 1));
    if (tableRight) data.fill(painted(greys.right.grey), start + at(row.right), end);
  }
  return { ...paper, data };
}

function edgesOf({ y, left, right }: PaperRow, { data, width }: GreyPicture) {
  const wide = Math.max(3, Math.round((right - left) * rim));
  const row = data.subarray(y * width, (y + 1) * width);
  const grey = (from: number) => brightest(row.subarray(Math.max(0, from), from + wide));
  return {
    left: { grey: grey(left), beside: left > wide ? grey(left - 1 - wide) : null },
    right: {
      grey: grey(right + 1 - wide),
      beside: right + 2 + wide < width ? grey(right + 2) : null,
    },
  };
}

function brightest(greys: Uint8Array): number {
  return greys.reduce((max, grey) => Math.max(max, grey), 0);
}

const dent = 0.04;

/** The paper's rows without dents, so that a shadow or finger at its edge hides no line. */
function outlineOf(rows: readonly PaperRow[]): PaperRow[] {
  const inOrder = rows.toSorted((a, b) => a.y - b.y);
  const rowsByY = new Map(rows.map((row) => [row.y, row]));
  const lefts = straightened(envelope(inOrder.map(({ y, left }) => ({ y, x: left }))));
  const rights = straightened(envelope(inOrder.map(({ y, right }) => ({ y, x: -right }))));
  return lefts.map(({ y, x }, index) => {
    const row = { y, left: x, right: -(rights[index]?.x ?? -x) };
    const { left, right } = rowsByY.get(y) ?? row;
    const max = (row.right - row.left) * dent;
    return {
      y,
      left: left - row.left < max ? left : row.left,
      right: row.right - right < max ? right : row.right,
    };
  });
}

const triedRows = 9;
const besideLine = 3;

/** Moves an edge out to the straight line that most of it follows: hard shadows cut off corners. */
function straightened(edge: readonly { y: number; x: number }[]): { y: number; x: number }[] {
  const ends = Array.from(
    { length: triedRows },
    (_, index) => edge[Math.round((index * (edge.length - 1)) / (triedRows - 1))],
  ).filter((end) => end !== undefined);
  const lines = ends.flatMap((start, index) =>
    ends.slice(index + 1).map((end) => {
      const slope = (end.x - start.x) / Math.max(end.y - start.y, 1);
      const lineAt = (y: number) => start.x + (y - start.y) * slope;
      const near = edge.filter(({ x, y }) => Math.abs(x - lineAt(y)) <= besideLine).length;
      return { lineAt, near };
    }),
  );
  const [best] = lines.toSorted((a, b) => b.near - a.near);
  return edge.map(({ y, x }) => {
    const line = Math.round(best?.lineAt(y) ?? x);
    return { y, x: x - line > besideLine ? line : x };
  });
}

function envelope(points: readonly { y: number; x: number }[]): { y: number; x: number }[] {
  const corners: { y: number; x: number }[] = [];
  for (const point of points) {
    while (corners.length >= 2) {
      const [before, last] = corners.slice(-2) as [typeof point, typeof point];
      const turn =
        (last.y - before.y) * (point.x - before.x) - (point.y - before.y) * (last.x - before.x);
      if (turn > 0) break;
      corners.pop();
    }
    corners.push(point);
  }
  return corners.slice(1).flatMap((end, index) => {
    const start = corners[index] ?? end;
    const steps = end.y - start.y;
    return Array.from({ length: steps + (end === corners.at(-1) ? 1 : 0) }, (_, step) => ({
      y: start.y + step,
      x: Math.round(start.x + ((end.x - start.x) * step) / Math.max(steps, 1)),
    }));
  });
}
