import { expect, test } from 'vitest';
import { palette19 as palette } from '../../../src/campaign/19/texts-and-colours.ts';
import { contrast, mix, translucent } from '../../../src/campaign/colour.ts';
import { darkTheme, deriveTheme, themeRule } from '../../../src/campaign/theme.ts';

test('a theme has the colours that a browser would mix in oklab', () => {
  expect(deriveTheme(palette)).toMatchObject({
    strong: '#1e6860',
    soft: '#ebfaf6',
    gold: '#fff0cf',
    mute: '#49545a',
    edge: '#697378',
    line: '#d9dbdd',
    'button-edge': '#d99e20',
    'on-primary': '#0f1d24',
    'primary-ray': '#ffffff44',
    'primary-gap': '#ffffff00',
  });
});

test('a dark primary carries white text, and its rays darken', () => {
  const navy = { ...palette, primary: '#123e9c', accent: '#ff9a3d', ink: '#101a33' };
  expect(deriveTheme(navy)).toMatchObject({
    'on-primary': '#ffffff',
    'primary-ray': '#101a3344',
    'accent-ray': '#ffffff44',
  });
});

test('a dark primary tints the page no darker than a light one', () => {
  for (const primary of ['#17345f', '#6b2218', '#101010']) {
    const { soft = '', surface = '' } = deriveTheme({ ...palette, primary });
    expect(contrast(soft, surface), primary).toBeLessThan(1.2);
  }
});

test.each([
  ['primary', '#808080', 'Theme: no text can be read on primary, contrast 4.4, needs 4.5'],
  ['accent', '#7a7a7a', 'Theme: no text can be read on accent, contrast 4.3, needs 4.5'],
  ['danger', '#e8636c', 'Theme: danger on surface has contrast 3.3, needs 4.5'],
  ['success', '#0c8f57', 'Theme: success on surface has contrast 4.1, needs 4.5'],
  ['warning', '#a86e00', 'Theme: warning on gold has contrast 3.8, needs 4.5'],
  ['ink', 'black', "Theme: 'black' is no colour, #rrggbb is needed"],
])('a theme is refused by the name of its colour: %s %s', (token, colour, sentence) => {
  expect(() => deriveTheme({ ...palette, [token]: colour })).toThrow(sentence);
});

test('a theme’s rule is plain hex, so that every browser draws the rays', () => {
  const rule = themeRule(deriveTheme(palette), '.widget');
  expect(rule).toMatch(/^\.widget\{(--[a-z-]+:#[0-9a-f]{6}([0-9a-f]{2})?;?)+\}$/);
});

test('colours are mixed, and their contrast is computed', () => {
  expect(contrast('#000', '#fff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(mix('#ff0000', 1, '#00f')).toBe('#ff0000');
  expect(mix('#fff', 0.5, '#000')).toBe('#636363');
  expect(translucent('#abc', 0.5)).toBe('#aabbcc80');
});

const palettes = {
  mint: palette,
  navy: { ...palette, primary: '#123e9c', accent: '#ff9a3d', ink: '#101a33' },
  red: { ...palette, primary: '#c4242f', accent: '#ffd23f', ink: '#2a0d10' },
  pink: { ...palette, primary: '#ff5fa2', accent: '#ffe14d', ink: '#2b0a1c' },
};

test.each(Object.entries(palettes))(
  'every text of %s can be read in dark mode',
  (_name, colours) => {
    const dark = darkTheme(colours, deriveTheme(colours));
    const pairs = [
      ...['ink', 'mute', 'strong', 'danger', 'success', 'warning'].flatMap((text) => [
        [text, 'surface'],
        [text, 'soft'],
      ]),
      ['ink', 'gold'],
      ['ink', 'tile'],
      ['warning', 'gold'],
      ['success', 'success-tint'],
      ['danger', 'danger-tint'],
      ['mute', 'line'],
    ];
    const unreadable = pairs.filter(
      ([text = '', ground = '']) => contrast(dark[text] ?? '', dark[ground] ?? '') < 4.5,
    );
    expect(unreadable).toEqual([]);
    expect(contrast(dark['edge'] ?? '', dark['surface'] ?? '')).toBeGreaterThan(3);
    expect(contrast('#ffffff', dark['deep'] ?? '')).toBeGreaterThan(12);
  },
);
