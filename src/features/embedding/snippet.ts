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
  /** The page of its form, and the place it takes at first, in pixels; null: it has no form. */
  frame: { path: string; height: number } | null;
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
  /** The scripts that follow the campaign, or those that never change, with their hash. */
  release: { kind: 'current' } | { kind: 'fixed'; version: string; integrity: string };
  /** By name; empty ones are left out. */
  attributes: Readonly<Record<string, string>>;
}

type Attributes = Readonly<Record<string, string | number | true>>;

/** The script of a widget and its element: what goes into a page. */
export function snippetOf(
  widget: EmbeddableWidget,
  site: EmbeddedSite,
  choices: SnippetChoices,
): string {
  return `${scriptOf(widget, site, choices)}\n${elementOf(widget, site, choices)}`;
}

/** The element alone. */
export function elementOf(
  widget: EmbeddableWidget,
  site: EmbeddedSite,
  { mount, attributes }: SnippetChoices,
): string {
  const given = Object.entries({ campaign: site.campaignId, ...attributes }).filter(
    ([, value]) => value !== '',
  );
  const tag = mount === 'element' ? `promo-${widget.name}` : 'div';
  const shown =
    mount === 'element'
      ? Object.fromEntries(given)
      : {
          'data-promo-widget': widget.name,
          ...Object.fromEntries(given.map(([name, value]) => [`data-${name}`, value])),
        };
  const children = childrenOf(widget, site, attributes).map((line) => `  ${line}\n`);
  return `${open(tag, shown)}\n${children.join('')}</${tag}>`;
}

/** What a page's content security policy has to allow. */
export function policyOf({ frame }: EmbeddableWidget, { origin }: EmbeddedSite): string[] {
  const directives = frame ? ['script-src', 'frame-src'] : ['script-src', 'img-src', 'connect-src'];
  return directives.map((directive) => `${directive} ${origin};`);
}

function scriptOf(
  { name }: EmbeddableWidget,
  { origin }: EmbeddedSite,
  { release }: SnippetChoices,
): string {
  const folder = release.kind === 'fixed' ? release.version : 'v1';
  const src = `${origin}/widgets/${folder}/${name}.js`;
  const fixed = release.kind === 'fixed' && {
    integrity: release.integrity,
    crossorigin: 'anonymous',
  };
  return `${open('script', { async: true, src, ...fixed })}</script>`;
}

/** What is seen before the script is there, and without it. */
function childrenOf(
  { title, frame }: EmbeddableWidget,
  { origin, frameRights, shops }: EmbeddedSite,
  attributes: Readonly<Record<string, string>>,
): string[] {
  if (!frame) {
    const items = shops.map(
      ({ name, url }) => `  <li>${open('a', { href: url })}${escaped(name)}</a></li>`,
    );
    return ['<ul>', ...items, '</ul>'];
  }
  if (attributes['isolation'] === 'page') return [`${open('a', { href: origin })}${title}</a>`];
  const token = attributes['token'];
  const src = origin + frame.path + (token ? `#${new URLSearchParams({ conversa: token })}` : '');
  const height = attributes['height'] || frame.height;
  return [`${open('iframe', { src, title, width: '100%', height, ...frameRights })}</iframe>`];
}

function open(tag: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`,
  );
  return `<${tag}${written.join('')}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
