/** A part of the picture, in pixels, to be scaled until its long side measures `side`. */
export interface CodeSearch {
  left: number;
  top: number;
  width: number;
  height: number;
  side: number;
  formats: readonly ('QRCode' | 'Code128')[];
}

/** Denoising closes the white streaks of thermal print, which finds the most codes. */
export const codeReaderOptions = { tryHarder: true, tryDenoise: true, tryInvert: false } as const;

/** Looks for more codes only when the first is not a receipt's, at twice the cost. */
export const codesAtATime = [1, 16] as const;

/** Long sides of the whole picture; measured: this order is the fastest. */
const wholeSides = [
  { side: 1600, formats: ['QRCode'] },
  { side: 2600, formats: ['QRCode', 'Code128'] },
  { side: 1000, formats: ['QRCode'] },
] as const;

/** Nine overlapping windows of 40 % of each side, enlarged, for a receipt far away. */
const windowStarts = [0, 0.3, 0.6];
const windowShare = 0.4;
const windowSide = 2600;
const enlargement = 2;

export function codeSearches(width: number, height: number): CodeSearch[] {
  const long = Math.max(width, height);
  const whole = wholeSides.map(({ side, formats }) => ({
    left: 0,
    top: 0,
    width,
    height,
    side: Math.min(side, long),
    formats,
  }));
  const windows = windowStarts.flatMap((across) =>
    windowStarts.map((down) => ({
      left: Math.floor(across * width),
      top: Math.floor(down * height),
      width: Math.max(1, Math.floor(windowShare * width)),
      height: Math.max(1, Math.floor(windowShare * height)),
      side: Math.max(1, Math.min(windowSide, Math.floor(enlargement * windowShare * long))),
      formats: ['QRCode'] as const,
    })),
  );
  return [...whole, ...windows];
}

/** Long side for finding a second receipt, larger than the one that barely reads the first code. */
export function closerSide({ width, height, side }: CodeSearch): number {
  return Math.max(side, Math.min(windowSide, Math.max(width, height)));
}
