/** Red, green and blue, each 0 to 1, gamma encoded (sRGB). */
type Rgb = readonly [number, number, number];

export const hexColour = /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

/** @throws Error that names a text other than `#rgb` or `#rrggbb`. */
function parseHex(hex: string): Rgb {
  const digits = hexColour.exec(hex)?.[1];
  if (!digits) throw new Error(`Theme: '${hex}' is no colour, #rrggbb is needed`);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

function toHex(colour: Rgb): string {
  const pair = (value: number) =>
    Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${colour.map(pair).join('')}`;
}

export function translucent(hex: string, opacity: number): string {
  const alpha = Math.round(opacity * 255);
  return toHex(parseHex(hex)) + alpha.toString(16).padStart(2, '0');
}

const decode = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const encode = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** Björn Ottosson's Oklab, 2020: the space in which CSS `color-mix(in oklab, …)` mixes. */
function toOklab(colour: Rgb): Rgb {
  const [r, g, b] = [decode(colour[0]), decode(colour[1]), decode(colour[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** As CSS `color-mix(in oklab, first share%, second)`; `share` is 0 to 1. */
export function mix(first: string, share: number, second: string): string {
  const from = toOklab(parseHex(first));
  const to = toOklab(parseHex(second));
  const at = (index: 0 | 1 | 2) => from[index] * share + to[index] * (1 - share);
  return toHex(fromOklab([at(0), at(1), at(2)]));
}

function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex);
  return 0.2126 * decode(r) + 0.7152 * decode(g) + 0.0722 * decode(b);
}

/** Contrast of two opaque colours, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(first: string, second: string): number {
  const [one, other] = [luminance(first) + 0.05, luminance(second) + 0.05];
  return Math.max(one, other) / Math.min(one, other);
}
