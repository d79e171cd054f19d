import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { palette19 as palette } from '../../../src/campaign/19/texts-and-colours.ts';
import { deriveTheme } from '../../../src/campaign/theme.ts';
import { mascotDrawing } from '../../../src/drawings/mascot.ts';
import { mascotPoses } from '../../../src/paths.ts';

test.each(mascotPoses)('%s is one face, and a thing where the brand has none', (pose) => {
  const [face, thing] = [true, false].map((smiles) =>
    load(mascotDrawing(pose, smiles), { xml: true }),
  );
  expect(face?.('circle[r="100"]')).toHaveLength(1);
  expect(thing?.('circle[r="100"]')).toHaveLength(0);
  expect(thing?.('path').length).toBeGreaterThan(0);
});

test('the ticket that greets in place of a face is not of the colour of the discs below it', () => {
  const drawing = load(mascotDrawing('acena', false), { xml: true });
  expect(drawing('path').first().attr('fill')).toBe('var(--accent)');
});

test('the mascot’s colours are those of the theme', () => {
  const theme = deriveTheme(palette);
  const drawings = mascotPoses.flatMap((pose) =>
    [true, false].map((smiles) => mascotDrawing(pose, smiles)),
  );
  const tokens = drawings.flatMap((drawing) =>
    Array.from(drawing.matchAll(/var\(--([\w-]+)\)/g), ([, token = '']) => token),
  );
  expect(tokens.filter((token) => !theme[token])).toEqual([]);
});

test('the mascot does not move with reduced motion', () => {
  const moving = mascotPoses
    .map((pose) => mascotDrawing(pose, true))
    .filter((drawing) => drawing.includes('animation'));
  expect(moving.length).toBeGreaterThan(0);
  for (const drawing of moving) {
    const [before = ''] = drawing.split('@media (prefers-reduced-motion: no-preference)');
    expect(before).not.toContain('animation');
    expect(before).not.toBe(drawing);
  }
});

test('automatic motion stops within five seconds (WCAG 2.2.2)', () => {
  for (const pose of mascotPoses) {
    const moves = mascotDrawing(pose, true).matchAll(/animation:([^;}]+)/g);
    const ends = Array.from(moves, ([, move = '']) => {
      const [length = 0, delay = 0] = Array.from(move.matchAll(/([\d.]+)s\b/g), ([, s]) =>
        Number(s),
      );
      return delay + length * Number(/ (\d+)(?: |$)/.exec(move)?.[1]);
    });
    expect(ends.length, pose).toBeGreaterThan(0);
    expect(Math.max(...ends), pose).toBeLessThanOrEqual(5);
  }
});
