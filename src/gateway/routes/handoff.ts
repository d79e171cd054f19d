import { finishHandoff, startHandoff } from '../../contract/handoff.ts';
import { giveHandoff, takeHandoff } from '../engine/handoff.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';

/** From a frame to the campaign's site. Answers let somebody in: none is kept for a retry. */
export function handoffRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, startHandoff, ({ consumer, signedInAt, now }) =>
    giveHandoff(gateway, { consumerId: consumer.id, signedInAt, now }),
  );

  route(app, gateway, finishHandoff, ({ body, now }) =>
    takeHandoff(gateway, { code: body.code, now }),
  );
}
