import { commonHeaders, framePolicy, keeping, strictTransport } from '../contract/page-headers.ts';

/**
 * `_headers` for a host of static files (Netlify's format, which Cloudflare Pages and others read):
 * what the gateway says of the same files.
 * @param pages addresses of every page, such as `/faq`
 * @param embedders origins that may frame the pages
 */
export function hostHeaders(pages: readonly string[], embedders: readonly string[]): string {
  const everywhere = {
    ...commonHeaders,
    'Strict-Transport-Security': strictTransport,
    'Content-Security-Policy': framePolicy(embedders),
  };
  return [
    rule('/*', everywhere),
    rule('/_astro/*', { 'Cache-Control': keeping.hashed }),
    ...pages.map((page) => rule(page, { 'Cache-Control': keeping.page })),
  ].join('');
}

/** `_redirects`: every conversation is one page. */
export const hostRedirects = '/atendimento/* /atendimento/index.html 200\n';

function rule(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${path}\n${lines.join('')}`;
}
