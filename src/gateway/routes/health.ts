import type { Gateway } from '../gateway.ts';
import type { App } from '../http/route.ts';

/** `/healthz`: the process runs; `/readyz`: it can also serve, so a balancer may send it calls. */
export function healthRoutes(app: App, gateway: Gateway): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    await gateway.database.query('select 1');
    return context.json({ status: 'ready' });
  });
}
