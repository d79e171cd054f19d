import { setTimeout as pause } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { matchedRoutes } from 'hono/route';
import {
  commonHeaders,
  framePolicy,
  strictTransport,
  svgPolicy,
} from '../contract/response-headers.ts';
import { newReceiptPath } from '../paths.ts';
import { campaignRoutes } from './campaign/routes.ts';
import { campaignPictureRoutes } from './campaign-versions/routes.ts';
import { consumerRoutes, postalCodeRoutes } from './consumers/routes.ts';
import { isSameSecret } from './db/queries/secrets.ts';
import { winnerRoutes } from './draws/routes.ts';
import { Busy, recordFailure, Unavailable } from './failures.ts';
import type { Gateway } from './gateway.ts';
import type { RequestHandler } from './http/listen.ts';
import { crossOrigin, embedderRoutes } from './http/origin.ts';
import { errorResponse, failureResponse } from './http/response.ts';
import type { App, AppEnvironment } from './http/route.ts';
import { bearerOf } from './http/session.ts';
import { openSite, sitePending } from './http/site.ts';
import { callerAddress, isLoopback } from './ip-address.ts';
import { duringRequest, requestIdOf } from './logging.ts';
import { newsRoutes } from './news/routes.ts';
import { unsubscribeRoutes } from './newsletter/routes.ts';
import { pollRoutes } from './polls/routes.ts';
import { personalDataRoutes } from './privacy/routes.ts';
import {
  luckyNumberRoutes,
  ocrRoutes,
  receiptFileRoutes,
  receiptRoutes,
} from './receipts/routes.ts';
import { redemptionRoutes } from './redemptions/routes.ts';
import { refuse } from './refusal.ts';
import { identityRoutes } from './sign-in/firebase-routes.ts';
import { newPasswordRoutes, oneTimeCodeRoutes, sessionRoutes } from './sign-in/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { transparencyRoutes } from './transparency/routes.ts';
import { walletRoutes } from './wallets/routes.ts';

const resources = [
  campaignRoutes,
  campaignPictureRoutes,
  newsRoutes,
  consumerRoutes,
  personalDataRoutes,
  identityRoutes,
  newPasswordRoutes,
  sessionRoutes,
  oneTimeCodeRoutes,
  postalCodeRoutes,
  receiptRoutes,
  receiptFileRoutes,
  luckyNumberRoutes,
  walletRoutes,
  redemptionRoutes,
  pollRoutes,
  supportRoutes,
  unsubscribeRoutes,
  winnerRoutes,
  ocrRoutes,
  transparencyRoutes,
  healthRoutes,
  metricsRoutes,
  embedderRoutes,
];

const apiPrefixes = [
  '/api/',
  '/identitytoolkit.googleapis.com/',
  '/securetoken.googleapis.com/',
  '/.well-known/',
];
const readMethods = new Set(['GET', 'HEAD']);

export function createApp(gateway: Gateway): RequestHandler {
  const { settings } = gateway;
  const app: App = new Hono<AppEnvironment>();
  const site = openSite(settings.siteDirectory, settings);
  app.use(requestId({ headerName: '', generator: ({ req }) => requestIdOf(req.raw) }));
  app.use((context, next) => duringRequest(context.get('requestId'), next));
  app.use(measureRequests(gateway));
  app.use(responseHeaders(gateway));
  for (const prefix of apiPrefixes)
    app.use(`${prefix}*`, logRequests(gateway), compress(), ...crossOrigin(settings));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_context, methods) => {
        const response = errorResponse(refuse('METHOD_NOT_ALLOWED'));
        response.headers.set('Allow', methods.join(', '));
        return response;
      },
    }),
  );
  for (const serve of resources) serve(app, gateway);
  app.notFound(async (context) => {
    const { method, path, raw } = context.req;
    // Only the service worker takes a file that another app shares. Without it, the page asks for the file.
    if (method === 'POST' && path === newReceiptPath) return context.redirect(path, 303);
    const isPage =
      readMethods.has(method) && !apiPrefixes.some((prefix) => path.startsWith(prefix));
    if (isPage && gateway.site.state === 'missing') return sitePending();
    return (isPage ? await site(raw) : null) ?? errorResponse(refuse('NOT_FOUND'));
  });
  app.onError((error) => {
    if (error instanceof Busy) {
      gateway.metrics.busy.inc({ work: error.work });
      return failureResponse('UNAVAILABLE');
    }
    recordFailure(gateway, 'call', error);
    return failureResponse(error instanceof Unavailable ? 'UNAVAILABLE' : 'INTERNAL_ERROR');
  });

  return async (request, peer = { address: '127.0.0.1' }) => {
    const forwarded = request.headers.get('x-forwarded-for');
    const address = callerAddress(peer.address, forwarded, settings.trustedProxies);
    return app.fetch(request, { address });
  };
}

