import type { ConsumerType } from '../campaign/parameters.ts';
import { isCalendarDay, secondInSaoPaulo } from '../dates.ts';
import { isCnpj, isCpf } from '../people/cpf-cnpj.ts';
import { checkEmail } from '../people/person-fields.ts';

/** SCPC's list of participants (its note 23 of 16 April 2026, second-hand): at most 250 MB. */
const participantColumns = [
  'cpf',
  'cnpj',
  'nome',
  'numero_serie',
  'elemento_sorteavel',
  'data_hora_participacao',
  'email',
  'telefone',
  'estrangeiro',
] as const;

export type ParticipantColumn = (typeof participantColumns)[number];
export const participantHeading = participantColumns.join(',');
export const maxParticipantsFileBytes = 250_000_000;

export type ParticipantViolation =
  | 'HEADING'
  | 'COLUMNS'
  | 'ENCODING'
  | 'CPF'
  | 'CNPJ'
  | 'ONE_DOCUMENT'
  | 'NAME'
  | 'SERIES'
  | 'NUMBER'
  | 'TIME'
  | 'EMAIL'
  | 'PHONE'
  | 'FOREIGN'
  | 'REPEATED'
  | 'SIZE';

export interface ListedParticipation {
  type: ConsumerType;
  document: string;
  name: string;
  series: number;
  number: number;
  at: Date;
  email: string;
  phone: string;
}

/** A spreadsheet would run these as formulas instead of showing them. */
const formula = /^[=+@-]/;

/** An email that is too long or reads as a formula is left out: the column is optional. */
export function participantLine(participation: ListedParticipation): string {
  const { type, document, name, series, number, at, email, phone } = participation;
  const isPerson = type === 'PERSON';
  return [
    isPerson ? document : '',
    isPerson ? '' : document,
    quoted(name),
    String(series),
    String(number).padStart(5, '0'),
    secondInSaoPaulo(at),
    fits(email, 6, 70) && !formula.test(email) ? quoted(email) : '',
    phone,
    '',
  ].join(',');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/** The cells of a line (RFC 4180); null when its quotes do not match. */
export function participantCells(line: string): string[] | null {
  const cells: string[] = [];
  cell.lastIndex = 0;
  for (;;) {
    const match = cell.exec(line);
    if (!match) return null;
    const [, inQuotes, plain = '', end] = match;
    cells.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end === '') return cells;
  }
}

/** Empty for a right line; `column` is null for what is wrong with the line as a whole. */
export function checkParticipantLine(
  line: string,
): { column: ParticipantColumn | null; violation: ParticipantViolation }[] {
  if (line.includes('\ufffd')) return [{ column: null, violation: 'ENCODING' }];
  const cells = participantCells(line);
  if (cells?.length !== participantColumns.length) return [{ column: null, violation: 'COLUMNS' }];
  const [cpf = '', cnpj = '', name = '', series = '', number = '', time = ''] = cells;
  const [email = '', phone = '', foreign = ''] = cells.slice(6);
  const isForeign = /^(?:sim|yes)$/i.test(foreign);
  const documents = [cpf, cnpj].filter((text) => text !== '').length;
  const checks: [ParticipantColumn, ParticipantViolation, boolean][] = [
    ['cpf', 'CPF', cpf === '' || (/^\d{11}$/.test(cpf) && isCpf(cpf))],
    ['cnpj', 'CNPJ', cnpj === '' || (/^[A-Z\d]{14}$/.test(cnpj) && isCnpj(cnpj))],
    ['cpf', 'ONE_DOCUMENT', documents === 1 || (documents === 0 && isForeign)],
    ['nome', 'NAME', fits(name.trim(), 6, 100)],
    ['numero_serie', 'SERIES', /^\d{1,8}$/.test(series)],
    ['elemento_sorteavel', 'NUMBER', /^\d{1,5}$/.test(number)],
    ['data_hora_participacao', 'TIME', isTime(time)],
    ['email', 'EMAIL', email === '' || (fits(email, 6, 70) && checkEmail(email) === null)],
    ['telefone', 'PHONE', phone === '' || /^\d{10,20}$/.test(phone)],
    ['estrangeiro', 'FOREIGN', foreign === '' || isForeign],
  ];
  return checks.flatMap(([column, violation, holds]) => (holds ? [] : [{ column, violation }]));
}

function isTime(text: string): boolean {
  const [, day, month, year, time = ''] =
    /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  return (
    isCalendarDay(`${year}-${month}-${day}`) && /^(?:[01]\d|2[0-3])(?::[0-5]\d){2}$/.test(time)
  );
}

function fits(text: string, shortest: number, longest: number): boolean {
  const { length } = [...text];
  return length >= shortest && length <= longest;
}
