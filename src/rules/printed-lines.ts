/** A piece of text on a page as PDF.js gives it; places go from the page's lower left corner. */
export interface PrintedText {
  str: string;
  /** Transformation matrix; its last two numbers are where the piece starts. */
  transform: number[];
  height: number;
}

/** Puts the pieces of a page into lines, top to bottom, the pieces of a line left to right. */
export function printedLines(items: readonly (PrintedText | object)[]): string {
  const pieces = items.filter(isText).toSorted((one, other) => baseline(other) - baseline(one));
  const lines: PrintedText[][] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const together = last && baseline(last) - baseline(piece) < Math.max(piece.height, 1) / 2;
    if (line && together) line.push(piece);
    else lines.push([piece]);
  }
  return lines
    .map((line) => line.toSorted((one, other) => left(one) - left(other)))
    .map((line) => line.map(({ str }) => str).join(' '))
    .join('\n');
}

function isText(item: PrintedText | object): item is PrintedText {
  return 'str' in item && item.str.trim() !== '';
}

function left({ transform }: PrintedText): number {
  return transform[4] ?? 0;
}

function baseline({ transform }: PrintedText): number {
  return transform[5] ?? 0;
}
