import { isCpf } from '../people/cpf-cnpj.ts';
import { checkPhone } from '../people/person-fields.ts';

/** Names and values set by an embedder's page, such as a shop, a table or a seller's number. */
type HiddenFields = Readonly<Record<string, string>>;

/** Whose page, and which of its advertisements, led a person here. */
export interface Attribution {
  readonly partner: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly fields?: HiddenFields;
}

export type AttributionPart = Exclude<keyof Attribution, 'fields'>;

/** Their names as parameters of an address, and as attributes of a widget. */
const attributionParameters = {
  partner: 'partner',
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
} as const satisfies Record<AttributionPart, string>;

export const attributionParts = /* @__PURE__ */ Object.keys(
  attributionParameters,
) as AttributionPart[];

/**
 * Up to 64 letters, digits, spaces and `. _ ~ + -`. An email, a CPF and anything else that is no
 * plain name counts as absent, so that advertisements bring no personal data into the figures.
 * @returns null when no part is left
 */
export function readAttribution({
  fields,
  ...values
}: {
  readonly [Part in keyof Attribution]?: unknown;
}): Attribution | null {
  const hidden = readHiddenFields(Object(fields));
  const parts = mapParts((part) => readPart(values[part]));
  const hasFields = Object.keys(hidden).length > 0;
  const isEmpty = !hasFields && Object.values(parts).every((part) => part === null);
  return isEmpty ? null : { ...parts, ...(hasFields && { fields: hidden }) };
}

function readPart(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return isPlainName(text) ? text : null;
}

function isPlainName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._~+-]{0,63}$/u.test(text) && !isCpf(text);
}

const maxHiddenFields = 5;
const fieldName = /^[a-z][a-z\d_-]{0,31}$/;

/** Users do not see these fields, so they must not identify anyone: no phone numbers either. */
function readHiddenFields(values: Readonly<Record<string, unknown>>): HiddenFields {
  const validFields = Object.entries(values)
    .map(([name, value]) => [name.trim(), readPart(value)] as const)
    .filter(([name, value]) => fieldName.test(name) && value !== null && !isPhone(value));
  return Object.fromEntries(validFields.slice(0, maxHiddenFields)) as HiddenFields;
}

function isPhone(text: string): boolean {
  return checkPhone(text) === null;
}

/** From a widget's attribute, such as `loja=centro-01, mesa=7`; `readAttribution` checks it. */
export function parseHiddenFields(text: string): Record<string, string | undefined> {
  return Object.fromEntries(text.split(',').map((part) => part.split('=', 2)));
}

export function attributionIn(query: { get(name: string): unknown }): Attribution | null {
  return readAttribution(mapParts((part) => query.get(attributionParameters[part])));
}

function mapParts<Value>(read: (part: AttributionPart) => Value) {
  const values = attributionParts.map((part) => [part, read(part)]);
  return Object.fromEntries(values) as Record<AttributionPart, Value>;
}

type Settings = Readonly<Record<string, string | undefined>>;

export function attributionOf(settings: Settings): Attribution | null {
  return attributionIn({ get: (name) => settings[name.replace('_', '-')] });
}

/** Names of attributes, and of fields in `hidden-fields`, that were set but count as absent. */
export function ignoredAttribution(settings: Settings): string[] {
  const attribution = attributionOf(settings);
  const ignoredNames = attributionParts
    .map((part) => [part, attributionParameters[part].replace('_', '-')] as const)
    .filter(([part, name]) => settings[name]?.trim() && !attribution?.[part])
    .map(([, name]) => name);
  const fields = parseHiddenFields(settings['hidden-fields'] ?? '');
  const validFields = readHiddenFields(fields);
  const names = Object.keys(fields).map((name) => name.trim());
  return [...ignoredNames, ...names.filter((name) => name && !(name in validFields))];
}

/** The query that passes the attribution on, with its `?`; empty without one. */
export function attributionQuery(attribution: Attribution | null): string {
  const query = new URLSearchParams();
  for (const part of attributionParts) {
    const value = attribution?.[part];
    if (value) query.set(attributionParameters[part], value);
  }
  const text = query.toString();
  return text && `?${text}`;
}
