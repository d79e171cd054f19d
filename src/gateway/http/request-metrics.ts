import type { MiddlewareHandler } from 'hono';
import type { Gateway } from '../gateway.ts';
import { patternOf } from './request-log.ts';
import type { AppEnvironment } from './route.ts';

/** Measures every call; pages, files and unknown paths are all the route `/*`. */
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
