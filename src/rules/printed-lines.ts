/** A piece of text on a page: where it starts and its baseline, the page's bottom being zero. */
export interface PrintedText {
  text: string;
  left: number;
  baseline: number;
  height: number;
}

/** Puts the pieces of a page into lines, top to bottom, the pieces of a line left to right. */
export function printedLines(pieces: readonly PrintedText[]): string {
  const lines: PrintedText[][] = [];
  for (const piece of pieces.toSorted((one, other) => other.baseline - one.baseline)) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const together = last && last.baseline - piece.baseline < Math.max(piece.height, 1) / 2;
    if (line && together) line.push(piece);
    else lines.push([piece]);
  }
  return lines
    .map((line) =>
      line
        .toSorted((one, other) => one.left - other.left)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n');
}
