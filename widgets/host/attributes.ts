/** How the text of an attribute is read; a text that does not fit counts as absent. */
export const readers = {
  text: (text: string) => text,
  /** A number above zero. */
  number: (text: string) => (Number(text) > 0 ? Number(text) : null),
  /** An address of the web, without what follows its origin. */
  origin: (text: string) =>
    /^https?:/.test(text) && URL.canParse(text) ? new URL(text).origin : null,
  isolation: (text: string) => (text === 'page' || text === 'frame' ? text : null),
};

type Reader = keyof typeof readers;

/** Attributes of a widget's element by name; `data-` and the name does as well. */
export type AttributeTable = Readonly<
  Record<string, { readonly type: Reader; readonly default: string | number | null }>
>;

/** What a table's attributes say, read. */
export type AttributeValues<Table extends AttributeTable> = {
  readonly [Name in keyof Table]:
    | NonNullable<ReturnType<(typeof readers)[Table[Name]['type']]>>
    | Table[Name]['default'];
};

/** Attributes of every widget. */
export const commonAttributes = {
  campaign: { type: 'number', default: null },
  origin: { type: 'origin', default: null },
} as const satisfies AttributeTable;

/** Reads an element's attributes by a table; what is absent or does not fit has its default. */
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

/** Attributes of the widgets that take personal data. */
export const formAttributes = {
  ...commonAttributes,
  height: { type: 'number', default: null },
} as const satisfies AttributeTable;

/** Of those whose form the page itself may hold. */
export const pageAttributes = {
  ...formAttributes,
  isolation: { type: 'isolation', default: 'frame' },
} as const satisfies AttributeTable;

/** Address of the script that this code came in; null in a module, and in an embedder's own bundle. */
const scriptAddress =
  typeof document !== 'undefined' && document.currentScript instanceof HTMLScriptElement
    ? document.currentScript.src
    : null;

/** Where the campaign's site is: the first address that is one. Null when none is. */
export function campaignOrigin(
  ...addresses: readonly (string | null | undefined)[]
): string | null {
  for (const address of [...addresses, scriptAddress]) {
    const origin = address && readers.origin(address);
    if (origin) return origin;
  }
  return null;
}

/** Where the other files of this script's version are; of an embedder's own bundle, the evergreen ones. */
export function scriptFolder(origin: string): string {
  return scriptAddress ? new URL('.', scriptAddress).href : `${origin}/widgets/v1/`;
}
