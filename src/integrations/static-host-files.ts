import {
  cacheControl,
  commonHeaders,
  embeddingHeaders,
  framePolicy,
  strictTransport,
  svgPolicy,
} from '../contract/response-headers.ts';
import { framedPages, isFramedPath } from '../paths.ts';

const conversations = '/atendimento/*';

/** In Netlify's format. Hosts apply all rules that match a page, so only one has a policy. */
export function hostHeaders({
  pages,
  drawings,
  embedders,
  loadsThirdParties,
}: {
  pages: readonly string[];
  /** Paths of SVG files. */
  drawings: readonly string[];
  embedders: readonly string[];
  loadsThirdParties: boolean;
}): string {
  const everywhere = {
    ...commonHeaders,
    ...embeddingHeaders('/', { loadsThirdParties }),
    'Strict-Transport-Security': strictTransport,
  };
  const { 'Cross-Origin-Resource-Policy': _, ...isolated } = embeddingHeaders(framedPages, {
    loadsThirdParties,
  });
  const pageRule = (path: string) =>
    rule(path, {
      'Cache-Control': cacheControl.page,
      'Content-Security-Policy': framePolicy(path, embedders),
      ...(isFramedPath(path) && isolated),
    });
  return [
    rule('/*', everywhere),
    rule('/_astro/*', { 'Cache-Control': cacheControl.hashed, ...isolated }),
    ...pages.filter((page) => !isFramedPath(page)).map(pageRule),
    ...[conversations, `${framedPages}*`].map(pageRule),
    ...drawings.map((path) => rule(path, { 'Content-Security-Policy': svgPolicy })),
  ].join('');
}

/** Pages of any origin may load the widgets; published versions never change. */
export function widgetHeaders(published: readonly string[]): string {
  return [
    rule('/widgets/*', {
      'Access-Control-Allow-Origin': '*',
    }),
    ...published.map((version) =>
      rule(`/widgets/${version}/*`, { 'Cache-Control': cacheControl.hashed }),
    ),
    rule('/widgets/v1/*', { 'Cache-Control': cacheControl.other }),
  ].join('');
}

export const hostRedirects = `${conversations} /atendimento/index.html 200\n`;

function rule(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${path}\n${lines.join('')}`;
}
