import { finishHandoff, readHandoff, startHandoff } from '../../contract/handoff.ts';
import { askHandoff, giveHandoff, takeHandoff } from '../engine/handoff.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';

/** From a frame to the campaign's site. Answers let somebody in: none is kept for a retry. */
export function handoffRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, startHandoff, ({ consumer, signedInAt, request, now }) => {
    // A browser says so itself of every page that writes; one that is not allowed was refused.
    const origin = request.headers.get('origin');
    return giveHandoff(gateway, { consumerId: consumer.id, signedInAt, origin, now });
  });

  route(app, gateway, readHandoff, ({ body, consumer, now }) =>
    askHandoff(gateway, { ...body, caller: consumer, now }),
  );

  route(app, gateway, finishHandoff, ({ body, consumer, now }) =>
    takeHandoff(gateway, { ...body, caller: consumer, now }),
  );
}
