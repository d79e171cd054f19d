import { describe, expect, it } from 'vitest';
import { cutPaper } from '../../src/gateway/services/ocr/cut-paper.ts';
import type { GreyPicture } from '../../src/gateway/services/ocr/grey-picture.ts';
import { levelled } from '../../src/gateway/services/ocr/level-lines.ts';
import { stackOf } from '../../src/gateway/services/ocr/line-strips.ts';
import { readPrint } from '../../src/gateway/services/ocr/read-print.ts';
import type { Recogniser, Recognition } from '../../src/gateway/services/ocr/recogniser.ts';
import { aroundCode, wholePaper } from '../../src/gateway/services/ocr/straight-paper.ts';

function drawn(width: number, height: number, greyAt: (x: number, y: number) => number) {
  const data = Uint8Array.from({ length: width * height }, (_, pixel) =>
    greyAt(pixel % width, Math.floor(pixel / width)),
  );
  return { data, width, height };
}

const [paper, ink] = [225, 40];

/** Ink of a row between two columns, 0 to 1. */
function inkIn({ data, width }: GreyPicture, row: number, from: number, to: number): number {
  const part = data.subarray(row * width + from, row * width + to);
  return part.reduce((sum, grey) => sum + (grey < 128 ? 1 : 0), 0) / part.length;
}

describe('the paper in a picture', () => {
  const isPaper = (x: number, y: number) =>
    y > 60 && y < 1140 && x > 150 + y / 10 && x < 560 + y / 10;
  const grain = (x: number, y: number) => (Math.floor(y / 9) % 2 === 0 && x % 5 > 1 ? 95 : 60);

  it('is cut out, and nothing of the table beside it is left to be read', async () => {
    const photo = drawn(800, 1200, (x, y) => (isPaper(x, y) ? paper : grain(x, y)));
    const { picture, area } = await cutPaper(photo);
    expect(area.width).toBeLessThan(600);
    const dark = picture.data.reduce((sum, grey) => sum + (grey < 128 ? 1 : 0), 0);
    expect(dark / picture.data.length).toBeLessThan(0.02);
  });

  it('keeps what lies in a shadow that grows slowly darker', async () => {
    const isLine = (x: number, y: number) => y % 40 < 8 && x > 40 && x < 760;
    const light = (x: number) => paper * (1 - (0.75 * x) / 800);
    const photo = drawn(800, 1200, (x, y) => (isLine(x, y) ? light(x) / 4 : light(x)));
    const { picture, area } = await cutPaper(photo);
    expect(area).toMatchObject({ left: 0, width: 800 });
    const row = 600 - area.top + 4;
    expect(picture.data[row * picture.width + 700 - area.left]).toBeLessThan(50);
  });

  it('keeps a corner that a hard shadow cuts off', async () => {
    const isShaded = (x: number, y: number) => x + y > 1400;
    const isLine = (x: number, y: number) => y % 40 < 8 && x > 150 && x < 650;
    const light = (x: number, y: number) =>
      (x > 100 && x < 700 && y > 50 && y < 1150 ? paper : 70) * (isShaded(x, y) ? 0.4 : 1);
    const photo = drawn(800, 1200, (x, y) => light(x, y) * (isLine(x, y) ? 0.2 : 1));
    const { picture, area } = await cutPaper(photo);
    expect(picture.data[(1084 - area.top) * picture.width + 640 - area.left]).toBeLessThan(40);
  });

  it('is whole around a small code at its left edge', async () => {
    const isMark = (x: number, y: number) => x > 700 && x < 720 && y > 500 && y < 700;
    const photo = drawn(800, 1200, (x, y) => (isMark(x, y) ? ink : paper));
    const corner = (x: number, y: number) => ({ x, y });
    const corners = {
      topLeft: corner(20, 520),
      topRight: corner(180, 520),
      bottomRight: corner(180, 680),
      bottomLeft: corner(20, 680),
    };
    const page = await aroundCode(photo, corners, wholePaper);
    expect(page.data.some((grey) => grey < 100)).toBe(true);
  });
});

