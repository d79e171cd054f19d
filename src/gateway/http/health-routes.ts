import { setTimeout as pause } from 'node:timers/promises';
import type { Gateway } from '../gateway.ts';
import { failureResponse } from './error-response.ts';
import type { App } from './route.ts';

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
