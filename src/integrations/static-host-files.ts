import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import {
  cacheControl,
  commonHeaders,
  embeddingHeaders,
  framePolicy,
  strictTransport,
  svgPolicy,
} from '../contract/response-headers.ts';
import { embeddersPath, framedPages, isFramedPath } from '../paths.ts';

const conversations = '/atendimento/*';

/** Headers and redirects for a static host, and the list of sites that may embed forms. */
export async function writeHostFiles(dir: URL, pages: string[]): Promise<void> {
  const listed = (process.env.ALLOWED_ORIGINS ?? '').split(',');
  const embedders = listed.map((origin) => origin.trim()).filter(Boolean);
  const drawings = globSync('**/*.svg', { cwd: dir, exclude: ['_astro/**'] });
  const { PUBLIC_ASSETS_URL, PUBLIC_API_URL, PUBLIC_RECAPTCHA_SITE_KEY } = process.env;
  const others = [PUBLIC_ASSETS_URL, PUBLIC_API_URL, PUBLIC_RECAPTCHA_SITE_KEY];
  const headers = hostHeaders({
    pages,
    drawings: drawings.map((path) => `/${path}`).toSorted(),
    embedders,
    loadsThirdParties: others.some(Boolean),
  });
  await writeFile(new URL('_headers', dir), headers);
  await writeFile(new URL('_redirects', dir), hostRedirects);
  await mkdir(new URL('widgets/', dir), { recursive: true });
  await writeFile(new URL(`.${embeddersPath}`, dir), JSON.stringify(embedders));
}

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

const hostRedirects = `${conversations} /atendimento/index.html 200\n`;

function rule(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${path}\n${lines.join('')}`;
}
