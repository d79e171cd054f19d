import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Gateway } from '../gateway.ts';
import type { AppEnvironment } from './route.ts';

/** Logs the route with the names of its parameters, never their values or the query. */
export function logRequests(gateway: Gateway): MiddlewareHandler<AppEnvironment> {
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

export function measureRequests({ metrics }: Gateway): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const stop = metrics.calls.startTimer();
    metrics.callsUnderWay.inc();
    await next();
    metrics.callsUnderWay.dec();
    const { method } = context.req;
    stop({ method, route: patternOf(context), status: context.res.status });
  };
}
