import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { embeddersPath } from '../../paths.ts';
import type { Gateway } from '../gateway.ts';
import { refuse } from '../refusal.ts';
import type { Settings } from '../settings/settings.ts';
import { errorResponse } from './response.ts';
import type { App, AppEnvironment } from './route.ts';

type Allowed = Pick<Settings, 'allowedOrigins' | 'siteUrl' | 'apiUrl'>;

/** Only allowed origins may write. Browsers always send one with a write. There are no cookies. */
export function crossOrigin(settings: Allowed): MiddlewareHandler<AppEnvironment>[] {
  return [
    cors({
      origin: (origin, context) => (isAllowed(origin, context.req.raw, settings) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH'],
      // Allows all requested headers: scripts that measure a page add theirs to its calls.
      allowHeaders: [],
      exposeHeaders: ['Date', 'ETag', 'Idempotency-Replayed', 'Retry-After', 'X-Request-Id'],
      maxAge: 3600,
    }),
    async (context, next) => {
      const origin = context.req.header('origin');
      const reads = context.req.method === 'GET' || context.req.method === 'HEAD';
      if (reads || !origin || isAllowed(origin, context.req.raw, settings)) return next();
      return errorResponse(refuse('ORIGIN_NOT_ALLOWED'));
    },
  ];
}

/**
 * The list of origins that may show frames. A widget reads it to explain why its frame was refused,
 * since scripts cannot read the frame's policy. Hosts of static files serve it as a file.
 */
export function embedderRoutes(app: App, { settings }: Pick<Gateway, 'settings'>): void {
  app.use(embeddersPath, cors());
  app.get(embeddersPath, (context) => {
    context.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return context.json(settings.allowedOrigins);
  });
}

function isAllowed(
  origin: string,
  request: Request,
  { allowedOrigins, siteUrl, apiUrl }: Allowed,
): boolean {
  // Pages of this gateway have the API's origin, which behind a TLS proxy is not the call's.
  const ownOrigins = [siteUrl, new URL(apiUrl).origin, new URL(request.url).origin];
  return ownOrigins.includes(origin) || allowedOrigins.includes(origin);
}

/** Behind a proxy that terminates TLS, the scheme is in X-Forwarded-Proto. */
export function ownOrigin(
  request: Request,
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
): string {
  const address = new URL(request.url);
  const scheme = trustedProxies > 0 ? request.headers.get('x-forwarded-proto') : null;
  return scheme === 'https' ? `https://${address.host}` : address.origin;
}
