import { checkDigit, isCnpj, isCpf } from '../people/cpf-cnpj.ts';

const stateByCode = {
  11: 'RO',
  12: 'AC',
  13: 'AM',
  14: 'RR',
  15: 'PA',
  16: 'AP',
  17: 'TO',
  21: 'MA',
  22: 'PI',
  23: 'CE',
  24: 'RN',
  25: 'PB',
  26: 'PE',
  27: 'AL',
  28: 'SE',
  29: 'BA',
  31: 'MG',
  32: 'ES',
  33: 'RJ',
  35: 'SP',
  41: 'PR',
  42: 'SC',
  43: 'RS',
  50: 'MS',
  51: 'MT',
  52: 'GO',
  53: 'DF',
} as const;

export type State = (typeof stateByCode)[keyof typeof stateByCode];

export const stateCodes: ReadonlyMap<string, string> = new Map(
  Object.entries(stateByCode).map(([code, state]) => [state, code]),
);

export function isState(text: string): text is State {
  return stateCodes.has(text);
}

const states: ReadonlyMap<string, State> = new Map(Object.entries(stateByCode));

export interface AccessKey {
  key: string;
  state: State;
  year: number;
  month: number;
  /** A person's CPF has 000 before it. */
  cnpj: string;
  /** 55 NF-e, 65 NFC-e, 59 CF-e SAT. */
  model: '55' | '65' | '59';
  /** For a SAT receipt the serial number of the equipment. */
  series: number;
  number: number;
  /** tpEmis: 1 normal, 9 offline contingency; a SAT receipt has none. */
  emission?: number;
}

const layout = /^(\d{2})(\d{2})(0[1-9]|1[0-2])([0-9A-Z]{12}\d{2})(\d\d)(\d{21})\d$/;

/** Null unless all check digits are right. MOC of NF-e/NFC-e and CF-e SAT; NT Conjunta 2025.001. */
export function readAccessKey(text: string): AccessKey | null {
  const parts = partsOf(text);
  if (!parts) return null;
  const { model, rest, ...common } = parts;
  if (model === '59') {
    return {
      ...common,
      model,
      series: Number(rest.slice(0, 9)),
      number: Number(rest.slice(9, 15)),
    };
  }
  if (model !== '55' && model !== '65') return null;
  return {
    ...common,
    model,
    series: Number(rest.slice(0, 3)),
    number: Number(rest.slice(3, 12)),
    emission: Number(rest[12]),
  };
}

/** A key that is right but belongs to freight, energy or another document that no shop prints. */
export function isKeyOfAnotherDocument(text: string): boolean {
  return partsOf(text) !== null && readAccessKey(text) === null;
}

/** Registers print at most 15 digits; a longer number is a part of an access key. */
export function isPartialKey(identifier: string): boolean {
  return /^\d{20,43}$/.test(identifier);
}

function partsOf(text: string) {
  const key = text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
  const [, code = '', year, month, cnpj = '', model, rest = ''] = layout.exec(key) ?? [];
  const state = states.get(code);
  if (state === undefined || !isEmitter(cnpj)) return null;
  if (checkDigit(key.slice(0, 43)) !== Number(key[43])) return null;
  return { key, state, year: 2000 + Number(year), month: Number(month), cnpj, model, rest };
}

/** `yyyy-MM`. */
export function monthOfIssue({ year, month }: Pick<AccessKey, 'year' | 'month'>): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** A shop's CNPJ, or a person's CPF with 000 before it. */
export function isEmitter(document: string): boolean {
  return isCnpj(document) || (document.startsWith('000') && isCpf(document.slice(3)));
}
