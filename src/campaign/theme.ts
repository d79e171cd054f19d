import type { Palette } from '../contract/hotsite.ts';
import { contrast, mix, translucent } from './colour.ts';

const white = '#ffffff';
const black = '#000000';
/** The least contrasts that WCAG 2.2 asks for: 1.4.3 of text, 1.4.11 of the edges of fields. */
const textContrast = 4.5;
const controlContrast = 3;

/** Names without their leading dashes → plain hex. */
export type Theme = Record<string, string>;

/** A colour that is illegible on another one; contrasts are 1 to 21. */
interface UnreadablePair {
  token: string;
  on: string;
  found: number;
  needed: number;
}

/** Derives all colours from the campaign's seven. @throws Error that names an illegible pair */
export function deriveTheme(palette: Palette): Theme {
  const [wrong] = unreadablePairs(palette);
  if (!wrong) return themeOf(palette);
  throw new Error(`Theme: ${sayUnreadable(wrong)}`);
}

export function sayUnreadable({ token, on, found, needed }: UnreadablePair): string {
  return token === `on-${on}`
    ? `no text can be read on ${on}, contrast ${ratio(found)}, needs ${ratio(needed)}`
    : `${token} on ${on} has contrast ${ratio(found)}, needs ${ratio(needed)}`;
}

export function unreadablePairs(palette: Palette): UnreadablePair[] {
  const theme = themeOf(palette);
  const pairs: typeof contrastPairs = [
    ['on-primary', 'primary', textContrast],
    ['on-accent', 'accent', textContrast],
    ...contrastPairs,
  ];
  return pairs
    .map(([token, on, needed]) => {
      const found = contrast(theme[token] ?? '', theme[on] ?? '');
      return { token, on, found, needed };
    })
    .filter(({ found, needed }) => found < needed);
}

/** Does not check legibility; `unreadablePairs` does. */
export function themeOf(palette: Palette): Theme {
  const { primary, accent, ink, surface, success, danger } = palette;
  const onPrimary = readable(primary, palette);
  const onAccent = readable(accent, palette);
  const tint = tintStrength(palette);
  const soft = mix(primary, 0.12 * tint, surface);
  return {
    ...palette,
    'on-primary': onPrimary,
    'on-accent': onAccent,
    strong: strongest(palette, soft),
    soft,
    gold: mix(accent, 0.28, surface),
    mute: mix(ink, 0.72, surface),
    edge: mix(ink, 0.58, surface),
    line: mix(ink, 0.14, surface),
    disc: mix(primary, 0.22 * tint, surface),
    tile: mix(primary, 0.26 * tint, surface),
    'button-edge': mix(accent, 0.72, '#7a3d00'),
    'success-tint': mix(mix(success, 0.4, '#00d896'), 0.16, surface),
    'danger-tint': mix(danger, 0.09, surface),
    'footer-text': mix(white, 0.78, ink),
    ...rays('primary', onPrimary, ink),
    'primary-glow': translucent(awayFrom(onPrimary, ink), 0.6),
    ...rays('accent', onAccent, ink),
    'shadow-near': translucent(ink, 0.1),
    'shadow-far': translucent(ink, 0.28),
    backdrop: translucent(ink, 0.7),
  };
}

export function themeRule(theme: Theme, selector = ':root'): string {
  const declarations = Object.entries(theme).map(([name, value]) => `--${name}:${value}`);
  return `${selector}{${declarations.join(';')}}`;
}

/** Ink if legible on this colour, else white, else a dark surface; if none is, the best of them. */
function readable(field: string, { ink, surface }: Palette): string {
  const candidates = [ink, white, surface];
  const [best = ink] = [...candidates].sort((a, b) => contrast(b, field) - contrast(a, field));
  return candidates.find((colour) => contrast(colour, field) >= textContrast) ?? best;
}

