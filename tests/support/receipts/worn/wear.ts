import { type Pixels, sample } from '../pixels.ts';
import type { Random } from '../random.ts';

/** One fold or wave of the paper: where it runs, how long and how high it is. */
interface Wave {
  x: number;
  y: number;
  phase: number;
  height: number;
}

/**
 * The paper after it lay in a pocket: every place moves a little and is lit by its slope.
 * @param strength the largest shift, in pixels
 */
export function crumpled(picture: Pixels, strength: number, random: Random): Pixels {
  const { width, height, data } = picture;
  const waves = Array.from({ length: 9 }, (_, index): Wave => {
    const length = width / (0.6 + index * 0.45);
    const angle = random.next() * Math.PI * 2;
    return {
      x: (Math.cos(angle) * Math.PI * 2) / length,
      y: (Math.sin(angle) * Math.PI * 2) / length,
      phase: random.next() * Math.PI * 2,
      height: strength / (1 + index),
    };
  });
  const result = new Uint8ClampedArray(data.length);
  const shifts = new Float64Array(width);
  const slopes = new Float64Array(width);
  for (let y = 0; y < height; y += 1) {
    shifts.fill(0);
    slopes.fill(0);
    for (const wave of waves) addWave(wave, y, shifts, slopes);
    for (let x = 0; x < width; x += 1) {
      const shift = shifts[x] ?? 0;
      const light = Math.min(Math.max(1 + (slopes[x] ?? 0) * 1.6, 0.45), 1.15);
      const from = { x: x + shift * 0.6, y: y + shift, light };
      sample(picture, from, result, (y * width + x) * 4);
    }
  }
  return { width, height, data: result };
}

/** Turns the sine from place to place: to ask for it anew takes most of the time of a picture. */
function addWave(wave: Wave, y: number, shifts: Float64Array, slopes: Float64Array): void {
  const [turnSine, turnCosine] = [Math.sin(wave.x), Math.cos(wave.x)];
  let sine = Math.sin(wave.y * y + wave.phase) * wave.height;
  let cosine = Math.cos(wave.y * y + wave.phase) * wave.height;
  for (let x = 0; x < shifts.length; x += 1) {
    shifts[x] = (shifts[x] ?? 0) + sine;
    slopes[x] = (slopes[x] ?? 0) + cosine * (wave.x + wave.y);
    const turned = sine * turnCosine + cosine * turnSine;
    cosine = cosine * turnCosine - sine * turnSine;
    sine = turned;
  }
}

/**
 * Thermal print after months: ink pales in stains, and dots of it are gone.
 * @param strength 0 fresh, 1 gone
 */
export function faded({ width, height, data }: Pixels, strength: number, random: Random): void {
  const stains = Array.from({ length: 6 }, () => ({
    x: random.next() * width,
    y: random.next() * height,
    size: (0.2 + random.next() * 0.5) * width,
  }));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const stain = stains.reduce((sum, one) => {
        const far = ((x - one.x) ** 2 + (y - one.y) ** 2) / one.size ** 2;
        return sum + Math.exp(-far) * 0.12;
      }, 0);
      const ink = Math.max(0, 1 - strength - stain * strength) * (0.8 + random.next() * 0.2);
      const first = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        data[first + channel] = 246 - (255 - (data[first + channel] ?? 255)) * ink;
      }
    }
  }
}
