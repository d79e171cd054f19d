import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isLoopback } from '../address.ts';
import type { Gateway } from '../gateway.ts';
import { failureResponse } from './error-response.ts';
import type { App } from './route.ts';
import { bearerOf } from './session.ts';

const databaseMilliseconds = 1000;

/**
 * `/healthz`: the process runs. `/readyz`: a balancer may send it calls, since its database answers
 * (tables are up to date before it listens), its site is built and it was not asked to end. The file
 * storage, which all gateways share, is no part of it: without it people still read and sign in.
 */
export function healthRoutes(app: App, { database, stopping, site }: Gateway): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const answers = () => database.query('select 1').then(() => true);
    const late = () => pause(databaseMilliseconds, false, { ref: false });
    const isOpen = site.state === 'built' && !stopping.aborted;
    const isReady = isOpen && (await Promise.race([answers(), late()]));
    return isReady ? context.json({ status: 'ready' }) : failureResponse('UNAVAILABLE');
  });
}

/** What a proxy writes into a call that it passes on. */
const traces = ['x-forwarded-for', 'forwarded', 'via'];

/**
 * `/metrics` in Prometheus' format, for callers with METRICS_TOKEN and for those on this machine
 * that came without a proxy; for all others it is not found.
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

/** Gives both texts one length, so that comparing them takes constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
