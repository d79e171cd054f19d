import type { Row } from './command.ts';

/** Rows as aligned columns with a heading; a column for every name that any row has. */
export function table(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return 'Nothing found.';
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((line) => (line[index] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One line, and nothing that a terminal would obey. */
function cell(value: Row[string] | undefined): string {
  return String(value ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}
