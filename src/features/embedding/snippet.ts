import { create, record, string } from 'superstruct';
import { environment } from '../../environment.ts';
import { conversationFragment, testModeQuery } from '../../paths.ts';
import { trustedAddress } from '../../readers/workers.ts';

export interface EmbeddableAttribute {
  name: string;
  type: 'text' | 'number' | 'origin' | 'isolation' | 'mode' | 'scheme' | 'card';
  /** The default. */
  placeholder: string;
  label: string;
  text: string;
}

/** For attributes with a few possible words; the first is the default. */
export const attributeWords: Readonly<Record<string, readonly { value: string; label: string }[]>> =
  {
    isolation: [
      { value: '', label: 'Num quadro' },
      { value: 'page', label: 'Desenhado na sua página' },
    ],
    mode: [
      { value: '', label: 'Para valer' },
      { value: 'test', label: 'De teste' },
    ],
    scheme: [
      { value: '', label: 'Claro' },
      { value: 'dark', label: 'Escuro' },
      { value: 'auto', label: 'Como o aparelho da pessoa' },
    ],
    card: [
      { value: '', label: 'Com borda e margens' },
      { value: 'none', label: 'Sem borda e margens' },
    ],
  };

export interface EmbeddableWidget {
  name: string;
  title: string;
  attributes: readonly EmbeddableAttribute[];
  framePath: string | null;
  allow: string | null;
  height: number;
  heightInPage: number | null;
}

export interface EmbeddedSite {
  origin: string;
  /** Empty where they are the site's own. */
  apiOrigin?: string;
  assetsOrigin?: string;
  campaignId: string;
  frameRights: Readonly<Record<string, string>>;
  /** Links inside the element until the script has run. */
  shops: readonly { name: string; url: string }[];
}

export interface SnippetChoices {
  /** A `div`, for pages that filter out unknown elements. */
  mount: 'element' | 'data';
  /** Scripts that follow the campaign, or pinned ones with a hash per file. */
  release:
    | { kind: 'current' }
    | { kind: 'fixed'; version: string; integrity: Readonly<Record<string, string>> };
  attributes: Readonly<Record<string, string>>;
}

export function snippetOf(
  widget: EmbeddableWidget,
  site: EmbeddedSite,
  choices: SnippetChoices,
): string {
  return [...scriptsOf(widget, site, choices), elementOf(widget, site, choices)]
    .map((part) => toHtml(part))
    .join('\n');
}

export function elementOf(
  widget: EmbeddableWidget,
  site: EmbeddedSite,
  { mount, attributes }: Omit<SnippetChoices, 'release'>,
): ElementSpec {
  const stated = Object.entries({ campaign: site.campaignId, ...attributes }).filter(
    ([, value]) => value !== '',
  );
  const children = childrenOf(widget, site, attributes);
  if (mount === 'element') {
    return { tag: `promo-${widget.name}`, attributes: Object.fromEntries(stated), children };
  }
  const data = stated.map(([name, value]) => [`data-${name}`, value]);
  const markAttributes = { 'data-promo-widget': widget.name, ...Object.fromEntries(data) };
  return { tag: 'div', attributes: markAttributes, children };
}

export function hasAttribute({ attributes }: EmbeddableWidget, wanted: string): boolean {
  return attributes.some(({ name }) => name === wanted);
}

/** Each widget has a height of its own, and test mode is asked for anew: a form that sends nothing looks like others. */
const ofOneWidget = ['height', 'mode'];

export function attributesKeptFor(
  widget: EmbeddableWidget,
  chosen: SnippetChoices['attributes'],
): SnippetChoices['attributes'] {
  const isKept = (name: string) => !ofOneWidget.includes(name) && hasAttribute(widget, name);
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => isKept(name)));
}

/** Developers who try a form out here must not take part; a partner would only load it once more. */
export function previewAttributes(
  widget: EmbeddableWidget,
  { partner: _, ...chosen }: SnippetChoices['attributes'],
): SnippetChoices['attributes'] {
  return hasAttribute(widget, 'mode') ? { ...chosen, mode: 'test' } : chosen;
}

export function policyOf(
  { framePath }: EmbeddableWidget,
  { origin, apiOrigin = '', assetsOrigin = '' }: EmbeddedSite,
  attributes: SnippetChoices['attributes'],
): string[] {
  const calls = `connect-src ${[origin, apiOrigin].join(' ').trim()};`;
  const pictures = [origin, assetsOrigin, framePath ? 'data:' : ''].filter(Boolean).join(' ');
  return [
    `script-src ${origin};`,
    ...(framePath ? [`frame-src ${origin};`] : []),
    ...(framePath && !isInPage(attributes) ? [] : [`img-src ${pictures};`, calls]),
  ];
}

function isInPage(attributes: SnippetChoices['attributes']): boolean {
  return attributes['isolation'] === 'page';
}

