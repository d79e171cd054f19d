import { type FileHandle, readFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { secondInSaoPaulo } from '../../rules/dates.ts';
import { plainLine, utf8Text } from '../../rules/text.ts';
import { replaceFile } from '../private-files.ts';
import { type FileCall, fileArgument } from './command.ts';
import { UsageError } from './options.ts';

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

const progressEvery = 10_000;

/** Excel reads the file as UTF-8 only with this mark. */
const byteOrderMark = '\uFEFF';

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
      if (count % progressEvery < rows.length) progress(`${count} rows`);
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

const codeHeading = 'rastreio';
const maxLines = 10_000;

/**
 * Reads the tracking codes of a list that was exported and filled in; lines without a code are left
 * out. @param nameHeadings the columns that name a record: the first one that is filled in counts
 * @throws UsageError that names the wrong line
 */
export async function readTrackingCodes(
  call: FileCall,
  nameHeadings: readonly string[],
): Promise<Map<string, string>> {
  const bytes = await readFile(fileArgument(call));
  // A Portuguese Excel writes its own letters unless it is asked for UTF-8.
  const text = utf8Text(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
  const [headings = [], ...lines] = parseCsv(text.replace(byteOrderMark, ''));
  const columnOf = (name: string) =>
    headings.findIndex((heading) => heading.trim().toLowerCase() === name);
  const nameColumns = nameHeadings.map(columnOf).filter((column) => column >= 0);
  const codeColumn = columnOf(codeHeading);
  if (nameColumns.length === 0 || codeColumn < 0) {
    const wanted = `${nameHeadings.join(' or ')}, and ${codeHeading}`;
    throw new UsageError(`The first line has to name the columns ${wanted}.`);
  }
  if (lines.length > maxLines) throw new UsageError(`More than ${maxLines} lines: make two files.`);
  const codes = new Map<string, string>();
  for (const [index, cells] of lines.entries()) {
    const line = index + 2;
    const code = typed(cells[codeColumn]);
    if (code === '') continue;
    const name = nameColumns.map((column) => typed(cells[column])).find(Boolean);
    if (!name) throw new UsageError(`Line ${line} has a code, and names no record.`);
    if (codes.has(name)) throw new UsageError(`Line ${line}: ${name} is there twice.`);
    if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(code)) {
      throw new UsageError(
        `Line ${line}: the spreadsheet has rounded the code to ${code}. Format its column as text.`,
      );
    }
    codes.set(name, code);
  }
  if (codes.size === 0) throw new UsageError('No line has a code.');
  return codes;
}

/** Our lists put a sign before long numbers, so that no spreadsheet rounds them: it is taken off. */
function typed(cell = ''): string {
  return cell.trim().replace(/^nº\s*/, '');
}

/** By semicolons, commas or tabs, whichever the first line has (RFC 4180 for the quotation marks). */
function parseCsv(text: string): string[][] {
  const [headingLine = ''] = text.split('\n', 1);
  const separator = [';', '\t'].find((sign) => headingLine.includes(sign)) ?? ',';
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`,
    'y',
  );
  const lines: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex;
    const [found, quoted, plain = '', end = ''] = cell.exec(text) ?? [];
    if (!found) throw new UsageError(`Line ${lines.length} is no CSV.`);
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== separator && start + found.length < text.length) lines.push([]);
  }
  return lines;
}
