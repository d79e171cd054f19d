import { describe, expect, it } from 'vitest';
import { type PrintedText, printedLines } from '../../../../src/rules/receipts/receipt-text.ts';

function piece(text: string, left: number, baseline: number): PrintedText {
  return { str: text, transform: [8, 0, 0, 8, left, baseline], height: 8 };
}

describe('lines of a page', () => {
  it('go from top to bottom, and from left to right', () => {
    expect(
      printedLines([piece('dois', 50, 700), piece('três', 10, 680), piece('um', 10, 700)]),
    ).toBe('um dois\ntrês');
  });

  it('hold pieces that stand a little higher or lower', () => {
    expect(printedLines([piece('R$', 10, 700), piece('12,00', 40, 702.5)])).toBe('R$ 12,00');
  });

  it('are parted by half a letter', () => {
    expect(printedLines([piece('um', 10, 700), piece('dois', 10, 695)])).toBe('um\ndois');
  });

  it('leave out blanks and marks that are no text', () => {
    expect(printedLines([piece('um', 10, 700), piece(' ', 30, 690), { type: 'mark' }])).toBe('um');
  });

  it('are none on an empty page', () => {
    expect(printedLines([])).toBe('');
  });
});
