import { evenLight } from './even-light.ts';
import { type GreyPicture, scaledTo } from './grey-picture.ts';
import { resample } from './resample.ts';

/** Side of the picture in which the angle is measured. */
const measuredSide = 600;
const largestSkew = 21;

/** Grey that still counts as ink, and the share of each side where the table may show. */
const paleInk = 220;
const edge = 0.08;

/**
 * The two turns, in degrees and the likelier first, that may lay the lines of a receipt level: its
 * columns are nearly as even as its lines. Upside down looks the same.
 */
export async function textAngles(picture: GreyPicture): Promise<number[]> {
  const small = await evenLight(await scaledTo(picture, measuredSide));
  return [0, 90]
    .map((turn) => {
      const rough = best(small, steps(turn - largestSkew, turn + largestSkew, 1.5));
      return best(small, steps(rough.angle - 1, rough.angle + 1, 0.25));
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ angle }) => angle);
}

/** Turned by an angle around its middle, in a frame that holds all of it. */
export function turned(picture: GreyPicture, degrees: number): GreyPicture {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const { width: oldWidth, height: oldHeight } = picture;
  const width = Math.round(Math.abs(oldWidth * cosine) + Math.abs(oldHeight * sine));
  const height = Math.round(Math.abs(oldWidth * sine) + Math.abs(oldHeight * cosine));
  const across = { x: cosine, y: sine };
  const down = { x: -sine, y: cosine };
  const corner = {
    x: (oldWidth - across.x * width - down.x * height) / 2,
    y: (oldHeight - across.y * width - down.y * height) / 2,
  };
  return resample(picture, { corner, across, down, width, height });
}

function best(picture: GreyPicture, angles: readonly number[]): { angle: number; score: number } {
  const scored = angles.map((angle) => ({ angle, score: levelness(turned(picture, angle)) }));
  return scored.reduce((one, other) => (other.score > one.score ? other : one));
}

/** Level lines make rows of ink and rows of none: the mean squared step from row to row. */
function levelness({ data, width, height }: GreyPicture): number {
  const [aside, above] = [Math.round(width * edge), Math.round(height * edge)];
  let score = 0;
  let before: number | null = null;
  for (let row = above; row < height - above; row += 1) {
    let ink = 0;
    for (let column = aside; column < width - aside; column += 1) {
      ink += Math.max(0, paleInk - (data[row * width + column] ?? 255));
    }
    const mean = ink / (width - 2 * aside);
    if (before !== null) score += (mean - before) ** 2;
    before = mean;
  }
  return score / (height - 2 * above);
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.round((to - from) / by) + 1 }, (_, step) => from + step * by);
}
