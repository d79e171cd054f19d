import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { palette19 as palette } from '../../../../src/campaign/19/texts-and-colours.ts';
import { contrast } from '../../../../src/campaign/colour.ts';
import { themeOf, unreadablePairs } from '../../../../src/campaign/theme.ts';
import {
  appearanceSheet,
  darkened,
  readAppearance,
} from '../../../../src/features/frame/appearance.ts';

const inFrame = { root: ':root', within: '', layer: null };
const inPage = { root: '.promo-page', within: '.promo-page ', layer: 'promo.form' };

const sheetOf = (
  settings: Record<string, string>,
  scope: typeof inFrame | typeof inPage = inFrame,
) => appearanceSheet(readAppearance(settings).appearance, palette, scope);

describe('an appearance', () => {
  test('becomes rules of the form, and in a page of others such as win there', () => {
    const { css, refused } = sheetOf({ accent: '#0a58ca', radius: '4', font: 'Georgia, serif' });
    expect(refused).toEqual([]);
    expect(css).toContain('--accent:#0a58ca');
    expect(css).toContain('--on-accent:#ffffff');
    expect(css).toContain('border-radius:4px}');
    expect(css).toContain('font-family:"Georgia",serif');
    const page = sheetOf({ radius: '4' }, inPage).css;
    expect(page).toContain('@layer promo.form{.promo-page .button');
    expect(page).toContain('border-radius:4px!important');
  });

  test('shapes the card that a form in the page is, while a frame has no edge', () => {
    const settings = { radius: '4', density: 'compact' };
    const page = sheetOf(settings, inPage).css;
    expect(page).toMatch(/\{\.promo-page,[^}]*border-radius:6px!important/);
    expect(page).toContain('{.promo-page{padding:12px!important}');
    expect(sheetOf(settings).css).not.toContain('padding:12px');
  });

  test('leaves the card to the page that has one of its own', () => {
    const page = sheetOf({ card: 'none', radius: '4', density: 'compact' }, inPage).css;
    const [last = ''] = page.match(/@layer promo\.form\{\.promo-page\{[^}]*\}\}$/) ?? [];
    for (const none of ['border:0!', 'border-radius:0!', 'padding:0!', 'margin:0!']) {
      expect(last).toContain(none);
    }
    expect(sheetOf({ card: 'none' }).css).toContain('.panel{margin:0;border:0');
    expect(readAppearance({ card: 'yes' }).refused).toEqual(['card']);
  });

  test('is the campaign’s own where nothing, or what is usual, is set', () => {
    expect(readAppearance({ density: 'comfortable', scheme: 'light' }).refused).toEqual([]);
    expect(sheetOf({ density: 'comfortable', scheme: 'light' }).css).toBe('');
  });

  test('keeps the campaign’s accent if its own is illegible, and says so', () => {
    const middle = '#808080';
    expect(contrast(middle, palette.ink)).toBeLessThan(4.5);
    expect(sheetOf({ accent: middle })).toEqual({ css: '', refused: ['accent'] });
  });

  test.each([
    ['accent', 'red'],
    ['accent', '#12345'],
    ['accent', '#fff;}body{display:none'],
    ['radius', '4px'],
    ['radius', '99'],
    ['radius', '-1'],
    ['font', 'x";}*{background:url(//evil.example)'],
    ['font', 'url(a)'],
    ['density', 'tight'],
    ['scheme', 'black'],
  ])('%s cannot be %s', (name, value) => {
    const { appearance, refused } = readAppearance({ [name]: value });
    expect(refused).toEqual([name]);
    expect(appearanceSheet(appearance, palette, inFrame).css).toBe('');
  });

  test('never puts text of the page into the style sheet', () => {
    const value = fc.string({ unit: fc.constantFrom(...'#0aF9 -,;{}()"\'\\/:url@*éx\n') });
    const settings = fc.record({ accent: value, radius: value, font: value, scheme: value });
    fc.assert(
      fc.property(settings, (each) => {
        const { css } = sheetOf(each);
        const fonts = css.replaceAll(/font-family:[^;}]*/g, '');
        expect(fonts).not.toMatch(/[\\@*\n]|url\((?!"data)/);
        expect(css.match(/font-family:([^;}]*)/)?.[1] ?? '').toMatch(/^[\p{L}\d "',-]*$/u);
      }),
      { numRuns: 2000 },
    );
  });

  test('leaves white tickets their dark letters in the dark', () => {
    const { css } = sheetOf({ scheme: 'dark' });
    const colourOf = (name: string) => new RegExp(`--${name}:([^;}]*)`).exec(css)?.[1] ?? '#ffffff';
    expect(contrast(colourOf('drawn'), '#ffffff')).toBeGreaterThan(7);
    expect(contrast(colourOf('field'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });

  test('is legible in the dark, signals too', () => {
    const dark = darkened(palette);
    expect(unreadablePairs(dark).filter(({ on }) => on !== 'ink')).toEqual([]);
    expect(themeOf(dark)['surface']).toBe(dark.surface);
    expect(sheetOf({ scheme: 'dark' }).css).toContain('color-scheme:dark');
    expect(sheetOf({ scheme: 'auto' }).css).toMatch(/^@media \(prefers-color-scheme:dark\)\{:root/);
    expect(sheetOf({ scheme: 'dark', accent: '#f2f1f4' }).refused).toEqual([]);
  });
});
