import type { FormSettings } from '../../src/contract/frame-protocol.ts';

function oneOf<Word extends string>(...words: Word[]) {
  return (text: string) => words.find((word) => word === text) ?? null;
}

/** Text that does not fit counts as absent. */
const readers = {
  text: (text: string) => text,
  number: (text: string) => (+text > 0 ? +text : null),
  origin: originOf,
  mode: oneOf('test'),
  isolation: oneOf('page', 'frame'),
};

type Reader = keyof typeof readers;

/** How each attribute is read; a `data-` prefix is accepted too. */
export type AttributeTable = Readonly<Record<string, Reader>>;

export type AttributeValues<Table extends AttributeTable> = {
  readonly [Name in keyof Table]: ReturnType<(typeof readers)[Table[Name]]> | null;
};

export const commonAttributes = {
  campaign: 'number',
  origin: 'origin',
} as const satisfies AttributeTable;

export function readOptions<Table extends AttributeTable>(
  element: Element,
  table: Table,
  onInvalid?: (name: string, text: string) => void,
): AttributeValues<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(table)) {
    const text = element.getAttribute(name) ?? element.getAttribute(`data-${name}`);
    values[name] = text === null ? null : readers[type](text);
    if (text && values[name] === null) onInvalid?.(name, text);
  }
  // Each value comes from its own row's reader.
  return values as AttributeValues<Table>;
}

export const formAttributes = {
  ...commonAttributes,
  height: 'number',
  mode: 'mode',
} as const satisfies AttributeTable;

/** Their form may be part of the page itself. */
export const pageAttributes = {
  ...formAttributes,
  isolation: 'isolation',
} as const satisfies AttributeTable;

/** Null unless it is a web address. Not URL.canParse, which browsers of 2023 lack. */
export function originOf(address: string | null | undefined): string | null {
  try {
    const { origin } = new URL(address as string);
    return /^http/.test(origin) ? origin : null;
  } catch {
    return null;
  }
}

/**
 * Address of this script at the campaign's site. None on a server, in a module, a shadow tree or a
 * page's own bundle. Read through the prototype, since a picture named currentScript would hide it.
 */
export const scriptFolderAddress = /* @__PURE__ */ /^[^?#]+\/widgets\/[^/]+\//.exec(
  // A server has no document, and a script of an SVG no such member.
  (
    (globalThis.document &&
      /* @__PURE__ */ Reflect.get(
        Document.prototype,
        'currentScript',
        document,
      )) as HTMLScriptElement
  )?.src,
)?.[0];

/** The first valid address, else the script's own origin. */
export function campaignOrigin(
  ...addresses: readonly (string | null | undefined)[]
): string | null {
  return [...addresses, scriptFolderAddress].map(originOf).find(Boolean) ?? null;
}

/** Where this script's other files are; for an embedder's bundle, the evergreen ones. */
export function scriptFolder(origin: string): string {
  return scriptFolderAddress ?? `${origin}/widgets/v1/`;
}

const settingNames = /^(?:utm-|prefill-|hidden-|partner|accent|radius|font|density|scheme|card)/;

/**
 * What the element sets for its form. Without an attribution, takes the one in the page's address.
 * The form's side checks names and values.
 */
export function settingsOf(host: Element): FormSettings {
  const settings: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (/^utm_/.test(name)) settings[name.replace('_', '-')] = value;
  }
  for (const { name, value } of host.attributes) {
    const setting = name.replace('data-', '');
    if (settingNames.test(setting)) settings[setting] = value;
  }
  return settings;
}