describe('lines that slant', () => {
  it('are levelled, also where they slant one way above and the other below', async () => {
    const slope = (y: number) => Math.tan(((4 - (8 * y) / 1600) * Math.PI) / 180);
    const isLine = (x: number, y: number) => {
      const along = y - (x - 500) * slope(y);
      return ((along % 40) + 40) % 40 < 10 && x > 80 && x < 920 && x % 14 > 4;
    };
    const page = drawn(1000, 1600, (x, y) => (isLine(x, y) ? ink : 235));
    const most = (picture: GreyPicture, from: number, to: number) =>
      Math.max(
        ...Array.from({ length: to - from }, (_, row) =>
          Math.min(
            inkIn(picture, from + row, 100, 250),
            inkIn(picture, from + row, 430, 580),
            inkIn(picture, from + row, 750, 900),
          ),
        ),
      );
    const level = await levelled(page);
    for (const [from, to] of [
      [150, 400],
      [1200, 1450],
    ] as const) {
      expect(most(level, from, to)).toBeGreaterThan(0.5);
    }
  });

  it('stay as they are on a level page', async () => {
    const page = drawn(700, 900, (x, y) => (y % 30 < 8 && x % 14 > 4 ? ink : 235));
    expect(await levelled(page)).toBe(page);
  });
});

it('a line is read again without parts of the lines above and below it', async () => {
  const page = drawn(400, 120, (_x, y) => (y > 38 && y < 82 ? 235 : ink));
  const word = { text: '54,90', left: 20, top: 48, width: 300, height: 24 };
  const { picture } = await stackOf(page, [[word]], 24);
  expect(
    Math.max(...Array.from({ length: picture.height }, (_, row) => inkIn(picture, row, 20, 280))),
  ).toBe(0);
});

describe('lines that matter', () => {
  const page = drawn(800, 400, () => 235);
  const lineOf = (text: string, top: number) => ({
    text,
    words: [{ text, left: 20, top, width: 400, height: 24 }],
  });
  const printed = [lineOf('09/10/2025 14:00:07', 40), lineOf('TOTAL R$ 54,90', 140)];

  /** What is read where the second model reads these texts, and how it was asked for. */
  async function readWith(...second: string[]) {
    const asked: { how: Recognition; height: number }[] = [];
    const recognise: Recogniser = async ({ height }, how = {}) => {
      asked.push({ how, height });
      if (how.inverted || how.pale) return { lines: printed, confidence: 95 };
      const texts = how.secondModel ? second : ['TOTAL R$ 54,90'];
      const step = height / texts.length;
      const lines = texts.map((text, index) => lineOf(text, step * (index + 0.5) - 12));
      return { lines, confidence: 95 };
    };
    const { lines } = await readPrint(page, recognise, {
      findsKey: false,
      onProgress: () => null,
    });
    return { lines, again: asked.filter(({ how }) => !(how.inverted || how.pale)) };
  }

  it('are read once more where the second model reads the same digits', async () => {
    const { lines, again } = await readWith('09/10/2025 14:00:07', 'TOTAI R$ 54,90');
    expect(again).toHaveLength(1);
    expect(lines[1]).toEqual(['TOTAL R$ 54,90', 'TOTAI R$ 54,90']);
  });

  it('are read a third time, those alone whose digits differ', async () => {
    const { lines, again } = await readWith('09/10/2025 14:00:07', 'TOTAL R$ 64,90');
    expect(again.map(({ how }) => how.secondModel)).toEqual([true, false]);
    expect(again[1]?.height).toBeLessThan(again[0]?.height ?? 0);
    expect(lines).toEqual([
      ['09/10/2025 14:00:07', '09/10/2025 14:00:07'],
      ['TOTAL R$ 54,90', 'TOTAL R$ 64,90', 'TOTAL R$ 54,90'],
    ]);
  });
});

it('the second reading of a page whitens its paper, but not its pale print', async () => {
  const [grain, pale, paper] = [226, 224, 255];
  const page = { data: Uint8Array.of(grain, pale, 0), width: 3, height: 1 };
  const seen: number[][] = [];
  const recognise: Recogniser = async ({ data }) => {
    seen.push([...data]);
    return { lines: [], confidence: 0 };
  };
  await readPrint(page, recognise, { findsKey: false, onProgress: () => {} });
  expect(seen).toEqual([
    [grain, pale, 0],
    [paper, pale, 0],
  ]);
});
