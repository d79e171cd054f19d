import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import type { Gateway } from './gateway.ts';
import { callerAddress } from './http/address.ts';
import { responseHeaders } from './http/answer-headers.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { errorResponse, failureResponse } from './http/error-answer.ts';
import { recordFailure } from './http/failure.ts';
import { apiError } from './http/refusal.ts';
import { logRequests } from './http/request-log.ts';
import { measureRequests } from './http/request-metrics.ts';
import type { App, AppEnvironment } from './http/route.ts';
import { duringRequest, idOf } from './request-id.ts';
import { campaignRoutes } from './routes/campaign.ts';
import { walletRoutes } from './routes/cashback.ts';
import { consumerRoutes } from './routes/consumer.ts';
import { handoffRoutes } from './routes/handoff.ts';
import { healthRoutes } from './routes/health.ts';
import { identityRoutes } from './routes/identity.ts';
import { luckyNumberRoutes } from './routes/lucky-numbers.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { ocrRoutes } from './routes/ocr.ts';
import { personalDataRoutes } from './routes/personal-data.ts';
import { redemptionRoutes } from './routes/points.ts';
import { pollRoutes } from './routes/polls.ts';
import { postalCodeRoutes } from './routes/postal-code.ts';
import { receiptFileRoutes } from './routes/receipt-file.ts';
import { receiptRoutes } from './routes/receipts.ts';
import { sessionRoutes } from './routes/session.ts';
import { openSite, sitePending } from './routes/site.ts';
import { supportRoutes } from './routes/support.ts';
import { transparencyRoutes } from './routes/transparency.ts';
import { winnerRoutes } from './routes/winners.ts';
import { Busy, Unavailable } from './unavailable.ts';

/** What the server knows of a connection. */
export interface Peer {
  address: string;
}

/** The whole product over HTTP, without a socket. */
export type GatewayApp = (request: Request, peer?: Peer) => Promise<Response>;

const resources = [
  campaignRoutes,
  consumerRoutes,
  personalDataRoutes,
  identityRoutes,
  sessionRoutes,
  handoffRoutes,
  postalCodeRoutes,
  receiptRoutes,
  receiptFileRoutes,
  luckyNumberRoutes,
  walletRoutes,
  redemptionRoutes,
  pollRoutes,
  supportRoutes,
  winnerRoutes,
  ocrRoutes,
  transparencyRoutes,
  healthRoutes,
  metricsRoutes,
];

/** Paths that are no pages. */
const api = [
  '/api/',
  '/identitytoolkit.googleapis.com/',
  '/securetoken.googleapis.com/',
  '/.well-known/',
];
const reads = new Set(['GET', 'HEAD']);

/** Puts the gateway behind HTTP. */
export function createApp(gateway: Gateway): GatewayApp {
  const { settings } = gateway;
  const app: App = new Hono<AppEnvironment>();
  const site = openSite(settings.siteDirectory);
  app.use(requestId({ headerName: '', generator: ({ req }) => idOf(req.raw) }));
  app.use((context, next) => duringRequest(context.get('requestId'), next));
  app.use(measureRequests(gateway));
  app.use(responseHeaders(gateway));
  for (const prefix of api)
    app.use(`${prefix}*`, logRequests(gateway), compress(), ...crossOrigin(settings));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_context, methods) => {
        const response = errorResponse(apiError('METHOD_NOT_ALLOWED'));
        response.headers.set('Allow', methods.join(', '));
        return response;
      },
    }),
  );
  for (const serve of resources) serve(app, gateway);
  app.notFound(async (context) => {
    const { method, path, raw } = context.req;
    const isPage = reads.has(method) && !api.some((prefix) => path.startsWith(prefix));
    if (isPage && gateway.site.state === 'missing') return sitePending();
    return (isPage ? await site(raw) : null) ?? errorResponse(apiError('NOT_FOUND'));
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
