import type { Random } from './random.ts';

/** Raw picture, four bytes a pixel. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** Seen at a slant: the picture through a projective map that leaves the frame's size as it is. */
export function skewed(picture: Pixels, amount: number, random: Random): Pixels {
  const { width, height } = picture;
  const lean = () => (random.next() * 2 - 1) * amount;
  const [tiltX, tiltY, shearX, shearY] = [lean(), lean(), lean(), lean()];
  const result = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x / width - 0.5, y / height - 0.5];
      const depth = (1 + tiltX * u + tiltY * v) / (1 + amount);
      const sourceX = ((u + shearX * v) / depth + 0.5) * width;
      const sourceY = ((v + shearY * u) / depth + 0.5) * height;
      const from = { x: sourceX, y: sourceY, light: 1 };
      sample(picture, from, result, (y * width + x) * 4);
    }
  }
  return { width, height, data: result };
}

/** Puts the colour between four pixels, at this light, in one place of the result. */
export function sample(
  { width, height, data }: Pixels,
  from: { x: number; y: number; light: number },
  result: Uint8ClampedArray,
  target: number,
): void {
  const left = Math.min(Math.max(Math.floor(from.x), 0), width - 2);
  const top = Math.min(Math.max(Math.floor(from.y), 0), height - 2);
  const right = Math.min(Math.max(from.x - left, 0), 1);
  const down = Math.min(Math.max(from.y - top, 0), 1);
  const first = (top * width + left) * 4;
  const below = first + width * 4;
  for (let channel = 0; channel < 3; channel += 1) {
    const at = (position: number) => data[position + channel] ?? 0;
    const upper = at(first) * (1 - right) + at(first + 4) * right;
    const lower = at(below) * (1 - right) + at(below + 4) * right;
    result[target + channel] = (upper * (1 - down) + lower * down) * from.light;
  }
  result[target + 3] = 255;
}

/** The sensor's noise, the same for the three colours of a pixel. */
export function addNoise(data: Uint8Array, strength: number, random: Random): void {
  for (let position = 0; position < data.length; position += 3) {
    const noise = (random.next() + random.next() - 1) * 2 * strength;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (data[position + channel] ?? 0) + noise;
      data[position + channel] = Math.min(Math.max(value, 0), 255);
    }
  }
}
