/** One attribute of a widget's element, as embedders are offered it. */
export interface EmbeddableAttribute {
  name: string;
  type: 'text' | 'number' | 'origin' | 'isolation';
  default: string | number | null;
  text: string;
}

/** A widget, as embedders are offered it. */
export interface EmbeddableWidget {
  name: string;
  title: string;
  attributes: readonly EmbeddableAttribute[];
  /** The page of its form; null: it has none. */
  framePath: string | null;
  /** The place that it takes at first, in pixels. */
  height: number;
  /** And where the page itself holds the form. */
  heightInPage: number | null;
}

/** Where the widgets come from. */
export interface EmbeddedSite {
  origin: string;
  campaignId: string;
  /** Attributes that say what a frame may do. */
  frameRights: Readonly<Record<string, string>>;
  /** What is seen of the shops without the script. */
  shops: readonly { name: string; url: string }[];
}

export interface SnippetChoices {
  /** The custom element, or a `div` for pages that let no unknown element through. */
  mount: 'element' | 'data';
  /** The scripts that follow the campaign, or those that never change, with their hashes by file. */
  release:
    | { kind: 'current' }
    | { kind: 'fixed'; version: string; integrity: Readonly<Record<string, string>> };
  /** By name; empty ones are left out. */
  attributes: Readonly<Record<string, string>>;
}

/** The script of a widget and its element: what goes into a page. */
export function snippetOf(
  widget: EmbeddableWidget,
  site: EmbeddedSite,
  choices: SnippetChoices,
): string {
  return [...scriptsOf(widget, site, choices), elementOf(widget, site, choices)]
    .map((part) => toHtml(part))
    .join('\n');
}

/** The element alone. */
export function elementOf(
  widget: EmbeddableWidget,
  site: EmbeddedSite,
  { mount, attributes }: SnippetChoices,
): Part {
  const given = Object.entries({ campaign: site.campaignId, ...attributes }).filter(
    ([, value]) => value !== '',
  );
  const children = childrenOf(widget, site, attributes);
  if (mount === 'element') {
    return { tag: `promo-${widget.name}`, attributes: Object.fromEntries(given), children };
  }
  const data = given.map(([name, value]) => [`data-${name}`, value]);
  const shown = { 'data-promo-widget': widget.name, ...Object.fromEntries(data) };
  return { tag: 'div', attributes: shown, children };
}

/** What a page's content security policy has to allow. */
export function policyOf(
  { framePath }: EmbeddableWidget,
  { origin }: EmbeddedSite,
  attributes: SnippetChoices['attributes'],
): string[] {
  const calls = [`img-src ${origin}${framePath ? ' data:' : ''};`, `connect-src ${origin};`];
  return [
    `script-src ${origin};`,
    ...(framePath ? [`frame-src ${origin};`] : []),
    ...(framePath && !isInPage(attributes) ? [] : calls),
  ];
}

function isInPage(attributes: SnippetChoices['attributes']): boolean {
  return attributes['isolation'] === 'page';
}

/** A form in the page's own document is a second script, which need not wait for the first. */
function scriptsOf(
  { name }: EmbeddableWidget,
  { origin }: EmbeddedSite,
  { release, attributes }: SnippetChoices,
): Part[] {
  const folder = release.kind === 'fixed' ? release.version : 'v1';
  const addressOf = (file: string) => `${origin}/widgets/${folder}/${file}.js`;
  const fixed = (file: string) =>
    release.kind === 'fixed' && {
      integrity: release.integrity[`${file}.js`] ?? '',
      crossorigin: 'anonymous',
    };
  const form = `${name}-page`;
  const href = addressOf(form);
  const preload = { rel: 'modulepreload', href, ...fixed(form) };
  const src = addressOf(name);
  return [
    { tag: 'script', attributes: { async: true, src, ...fixed(name) }, children: [] },
    ...(isInPage(attributes) ? [{ tag: 'link', attributes: preload, children: [] }] : []),
  ];
}

/** What is seen before the script is there, and without it. */
function childrenOf(
  { title, framePath, height, heightInPage }: EmbeddableWidget,
  { origin, frameRights, shops }: EmbeddedSite,
  attributes: Readonly<Record<string, string>>,
): Part[] {
  if (!framePath) {
    const links = shops.map(({ name, url }) => linkOf(name, url));
    const items = links.map((link) => ({ tag: 'li', attributes: {}, children: [link] }));
    return [tallAs(height, { tag: 'ul', attributes: {}, children: items })];
  }
  if (isInPage(attributes)) {
    // Keeps the form's place without any style, which a policy might refuse.
    const reserved = attributes['height'] || (heightInPage ?? height);
    const place = { width: 1, height: reserved, 'aria-hidden': 'true' };
    return [linkOf(title, origin), { tag: 'canvas', attributes: place, children: [] }];
  }
  const token = attributes['token'];
  const src = origin + framePath + (token ? `#${new URLSearchParams({ conversa: token })}` : '');
  const reserved = attributes['height'] || height;
  const shown = { src, title, width: '100%', height: reserved, ...frameRights };
  return [{ tag: 'iframe', attributes: shown, children: [] }];
}

/** A part that takes at least so many pixels, without any style: of what holds text only tables can. */
function tallAs(height: number, part: Part): Part {
  const cell = { tag: 'td', attributes: {}, children: [part] };
  const row = { tag: 'tr', attributes: {}, children: [cell] };
  return { tag: 'table', attributes: { role: 'presentation', height }, children: [row] };
}

function linkOf(text: string, href: string): Part {
  return { tag: 'a', attributes: { href }, children: [text] };
}

/** A part of a page. */
export interface Part {
  tag: string;
  attributes: Readonly<Record<string, string | number | true>>;
  children: readonly (Part | string)[];
}

/** A part as HTML; what holds lists stands over several lines, indented. */
export function toHtml(part: Part | string, indent = ''): string {
  if (typeof part === 'string') return escaped(part);
  const { tag, attributes, children } = part;
  const within = children.map((child) => toHtml(child, `${indent}  `));
  const isList = children.some((child) => typeof child === 'object' && tag !== 'li');
  const content = isList
    ? `\n${within.map((line) => `${indent}  ${line}\n`).join('')}${indent}`
    : within.join('');
  const start = `<${tag}${attributesHtml(attributes)}>`;
  return tag === 'link' ? start : `${start}${content}</${tag}>`;
}

/** A part as an element; no text in it is ever read as HTML. */
export function toElement({ tag, attributes, children }: Part): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.map((child) => (typeof child === 'string' ? child : toElement(child))),
  );
  return element;
}

function attributesHtml(attributes: Part['attributes']): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`))
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
