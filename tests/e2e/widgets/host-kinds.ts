import { integrityOf } from '../../../widgets/build/versions.ts';
import { strictPolicy } from '../../../widgets/guides/page-guides.ts';
import type { HostPage } from './host-pages.ts';

const nonce = 'a1b2c3';

/** Address of a widget's script, and its SHA-384 as `integrity` takes it. */
interface Release {
  script: string;
  integrity: string;
}

/** What a page needs to carry widgets. */
interface Snippet {
  scripts: readonly Release[];
  element: string;
  /** The campaign's origin. */
  site: string;
}

const page = (
  { scripts, element }: Snippet,
  { doctype = '<!doctype html>', html = '<html lang="pt-BR">', head = '', tag = '' } = {},
) => `${doctype}${html}<head><title>Loja</title>${head}
${scripts
  .map(
    ({ script, integrity }) =>
      `<script async ${tag} src="${script}" integrity="${integrity}" crossorigin></script>`,
  )
  .join('')}</head>
<body><h1>Loja parceira</h1>${element}<p>Rodapé</p></body></html>`;

const policy = (site: string, scripts: string) =>
  `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src ${site}; frame-src ${site}; connect-src ${site}; base-uri 'none'`;

const hostileCss = `
  * { all: unset !important; font: 40px serif !important; color: red !important; letter-spacing: 9px !important }
  :root { font-size: 62.5% !important }
  iframe { max-height: 40px !important; position: fixed !important; opacity: 0 !important; transform: scale(0.5) !important }
  h2, ul, li, a, button, img { display: inline !important; width: 7px !important; position: fixed !important }`;

/** Kinds of pages that a widget may find itself on. */
export const hostKinds: Record<string, (snippet: Snippet) => HostPage> = {
  plain: (snippet) => ({ html: page(snippet) }),
  'CSP with a nonce': (snippet) => ({
    html: page(snippet, { tag: `nonce="${nonce}"` }),
    headers: { 'content-security-policy': policy(snippet.site, `'nonce-${nonce}'`) },
  }),
  'CSP with a hash': (snippet) => ({
    html: page(snippet),
    headers: {
      'content-security-policy': policy(
        snippet.site,
        snippet.scripts.map(({ integrity }) => `'${integrity}'`).join(' '),
      ),
    },
  }),
  'Trusted Types': (snippet) => ({
    html: page(snippet),
    headers: {
      'content-security-policy': `require-trusted-types-for 'script'; trusted-types 'none'; ${policy(snippet.site, snippet.site)}`,
    },
  }),
  'the policies of the guide': (snippet) => ({
    html: page(snippet),
    headers: Object.fromEntries(
      Object.values(strictPolicy({ origin: snippet.site })).map((line) => line.split(/: (.*)/, 2)),
    ),
  }),
  'hostile style sheets': (snippet) => ({
    html: page(snippet, { head: `<style>${hostileCss}</style>` }),
  }),
  'quirks mode': (snippet) => ({ html: page(snippet, { doctype: '' }) }),
  sandbox: (snippet) => ({
    html: page(snippet),
    headers: { 'content-security-policy': 'sandbox allow-scripts' },
  }),
  isolated: (snippet) => ({
    html: page(snippet),
    headers: {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    },
  }),
  'isolated without credentials': (snippet) => ({
    html: page(snippet),
    headers: { 'cross-origin-embedder-policy': 'credentialless' },
  }),
  'an older browser': (snippet) => ({
    html: page(snippet, { head: '<script>delete URL.canParse</script>' }),
  }),
  'custom properties of the same names': (snippet) => ({
    html: page(snippet, {
      head: '<style>:root { --promo-ink: red; --promo-surface: #000; --promo-font: fantasy }</style>',
    }),
  }),
  'names on Object.prototype': (snippet) => ({
    html: page(snippet, {
      head: '<script>Object.prototype.extra = () => 1; Object.prototype.outro = "x"</script>',
    }),
  }),
  'right to left': (snippet) => ({ html: page(snippet, { html: '<html lang="ar" dir="rtl">' }) }),
};

/** A widget's script under its version, with the hash that it is published with. */
export async function released(site: string, name: string): Promise<Release> {
  const script = `${site}/widgets/1.0.0/${name}.js`;
  return { script, integrity: integrityOf(await (await fetch(script)).text()) };
}
