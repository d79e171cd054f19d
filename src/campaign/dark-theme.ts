import type { Palette } from '../contract/hotsite.ts';
import { contrast, mix } from './colour.ts';
import type { Theme } from './theme.ts';

const WHITE = '#ffffff';
const BLACK = '#000000';
const UMBER = '#2b1a00';
const TEXT = 4.5;

/**
 * The tokens that differ in dark mode: the page takes the campaign's ink, cards are lighter than it,
 * buttons and prizes keep their colours. `field` carries white text, `drawn` is the ink of drawings,
 * `band` is darker than the page.
 */
export function darkTheme(palette: Palette, light: Theme): Theme {
  const { primary, accent, ink, success, danger } = palette;
  const soft = mix(ink, 0.86, BLACK);
  const surface = mix(WHITE, 0.08, ink);
  const grounds = [soft, surface];
  // Umber: yellow alone turns olive on a dark ground, and little of it turns grey.
  const gold = mix(mix(accent, 0.3, UMBER), 0.62, surface);
  const successTint = mix(success, 0.3, surface);
  const dangerTint = mix(danger, 0.26, surface);
  return {
    surface,
    soft,
    ink: mix(primary, 0.05, WHITE),
    strong: lightened(primary, grounds),
    mute: mix(WHITE, 0.74, surface),
    edge: mix(WHITE, 0.52, surface),
    line: mix(WHITE, 0.18, surface),
    gold,
    warning: lightened(accent, [gold, ...grounds]),
    success: lightened(success, [successTint, ...grounds]),
    'success-tint': successTint,
    danger: lightened(danger, [dangerTint, ...grounds]),
    'danger-tint': dangerTint,
    disc: mix(primary, 0.24, surface),
    'disc-gold': mix(accent, 0.24, surface),
    tile: mix(primary, 0.28, surface),
    'shadow-near': '#0006',
    'shadow-far': '#0009',
    backdrop: '#000b',
    field: light['strong'] ?? ink,
    drawn: ink,
    band: mix(ink, 0.6, BLACK),
  };
}

/** As little white as makes a text of this colour legible on all grounds. */
function lightened(colour: string, grounds: readonly string[]): string {
  const steps = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9].map((share) => mix(WHITE, share, colour));
  const isLegible = (text: string) => grounds.every((ground) => contrast(text, ground) >= TEXT);
  return steps.find(isLegible) ?? WHITE;
}