function scriptsOf(
  { name }: EmbeddableWidget,
  { origin }: EmbeddedSite,
  { release, attributes }: SnippetChoices,
): ElementSpec[] {
  const folder = release.kind === 'fixed' ? release.version : 'v1';
  const addressOf = (file: string) => `${origin}/widgets/${folder}/${file}.js`;
  const fixed = (file: string) => {
    const integrity = release.kind === 'fixed' && release.integrity[`${file}.js`];
    return integrity && { integrity, crossorigin: 'anonymous' };
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

function childrenOf(
  { title, framePath, allow, height, heightInPage }: EmbeddableWidget,
  { origin, frameRights, shops }: EmbeddedSite,
  attributes: Readonly<Record<string, string>>,
): ElementSpec[] {
  if (!framePath) {
    const links = shops.map(({ name, url }) => linkOf(name, url));
    const items = links.map((link) => ({ tag: 'li', attributes: {}, children: [link] }));
    return [withMinimumHeight(height, { tag: 'ul', attributes: {}, children: items })];
  }
  if (isInPage(attributes)) {
    // The page's policy may forbid styles.
    const reserved = attributes['height'] || (heightInPage ?? height);
    const canvas = { width: 1, height: reserved, 'aria-hidden': 'true' };
    const withoutScript = { tag: 'noscript', attributes: {}, children: [needsScript] };
    return [
      withoutScript,
      linkOf(title, origin),
      { tag: 'canvas', attributes: canvas, children: [] },
    ];
  }
  const query = attributes['mode'] ? testModeQuery : '';
  const src = origin + framePath + query + conversationFragment(attributes['token']);
  const reserved = attributes['height'] || height;
  const rights = Object.fromEntries(
    Object.entries(frameRights).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const size = { width: '100%', height: reserved };
  const frameAttributes = { src, title, ...size, ...rights, ...(allow && { allow }) };
  const withoutScript = [needsScript, linkOf('Abrir o site', origin)];
  return [
    { tag: 'iframe', attributes: frameAttributes, children: [] },
    { tag: 'noscript', attributes: {}, children: withoutScript },
  ];
}

const needsScript = 'Este formulário precisa de JavaScript.';

/** Without styles, only a table can give text a minimum height. */
function withMinimumHeight(height: number, part: ElementSpec): ElementSpec {
  const cell = { tag: 'td', attributes: {}, children: [part] };
  const row = { tag: 'tr', attributes: {}, children: [cell] };
  return { tag: 'table', attributes: { role: 'presentation', height }, children: [row] };
}

function linkOf(text: string, href: string): ElementSpec {
  return { tag: 'a', attributes: { href }, children: [text] };
}

export interface ElementSpec {
  tag: string;
  attributes: Readonly<Record<string, string | number | true>>;
  children: readonly (ElementSpec | string)[];
}

export function toHtml(part: ElementSpec | string, indent = ''): string {
  if (typeof part === 'string') return escaped(part);
  const { tag, attributes, children } = part;
  const within = children.map((child) => toHtml(child, `${indent}  `));
  const isList = children.some((child) => typeof child === 'object' && tag !== 'li');
  const content = isList
    ? `\n${within.map((line) => `${indent}  ${line}\n`).join('')}${indent}`
    : within.join('');
  const start = `<${tag}${attributesHtml(attributes, indent)}>`;
  return tag === 'link' ? start : `${start}${content}</${tag}>`;
}

/** Texts are never parsed as HTML. */
export function toElement({ tag, attributes, children }: ElementSpec): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.map((child) => (typeof child === 'string' ? child : toElement(child))),
  );
  return element;
}

function attributesHtml(attributes: ElementSpec['attributes'], indent: string): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === true ? name : `${name}="${escaped(String(value))}"`,
  );
  if (written.length > 4) {
    return `${written.map((attribute) => `\n${indent}  ${attribute}`).join('')}\n${indent}`;
  }
  return written.map((attribute) => ` ${attribute}`).join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

export const noHashes = 'Não foi possível buscar os hashes desta versão.';

/** @returns null when it fails: browsers would take any script for the pinned one */
export async function readIntegrity(version: string): Promise<Record<string, string> | null> {
  const { fetch, report } = environment();
  try {
    const hashes: unknown = await (await fetch(`/widgets/${version}/integrity.json`)).json();
    return create(hashes, record(string(), string()));
  } catch (failure) {
    report(failure);
    return null;
  }
}

/** @returns what to say; a snippet that cannot be copied is selected, for the user to copy it */
export async function copySnippet(snippet: string, shown: Element | null): Promise<string> {
  const { device, report } = environment();
  try {
    await device.copy(snippet);
    return 'Copiado!';
  } catch (failure) {
    report(failure);
    if (shown) window.getSelection()?.selectAllChildren(shown);
    return 'Não foi possível copiar';
  }
}

export function loadScript(address: string): void {
  if (document.querySelector(`script[src="${address}"]`)) return;
  const script = document.createElement('script');
  script.src = trustedAddress(address);
  document.head.append(script);
}
