/** A part of a page. */
export interface Part {
  tag: string;
  attributes: Readonly<Record<string, string | number | true>>;
  children: readonly (Part | string)[];
}

/** A part as HTML; what holds lists stands over several lines, indented. */
export function written(part: Part | string, indent = ''): string {
  if (typeof part === 'string') return escaped(part);
  const { tag, attributes, children } = part;
  const within = children.map((child) => written(child, `${indent}  `));
  const isList = children.some((child) => typeof child === 'object' && tag !== 'li');
  const content = isList
    ? `\n${within.map((line) => `${indent}  ${line}\n`).join('')}${indent}`
    : within.join('');
  const start = `<${tag}${writtenAttributes(attributes)}>`;
  return tag === 'link' ? start : `${start}${content}</${tag}>`;
}

/** A part as an element; no text in it is ever read as HTML. */
export function drawn({ tag, attributes, children }: Part): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.map((child) => (typeof child === 'string' ? child : drawn(child))));
  return element;
}

function writtenAttributes(attributes: Part['attributes']): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`))
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
