import type { FileHandle } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { secondInSaoPaulo } from '../../rules/dates.ts';
import { plainLine } from '../../rules/text.ts';
import { replaceFile } from '../private-files.ts';

/** A cell written unchanged, such as a payment key that begins with a plus sign. */
interface ExactText {
  exact: string;
}

/** Texts are defused, numbers get a decimal comma, dates are in São Paulo's time. */
type CsvCell = string | number | Date | ExactText | null;

interface CsvFile {
  headings: readonly string[];
  pages: AsyncIterable<readonly (readonly CsvCell[])[]> | Iterable<readonly (readonly CsvCell[])[]>;
}

const step = 10_000;

/** Excel reads the file as UTF-8 only with this mark. */
export const byteOrderMark = '\uFEFF';

/** Page by page, so that a file may be larger than the memory. @returns rows written */
export async function writeCsv(
  path: string,
  { headings, pages }: CsvFile,
  progress: (sentence: string) => void,
): Promise<number> {
  return replaceFile(path, async (file: FileHandle) => {
    let count = 0;
    await file.appendFile(`${byteOrderMark}${csvLines([headings])}`);
    for await (const rows of pages) {
      await file.appendFile(csvLines(rows));
      count += rows.length;
      if (count % step < rows.length) progress(`${count} rows`);
    }
    return count;
  });
}

export function csvText(headings: readonly string[], rows: readonly (readonly CsvCell[])[]) {
  return `${byteOrderMark}${csvLines([headings, ...rows])}`;
}

/** As Excel in Portuguese expects it. No cell is run as a formula (OWASP, CSV Injection). */
function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (isExact(cell) ? cell : cellText(cell)))),
    {
      delimiter: ';',
      record_delimiter: '\r\n',
      escape_formulas: true,
      cast: { object: ({ exact }) => ({ value: String(exact), escape_formulas: false }) },
    },
  );
}

function isExact(cell: CsvCell): cell is ExactText {
  return typeof cell === 'object' && cell !== null && 'exact' in cell;
}

function cellText(cell: Exclude<CsvCell, ExactText>): string | ExactText {
  if (cell === null) return '';
  if (cell instanceof Date) return secondInSaoPaulo(cell);
  // Exact: an apostrophe before the minus sign would turn the number into text.
  if (typeof cell === 'number') return { exact: String(cell).replace('.', ',') };
  return plainLine(cell);
}
