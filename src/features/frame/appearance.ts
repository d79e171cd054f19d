import { contrast, mix } from '../../campaign/colour.ts';
import { type Theme, themeOf } from '../../campaign/theme.ts';
import type { FormSettings, SettingName } from '../../contract/frame-protocol.ts';
import type { Palette } from '../../contract/hotsite.ts';

/** A part is null if the embedder did not set it, or set an invalid value. */
interface Appearance {
  /** `#rgb` or `#rrggbb`. */
  accent: string | null;
  /** Pixels. */
  radius: number | null;
  /** Quoted font names, ready for CSS; a frame has only the device's fonts. */
  font: string | null;
  density: 'compact' | null;
  scheme: 'dark' | 'auto' | null;
  card: 'none' | null;
}

const maxRadius = 32;
const genericFonts = ['serif', 'sans-serif', 'system-ui', 'monospace', 'ui-rounded', 'cursive'];

const parsers: { [Part in keyof Appearance]: (text: string) => Appearance[Part] } = {
  accent: (text) => (isHexColour(text) ? text : null),
  radius: (text) => (/^\d{1,2}$/.test(text) && +text <= maxRadius ? +text : null),
  font(text) {
    const names = text.split(',').map((name) => name.trim());
    const areNames =
      names.length <= 4 && names.every((name) => /^[\p{L}\d][\p{L}\d -]{0,39}$/u.test(name));
    if (!areNames) return null;
    return names.map((name) => (genericFonts.includes(name) ? name : `"${name}"`)).join(',');
  },
  density: (text) => (text === 'compact' ? text : null),
  scheme: (text) => (text === 'dark' || text === 'auto' ? text : null),
  card: (text) => (text === 'none' ? text : null),
};

