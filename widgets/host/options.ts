import { type AttributeTable, type Options, readers } from './attributes.ts';

/** Reads an element's attributes by a table; what is absent or does not fit has its default. */
export function readOptions<Table extends AttributeTable>(
  element: Element,
  table: Table,
): Options<Table> {
  const entries = Object.entries(table).map(([name, attribute]) => {
    const text = element.getAttribute(name) ?? element.getAttribute(`data-${name}`);
    return [name, (text === null ? null : readers[attribute.type](text)) ?? attribute.default];
  });
  // Each value came out of its own row's reader.
  return Object.fromEntries(entries) as Options<Table>;
}