/** Logs the route with the names of its parameters, never their values or the query. */
function logRequests(gateway: Gateway): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const start = performance.now();
    await next();
    gateway.log('call', {
      id: context.get('requestId'),
      route: `${context.req.method} ${patternOf(context)}`,
      status: context.res.status,
      milliseconds: Math.round(performance.now() - start),
    });
  };
}

function patternOf(context: Context<AppEnvironment>): string {
  return matchedRoutes(context).at(-1)?.path ?? '/*';
}

function measureRequests({ metrics }: Gateway): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const stop = metrics.calls.startTimer();
    metrics.callsUnderWay.inc();
    await next();
    metrics.callsUnderWay.dec();
    const { method } = context.req;
    stop({ method, route: patternOf(context), status: context.res.status });
  };
}

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** The rest of a page's policy is in a meta tag, which cannot say who may frame the page. */
function responseHeaders({ settings, stopping, now }: Gateway): MiddlewareHandler<AppEnvironment> {
  const isSecure = settings.siteUrl.startsWith('https:');
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value);
    headers.set('X-Request-Id', context.get('requestId'));
    headers.set('Date', now().toUTCString());
    // Clients then open a new connection, which the balancer sends to another gateway.
    if (stopping.aborted) headers.set('Connection', 'close');
    if (isSecure) headers.set('Strict-Transport-Security', strictTransport);
    const type = headers.get('content-type') ?? '';
    const isData = type.startsWith('application/json');
    const sitePolicy = type.startsWith('image/svg')
      ? svgPolicy
      : framePolicy(context.req.path, settings.allowedOrigins);
    setUnlessPresent(headers, 'Content-Security-Policy', isData ? apiPolicy : sitePolicy);
    // CORS says who may read an answer; this keeps other origins from embedding it at all.
    if (isData) setUnlessPresent(headers, 'Cross-Origin-Resource-Policy', 'same-origin');
    setUnlessPresent(headers, 'Cache-Control', 'no-store');
  };
}

function setUnlessPresent(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}

const readinessTimeoutMs = 1000;

/** `/readyz` does not check the storage: all gateways share it, and pages work without it. */
function healthRoutes(app: App, { database, stopping, site }: Gateway): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const answers = () => database.ping().then(() => true);
    const late = () => pause(readinessTimeoutMs, false, { ref: false });
    const isOpen = site.state === 'built' && !stopping.aborted;
    const isReady = isOpen && (await Promise.race([answers(), late()]));
    return isReady ? context.json({ status: 'ready' }) : failureResponse('UNAVAILABLE');
  });
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via'];

/** Only with METRICS_TOKEN, or from this machine without a proxy; others get 404. */
function metricsRoutes(app: App, { settings, metrics: { registry } }: Gateway): void {
  app.get('/metrics', async (context) => {
    const { headers } = context.req.raw;
    const isDirect = !proxyHeaders.some((name) => headers.has(name));
    const isLocal = isDirect && isLoopback(context.env.address);
    if (!isLocal && !hasToken(context.req.raw, settings.metricsToken)) return context.notFound();
    return context.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
}

function hasToken(request: Request, token: string | null): boolean {
  return token !== null && isSameSecret(bearerOf(request), token);
}
