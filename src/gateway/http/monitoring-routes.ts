import { setTimeout as pause } from 'node:timers/promises';
import { isSameSecret } from '../db/queries/secrets.ts';
import type { Gateway } from '../gateway.ts';
import { isLoopback } from '../ip-address.ts';
import { failureResponse } from './response.ts';
import type { App } from './route.ts';
import { bearerOf } from './session.ts';

const databaseMs = 1000;

/** `/readyz` does not check the storage: all gateways share it, and pages work without it. */
export function healthRoutes(app: App, { database, stopping, site }: Gateway): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const answers = () => database.ping().then(() => true);
    const late = () => pause(databaseMs, false, { ref: false });
    const isOpen = site.state === 'built' && !stopping.aborted;
    const isReady = isOpen && (await Promise.race([answers(), late()]));
    return isReady ? context.json({ status: 'ready' }) : failureResponse('UNAVAILABLE');
  });
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via'];

/** Only with METRICS_TOKEN, or from this machine without a proxy; others get 404. */
export function metricsRoutes(app: App, { settings, metrics: { registry } }: Gateway): void {
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
