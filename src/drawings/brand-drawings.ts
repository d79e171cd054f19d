import { contrast, mix } from '../campaign/colour.ts';
import { deriveTheme } from '../campaign/theme.ts';
import type { Hotsite } from '../contract/hotsite.ts';

export function hasSmile({ theme }: Hotsite): boolean {
  return theme.motif === 'SMILE';
}

/** CSS for a brand without a wordmark, whose name needs room, or without faces. */
export function plainRules(hotsite: Hotsite): string {
  const name = hotsite.header.wordmark ? '' : '@media(max-width:23.5em){a.logo{font-size:1.25rem}}';
  if (hasSmile(hotsite)) return name;
  const { primary, ink } = hotsite.theme.palette;
  const isDark = contrast(primary, ink) < 3;
  const title = isDark ? '.split-panel-intro .title-art-accent{fill:var(--soft)!important}' : '';
  return `${name}.smile{display:none}${title}`;
}

export function stepDrawings(hotsite: Hotsite): string[] {
  const firstStep = hasSmile(hotsite) ? 'compre' : 'compre-simples';
  return hotsite.pages.home.steps.length > 3
    ? [firstStep, 'envie', 'receba-simples', 'concorra']
    : [firstStep, 'envie', 'concorra'];
}

const coinSmile = /<path d="M20 27q10 16 20 0"[^>]*>/;
const coinStar =
  '<path transform="translate(30 29) scale(1.15)" d="M0-12Q1.5-1.5 12 0 1.5 1.5 0 12-1.5 1.5-12 0-1.5-1.5 0-12Z" fill="#a65f00"/>';

/** Draws the gold in tones of the campaign's accent. */
export function inOwnColours(svg: string, hotsite: Hotsite): string {
  if (hasSmile(hotsite)) return svg;
  const { accent = '', ink = '' } = deriveTheme(hotsite.theme.palette);
  const tones: Record<string, string> = {
    '#ffec9e': mix(accent, 0.45, '#ffffff'),
    '#ffc62e': accent,
    '#f09a00': mix(accent, 0.86, ink),
    '#d98300': mix(accent, 0.72, ink),
    '#c87800': mix(accent, 0.62, ink),
    '#a65f00': mix(accent, 0.48, ink),
    '#14242c': ink,
  };
  return svg
    .replace(coinSmile, coinStar)
    .replaceAll(/#[0-9a-f]{6}\b/g, (colour) => tones[colour] ?? colour);
}

/** The symbols that the home page needs; tube and gloss are for brands with the smile. */
export function homeSymbols(svg: string, hotsite: Hotsite): string {
  if (hasSmile(hotsite)) return svg;
  return svg
    .replace(/<linearGradient id="gloss".*?<\/linearGradient>/s, '')
    .replace(/<defs>.*?<\/defs>/s, '')
    .replace(/<symbol id="tube".*?<\/symbol>/s, '');
}
