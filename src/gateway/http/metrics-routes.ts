import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../address.ts';
import type { Gateway } from '../gateway.ts';
import type { App } from './route.ts';
import { bearerOf } from './session.ts';

/** What a proxy writes into a call that it passes on. */
const traces = ['x-forwarded-for', 'forwarded', 'via'];

/**
 * `/metrics` in Prometheus' format, for whoever holds METRICS_TOKEN and for callers on this very
 * machine that came without a proxy; for everybody else there is no such page.
 */
export function metricsRoutes(app: App, { settings, metrics: { registry } }: Gateway): void {
  app.get('/metrics', async (context) => {
    const { headers } = context.req.raw;
    const isDirect = !traces.some((name) => headers.has(name));
    const isHere = isDirect && isLoopback(context.env.address);
    if (!isHere && !holdsToken(context.req.raw, settings.metricsToken)) return context.notFound();
    return context.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
}

function holdsToken(request: Request, token: string | null): boolean {
  return token !== null && timingSafeEqual(digest(bearerOf(request)), digest(token));
}

/** Of one length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
