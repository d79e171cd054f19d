/** A text that does not fit counts as absent. */
export const readers = {
  text: (text: string) => text,
  number: (text: string) => (Number(text) > 0 ? Number(text) : null),
  /** Without what follows the origin. */
  origin: (text: string) =>
    /^https?:/.test(text) && URL.canParse(text) ? new URL(text).origin : null,
  isolation: (text: string) => (text === 'page' || text === 'frame' ? text : null),
};

type Reader = keyof typeof readers;

/** `data-` before a name does as well. */
export type AttributeTable = Readonly<
  Record<string, { readonly type: Reader; readonly default: string | number | null }>
>;

export type AttributeValues<Table extends AttributeTable> = {
  readonly [Name in keyof Table]:
    | NonNullable<ReturnType<(typeof readers)[Table[Name]['type']]>>
    | Table[Name]['default'];
};

export const commonAttributes = {
  campaign: { type: 'number', default: null },
  origin: { type: 'origin', default: null },
} as const satisfies AttributeTable;

export function readOptions<Table extends AttributeTable>(
  element: Element,
  table: Table,
): AttributeValues<Table> {
  const entries = Object.entries(table).map(([name, attribute]) => {
    const text = element.getAttribute(name) ?? element.getAttribute(`data-${name}`);
    return [name, (text === null ? null : readers[attribute.type](text)) ?? attribute.default];
  });
  // Each value came out of its own row's reader.
  return Object.fromEntries(entries) as AttributeValues<Table>;
}

export const formAttributes = {
  ...commonAttributes,
  height: { type: 'number', default: null },
} as const satisfies AttributeTable;

/** Their form may stand in the page itself. */
export const pageAttributes = {
  ...formAttributes,
  isolation: { type: 'isolation', default: 'frame' },
} as const satisfies AttributeTable;

/** Null in a module, and in an embedder's own bundle. */
const scriptAddress =
  typeof document !== 'undefined' && document.currentScript instanceof HTMLScriptElement
    ? document.currentScript.src
    : null;

/** The first address that is one, else the script's own origin. */
export function campaignOrigin(
  ...addresses: readonly (string | null | undefined)[]
): string | null {
  for (const address of [...addresses, scriptAddress]) {
    const origin = address && readers.origin(address);
    if (origin) return origin;
  }
  return null;
}

/** Where this script's other files are; for an embedder's own bundle, the evergreen ones. */
export function scriptFolder(origin: string): string {
  return scriptAddress ? new URL('.', scriptAddress).href : `${origin}/widgets/v1/`;
}
