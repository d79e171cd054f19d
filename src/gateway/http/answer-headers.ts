import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../settings.ts';
import type { AppEnvironment } from './route.ts';

const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
};

/** A year, as the HSTS preload list asks. */
const strictTransport = 'max-age=31536000; includeSubDomains';

/**
 * What every answer carries (OWASP ASVS 5.0, 3.4). Answers of the API are documents of nobody and
 * kept by nobody, unless they say otherwise themselves; pages bring the rest of their policy in a
 * meta tag, which cannot say who may frame them.
 */
export function answerHeaders(settings: Settings): MiddlewareHandler<AppEnvironment> {
  const framedBy = ["'self'", ...settings.allowedOrigins].join(' ');
  const policies = [
    ['application/json', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"],
    ['text/html', `frame-ancestors ${framedBy}; base-uri 'none'; object-src 'none'`],
    ['', `frame-ancestors ${framedBy}`],
  ] as const;
  const isSecure = settings.siteUrl.startsWith('https:');
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(everywhere)) headers.set(name, value);
    headers.set('X-Request-Id', context.get('requestId'));
    if (isSecure) headers.set('Strict-Transport-Security', strictTransport);
    const type = headers.get('content-type') ?? '';
    const policy = policies.find(([start]) => type.startsWith(start))?.[1] ?? '';
    setUnlessSaid(headers, 'Content-Security-Policy', policy);
    setUnlessSaid(headers, 'Cache-Control', 'no-store');
  };
}

function setUnlessSaid(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
