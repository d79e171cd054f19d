import type { GreyPicture } from './grey-picture.ts';

export interface Point {
  x: number;
  y: number;
}

/** Where a new picture lies in an old one: its corner, and the step of one pixel in each direction. */
export interface Placement {
  corner: Point;
  across: Point;
  down: Point;
  width: number;
  height: number;
}

const paperWhite = 255;

/** Cuts a turned and scaled rectangle out of a picture; what lies outside is white. */
export function resample(picture: GreyPicture, placement: Placement): GreyPicture {
  const { corner, across, down, width, height } = placement;
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const x = corner.x + across.x * column + down.x * row;
      const y = corner.y + across.y * column + down.y * row;
      data[row * width + column] = between(picture, x, y);
    }
  }
  return { data, width, height };
}

/** The grey between four neighbouring pixels. */
function between({ data, width, height }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return paperWhite;
  const first = top * width + left;
  const [right, low] = [x - left, y - top];
  const upper = (data[first] ?? 0) * (1 - right) + (data[first + 1] ?? 0) * right;
  const lower = (data[first + width] ?? 0) * (1 - right) + (data[first + width + 1] ?? 0) * right;
  return upper * (1 - low) + lower * low;
}
