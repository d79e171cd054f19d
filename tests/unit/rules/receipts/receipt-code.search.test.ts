import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closerSide, codeSearches } from '../../../../src/rules/receipts/receipt-code.ts';

const size = fc.integer({ min: 10, max: 12_000 });

describe('search for a code', () => {
  it('looks at a photo as a whole first, and for bar codes at its largest', () => {
    const [first, second, third] = codeSearches(3000, 4000);
    expect(first).toMatchObject({ left: 0, top: 0, width: 3000, height: 4000, side: 1600 });
    expect(second).toMatchObject({ side: 2600, formats: ['QRCode', 'Code128'] });
    expect(third).toMatchObject({ side: 1000 });
  });

  it('looks for another receipt at the largest side, and never enlarges a small picture for it', () => {
    expect(codeSearches(3000, 4000).slice(0, 3).map(closerSide)).toEqual([2600, 2600, 2600]);
    expect(codeSearches(900, 1200).slice(0, 3).map(closerSide)).toEqual([1200, 1200, 1200]);
  });

  it('stays inside the picture, enlarges its parts at most twice, and draws few pixels', () => {
    fc.assert(
      fc.property(size, size, (width, height) => {
        for (const search of codeSearches(width, height)) {
          expect(search.left + search.width).toBeLessThanOrEqual(width);
          expect(search.top + search.height).toBeLessThanOrEqual(height);
          const enlargement = search.side / Math.max(search.width, search.height);
          expect(enlargement).toBeLessThanOrEqual(search.width < width ? 2.5 : 1);
          expect(search.side).toBeLessThanOrEqual(2600);
        }
      }),
    );
  });

  it('shows every part of the picture in some window', () => {
    fc.assert(
      fc.property(size, size, fc.nat(99), fc.nat(99), (width, height, across, down) => {
        const [x, y] = [(across * width) / 100, (down * height) / 100];
        const windows = codeSearches(width, height).slice(3);
        expect(
          windows.some(
            ({ left, top, ...part }) =>
              left <= x && x <= left + part.width + 1 && top <= y && y <= top + part.height + 1,
          ),
        ).toBe(true);
      }),
    );
  });
});