/** A dark primary colour would tint the page grey: less of it keeps the tint as light as others. */
function tintStrength({ primary, surface }: Palette): number {
  const isLight = (tint: number) => contrast(mix(primary, 0.12 * tint, surface), surface) <= 1.2;
  return [1, 0.65].find(isLight) ?? 0.5;
}

/** As much of the primary colour as stays legible for links on the page and its tinted sections. */
function strongest({ primary, ink, surface }: Palette, soft: string): string {
  const candidates = [0.45, 0.3, 0.15].map((share) => mix(primary, share, ink));
  const legible = candidates.find(
    (colour) => contrast(colour, surface) >= textContrast && contrast(colour, soft) >= textContrast,
  );
  return legible ?? ink;
}

/** Rays move a field away from its text colour, so they never cost contrast. */
function rays(field: 'primary' | 'accent', text: string, ink: string): Theme {
  const away = awayFrom(text, ink);
  return { [`${field}-ray`]: translucent(away, 4 / 15), [`${field}-gap`]: translucent(away, 0) };
}

function awayFrom(text: string, ink: string): string {
  return text === white ? ink : white;
}

const contrastPairs: [token: string, on: string, needed: number][] = [
  ['ink', 'surface', textContrast],
  ['ink', 'soft', textContrast],
  ['ink', 'gold', textContrast],
  ['ink', 'tile', textContrast],
  ['mute', 'surface', textContrast],
  ['mute', 'soft', textContrast],
  ['mute', 'line', textContrast],
  ['strong', 'surface', textContrast],
  ['strong', 'soft', textContrast],
  ['surface', 'strong', textContrast],
  ['accent', 'ink', textContrast],
  ['footer-text', 'ink', textContrast],
  ['danger', 'surface', textContrast],
  ['danger', 'soft', textContrast],
  ['danger', 'danger-tint', textContrast],
  ['success', 'surface', textContrast],
  ['success', 'success-tint', textContrast],
  ['warning', 'gold', textContrast],
  ['edge', 'surface', controlContrast],
  ['edge', 'soft', controlContrast],
];

const ratio = (value: number) => value.toFixed(1);

const chipContrast = 7;

/**
 * Tokens that differ in dark mode: the page takes the campaign's ink, cards are lighter than it,
 * buttons and prizes keep their colours. `field` has white text, `drawn` is the ink of drawings,
 * `deep` is darker than the page.
 */
export function darkTheme(palette: Palette, light: Theme): Theme {
  const { primary, accent, ink, success, danger } = palette;
  const soft = mix(ink, 0.86, black);
  const surface = mix(white, 0.08, ink);
  const grounds = [soft, surface];
  // A raised card with only a hint of the primary: yellow turns olive or brown on dark grounds.
  const gold = mix(mix(primary, 0.35, white), 0.13, surface);
  const successTint = mix(success, 0.3, surface);
  const dangerTint = mix(danger, 0.26, surface);
  return {
    surface,
    soft,
    ink: mix(primary, 0.05, white),
    strong: lightened(primary, grounds),
    mute: mix(white, 0.74, surface),
    edge: mix(white, 0.52, surface),
    line: mix(white, 0.18, surface),
    gold,
    warning: lightened(accent, [gold, ...grounds]),
    success: lightened(success, [successTint, ...grounds], chipContrast),
    'success-tint': successTint,
    danger: lightened(danger, [dangerTint, ...grounds]),
    'danger-tint': dangerTint,
    disc: mix(primary, 0.24, surface),
    tile: mix(primary, 0.28, surface),
    'shadow-near': '#0006',
    'shadow-far': '#0009',
    backdrop: '#000b',
    field: light['strong'] ?? ink,
    drawn: ink,
    deep: mix(ink, 0.6, black),
  };
}

/** Adds just enough white for a text of this colour to be legible on all grounds. */
function lightened(colour: string, grounds: readonly string[], needed = textContrast): string {
  const steps = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9].map((share) => mix(white, share, colour));
  const isLegible = (text: string) => grounds.every((ground) => contrast(text, ground) >= needed);
  return steps.find(isLegible) ?? white;
}
