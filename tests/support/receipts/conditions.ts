import type { Random } from './random.ts';

/** How a picture of a receipt was taken, and what happened to it on the way. */
export interface Condition {
  /** Width of the paper in the picture, in pixels. */
  paper: number;
  /** Long side of the frame; null fits the frame to the paper. */
  frame: number | null;
  /** Degrees, clockwise. */
  rotation: number;
  /** How far the corners leave the rectangle, as a share of the side. */
  skew: number;
  /** Standard deviation of the blur, in pixels of the picture. */
  blur: number;
  /** Light and contrast: each pixel becomes value × gain + lift. */
  gain: number;
  lift: number;
  /** Share of the light lost at the darkest corner. */
  shadow: number;
  /** Share of the paper's lines that the print head missed. */
  streaks: number;
  /** Strength of the sensor's noise, 0 to 255. */
  noise: number;
  /** JPEG quality. */
  quality: number;
  /** False for a receipt torn off above its QR code. */
  qr: boolean;
  /** The background around the receipt has many colours. */
  busy: boolean;
  /** Another QR code, of a payment, is printed above the receipt's own. */
  otherCode: boolean;
}

const straight: Condition = {
  paper: 900,
  frame: null,
  rotation: 0,
  skew: 0,
  blur: 0.5,
  gain: 0.92,
  lift: 8,
  shadow: 0.05,
  streaks: 0,
  noise: 2,
  quality: 80,
  qr: true,
  busy: false,
  otherCode: false,
};

export const conditions = {
  straight: () => straight,
  'rotated-7': (random) => ({ ...straight, rotation: random.pick([7, -7]) }),
  'rotated-90': (random) => ({ ...straight, rotation: random.pick([90, -90]) }),
  'upside-down': (random) => ({ ...straight, rotation: 180 + random.between(-4, 4) }),
  skewed: (random) => ({ ...straight, skew: 0.08, rotation: random.between(-5, 5) }),
  blurred: (random) => ({ ...straight, blur: 2 + random.next() }),
  dark: () => ({ ...straight, gain: 0.22, lift: 4, noise: 4 }),
  'low-contrast': () => ({ ...straight, gain: 0.25, lift: 120 }),
  'uneven-light': () => ({ ...straight, shadow: 0.75 }),
  'jpeg-20': () => ({ ...straight, quality: 20, paper: 800 }),
  streaked: () => ({ ...straight, streaks: 0.1 }),
  'small-in-12mp': (random) => ({
    ...straight,
    paper: random.between(800, 1100),
    frame: 4000,
    rotation: random.between(-20, 20),
    quality: 70,
    busy: true,
  }),
  '12mp': (random) => ({
    ...straight,
    paper: random.between(1500, 2000),
    frame: 4000,
    rotation: random.between(-6, 6),
    skew: 0.03,
    shadow: 0.3,
    blur: 1.2,
    noise: 6,
    quality: 90,
  }),
  'two-codes': () => ({ ...straight, otherCode: true }),
  screenshot: () => ({ ...straight, paper: 750, blur: 0, gain: 1, lift: 0, shadow: 0, noise: 0 }),
  'without-qr': () => ({ ...straight, qr: false }),
} satisfies Record<string, (random: Random) => Condition>;

export type PictureCondition = keyof typeof conditions;

export const pictureConditions = [
  'straight',
  'rotated-7',
  'rotated-90',
  'upside-down',
  'skewed',
  'blurred',
  'dark',
  'low-contrast',
  'uneven-light',
  'jpeg-20',
  'streaked',
  'small-in-12mp',
  '12mp',
  'two-codes',
  'screenshot',
  'without-qr',
] as const satisfies readonly PictureCondition[];