function isHexColour(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

const defaultSettings: FormSettings = { density: 'comfortable', scheme: 'light' };

/** Strict, because the values become CSS. `refused` lists attributes with invalid values. */
export function readAppearance(settings: FormSettings): {
  appearance: Appearance;
  refused: SettingName[];
} {
  const names = Object.keys(parsers) as (keyof Appearance)[];
  const entries = names.map((name) => [name, parsers[name](settings[name] ?? '')] as const);
  return {
    appearance: Object.fromEntries(entries) as unknown as Appearance,
    refused: entries.flatMap(([name, value]) =>
      settings[name] && value === null && settings[name] !== defaultSettings[name] ? [name] : [],
    ),
  };
}

/** The campaign's colours, or those that a page around a form sets; only plain colours count. */
export function paletteOf(root: HTMLElement): Palette {
  const style = getComputedStyle(root);
  const colour = (name: string, fallback: string) => {
    const value = style.getPropertyValue(`--${name}`).trim();
    return isHexColour(value) ? value : fallback;
  };
  const accent = colour('accent', '#ffc62e');
  return {
    primary: colour('primary', accent),
    accent,
    ink: colour('ink', '#1f1f24'),
    surface: colour('surface', '#ffffff'),
    success: colour('success', '#0a7a4b'),
    warning: colour('warning', '#8a5a00'),
    danger: colour('danger', '#c4242f'),
  };
}

/** Where the rules apply; a form inside an embedder's page must win over the page's own. */
interface Scope {
  root: string;
  /** Prefix of each selector within the root. */
  within: string;
  layer: string | null;
}

/** The style sheet of an appearance over a palette, and the attributes that would be illegible. */
export function appearanceSheet(
  appearance: Appearance,
  palette: Palette,
  scope: Scope,
): { css: string; refused: SettingName[] } {
  const { scheme, accent } = appearance;
  const light = scheme === 'dark' ? null : palette;
  const dark = scheme ? darkened(palette) : null;
  const palettes = [light, dark].filter((shown) => shown !== null);
  const isLegible = !accent || palettes.every((shown) => isReadable(shown, accent));
  const usableAccent = isLegible ? accent : null;
  const rulesOf = (shown: Palette) =>
    themeRules(usableAccent ? accentTheme(shown, usableAccent) : themeOf(shown), scope);
  // The light palette is the page's already.
  const lightRules = light && usableAccent ? rulesOf(light) : '';
  const darkRules = dark ? rulesOf(dark) + darkParts(palette, scope) : '';
  const css = [
    lightRules,
    scheme === 'auto' ? `@media (prefers-color-scheme:dark){${darkRules}}` : darkRules,
    shapeRules(appearance, scope),
  ];
  return { css: css.join(''), refused: isLegible ? [] : ['accent'] };
}

/** What an accent changes; the backgrounds of signals stay the campaign's. */
const accented = [
  'primary',
  'on-primary',
  'accent',
  'on-accent',
  'waiting',
  'strong',
  'button-edge',
  'tile',
];

const minContrast = 4.5;

function accentTheme(palette: Palette, accent: string): Theme {
  const { soft = '', ...theme } = themeOf(palette);
  const fromAccent = themeOf({ ...palette, primary: accent, accent });
  const names = accented.filter(
    (name) => name !== 'strong' || contrast(fromAccent['strong'] ?? '', soft) >= minContrast,
  );
  return {
    ...theme,
    soft,
    ...Object.fromEntries(names.map((name) => [name, fromAccent[name] ?? ''])),
  };
}

function isReadable(palette: Palette, accent: string): boolean {
  const theme = accentTheme(palette, accent);
  return contrast(theme['on-accent'] ?? '', accent) >= minContrast;
}

/** Light text on a dark ground; signal colours are lightened until legible. */
export function darkened(palette: Palette): Palette {
  const ink = '#f2f1f4';
  const surface = mix(palette.ink, 0.55, '#0b0b0d');
  const lightened = (colour: string) =>
    [1, 0.8, 0.6, 0.45, 0.3, 0.2]
      .map((share) => mix(colour, share, '#ffffff'))
      .find((lighter) => contrast(lighter, surface) >= 9) ?? ink;
  return {
    ...palette,
    ink,
    surface,
    success: lightened(palette.success),
    warning: lightened(palette.warning),
    danger: lightened(palette.danger),
  };
}

const lightArrow = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M3 6l5 5 5-5' fill='none' stroke='%23fff' stroke-width='2.5' stroke-linecap='round'/%3E%3C/svg%3E")`;

function themeRules(theme: Theme, { root }: Scope): string {
  const colours = Object.entries(theme).map(([name, value]) => `--${name}:${value}`);
  return `${root}{${colours.join(';')}}`;
}

/** White tickets and the camera's picture keep the dark colours of the palette. */
function darkParts(palette: Palette, scope: Scope): string {
  return [
    rule(scope, [':root'], {
      '--drawn': palette.ink,
      '--field': themeOf(palette)['strong'] ?? palette.ink,
      'color-scheme': 'dark',
      background: 'var(--surface)',
      color: 'var(--ink)',
    }),
    `@media (forced-colors:none){${rule(scope, ['select'], { 'background-image': lightArrow })}}`,
  ].join('');
}

const controls = ['input:not([type=checkbox],[type=radio])', 'select', 'textarea'];

const noEdge = { margin: '0', border: '0', 'border-radius': '0', padding: '0' };

/** The frame itself is the card, and focus rings need room inside it. */
function cardlessFrame(scope: Scope): string {
  const page = { 'max-width': 'none', width: 'calc(100% - 12px)', 'padding-block': '6px' };
  return [
    rule(scope, ['.app.framed'], { background: 'var(--surface)' }),
    rule(scope, ['.framed .page'], page),
    rule(scope, ['.panel'], noEdge),
  ].join('');
}

function shapeRules({ radius, font, density, card }: Appearance, scope: Scope): string {
  const { layer } = scope;
  const small = radius === null ? null : `${radius}px`;
  const large = radius === null ? null : `${Math.round(radius * 1.5)}px`;
  return [
    small &&
      rule(scope, ['.button', '.choice', '.message', ...controls], { 'border-radius': small }),
    large &&
      rule(scope, [':root', '.panel', '.card', '.dialog', '.form-group', '.form-fold'], {
        'border-radius': large,
      }),
    font && rule(scope, [':root', 'body'], { 'font-family': font }),
    density &&
      rule(scope, ['.button', ...controls], { 'min-height': '44px', 'padding-block': '4px' }),
    density && rule(scope, ['.form', '.panel'], { gap: '10px' }),
    // A form in the page is a card itself.
    density && layer && rule(scope, [':root'], { padding: '12px' }),
    card &&
      (layer ? rule(scope, [':root'], { 'max-width': 'none', ...noEdge }) : cardlessFrame(scope)),
  ]
    .filter(Boolean)
    .join('');
}

function rule(
  { root, within, layer }: Scope,
  selectors: readonly string[],
  declarations: Readonly<Record<string, string>>,
): string {
  const list = selectors.map((part) => (part === ':root' ? root : `${within}${part}`)).join(',');
  const important = layer ? '!important' : '';
  const body = Object.entries(declarations).map(([name, value]) => `${name}:${value}${important}`);
  const text = `${list}{${body.join(';')}}`;
  return layer ? `@layer ${layer}{${text}}` : text;
}

export function reportRefused(names: readonly string[], site: string): void {
  if (names.length === 0) return;
  console.warn(
    `promo-widgets: o valor de ${names.join(', ')} não serve e não vale: ${site}/widgets#aparencia`,
  );
}
