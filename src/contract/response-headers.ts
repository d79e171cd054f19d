import { isFramedPath } from '../paths.ts';

/** On every answer, of the gateway and of static hosts (OWASP ASVS 5.0, 3.4). */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
} as const;

/** Only over HTTPS; a year, as the HSTS preload list asks. */
export const strictTransport = 'max-age=31536000; includeSubDomains';

/** Agencies draw them: an SVG that is opened as a page must not run a script. */
export const svgPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'; sandbox";

/** The part of the policy that a meta tag cannot carry: who may frame the page. */
export function framePolicy(path: string, embedders: readonly string[]): string {
  const ancestors = isFramedPath(path) ? ["'self'", ...embedders] : ["'self'"];
  return `frame-ancestors ${ancestors.join(' ')}; base-uri 'none'; object-src 'none'`;
}

/**
 * Other sites may load files of this one. Framed pages, and the workers they start, also
 * work in pages with Cross-Origin-Embedder-Policy, unless the campaign loads third parties' files.
 */
export function embeddingHeaders(
  path: string,
  { loadsThirdParties }: { loadsThirdParties: boolean },
): Record<string, string> {
  const isIsolated = !loadsThirdParties && (isFramedPath(path) || path.startsWith('/_astro/'));
  return {
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(isIsolated && { 'Cross-Origin-Embedder-Policy': 'require-corp' }),
  };
}

/** A name with a hash or version always means the same file; pages are revalidated. */
export const cacheControl = {
  page: 'no-cache',
  hashed: 'public, max-age=31536000, immutable',
  other: 'public, max-age=600, must-revalidate',
} as const;
