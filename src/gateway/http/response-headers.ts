import type { MiddlewareHandler } from 'hono';
import { commonHeaders, framePolicy, strictTransport } from '../../contract/header-values.ts';
import type { Gateway } from '../gateway.ts';
import type { AppEnvironment } from './route.ts';

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Pages have the rest of their policy in a meta tag, which cannot say who may frame them. */
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
    // Clients then open a new connection, which the balancer sends to another gateway.
    if (stopping.aborted) headers.set('Connection', 'close');
    if (isSecure) headers.set('Strict-Transport-Security', strictTransport);
    const type = headers.get('content-type') ?? '';
    const isData = type.startsWith('application/json');
    const policy = isData ? apiPolicy : framePolicy(context.req.path, settings.allowedOrigins);
    setUnlessPresent(headers, 'Content-Security-Policy', policy);
    // CORS says who may read it; this keeps pages of other origins from embedding it at all.
    if (isData) setUnlessPresent(headers, 'Cross-Origin-Resource-Policy', 'same-origin');
    setUnlessPresent(headers, 'Cache-Control', 'no-store');
  };
}

function setUnlessPresent(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
