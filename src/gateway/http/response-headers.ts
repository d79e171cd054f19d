import type { MiddlewareHandler } from 'hono';
import { commonHeaders, framePolicy, strictTransport } from '../../contract/page-headers.ts';
import type { Gateway } from '../gateway.ts';
import type { AppEnvironment } from './route.ts';

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Puts them on every answer. Answers of the API are documents of nobody and
 * kept by nobody, unless they say otherwise themselves; pages bring the rest of their policy in a
 * meta tag, which cannot say who may frame them.
 */
export function responseHeaders({
  settings,
  stopping,
}: Gateway): MiddlewareHandler<AppEnvironment> {
  const isSecure = settings.siteUrl.startsWith('https:');
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value);
    headers.set('X-Request-Id', context.get('requestId'));
    // Whoever keeps a connection opens the next one, and a balancer opens it somewhere else.
    if (stopping.aborted) headers.set('Connection', 'close');
    if (isSecure) headers.set('Strict-Transport-Security', strictTransport);
    const type = headers.get('content-type') ?? '';
    const isData = type.startsWith('application/json');
    const policy = isData ? apiPolicy : framePolicy(context.req.path, settings.allowedOrigins);
    setUnlessSaid(headers, 'Content-Security-Policy', policy);
    // Who may read it is said by CORS; no page of others draws it into its own process unread.
    if (isData) setUnlessSaid(headers, 'Cross-Origin-Resource-Policy', 'same-origin');
    setUnlessSaid(headers, 'Cache-Control', 'no-store');
  };
}

function setUnlessSaid(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
