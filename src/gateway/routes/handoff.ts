import { finishHandoff, startHandoff } from '../../contract/handoff.ts';
import { giveHandoff, takeHandoff } from '../engine/handoff.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { signInTime } from '../http/session.ts';

/** From a frame to the campaign's site. Answers let somebody in: none is kept for a retry. */
export function handoffRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, startHandoff, async ({ consumer, request, now }) => {
    const signedInAt = await signInTime(gateway, request);
    return giveHandoff(gateway, { consumerId: consumer.id, signedInAt, now });
  });

  route(app, gateway, finishHandoff, ({ body, now }) =>
    takeHandoff(gateway, { code: body.code, now }),
  );
}
