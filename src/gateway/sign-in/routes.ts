import { requestNewPasswordEndpoint } from '../../contract/consumer.ts';
import {
  createOneTimeCodeEndpoint,
  endSessionEndpoint,
  exchangeOneTimeCodeEndpoint,
  readOneTimeCodeEndpoint,
} from '../../contract/sign-in.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { requestNewPassword } from './new-password.ts';
import { createOneTimeCode, exchangeOneTimeCode, readOneTimeCode } from './one-time-codes.ts';

/** These answers sign a user in, so they are not stored for retries. */
export function oneTimeCodeRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, createOneTimeCodeEndpoint, ({ consumer, signedInAt, request, now }) => {
    // Browsers send it with every POST, and other origins have already been refused.
    const origin = request.headers.get('origin');
    return createOneTimeCode(gateway, { consumerId: consumer.id, signedInAt, origin, now });
  });

  route(app, gateway, readOneTimeCodeEndpoint, ({ body, consumer, now }) =>
    readOneTimeCode(gateway, { ...body, caller: consumer, now }),
  );

  route(app, gateway, exchangeOneTimeCodeEndpoint, ({ body, consumer, now }) =>
    exchangeOneTimeCode(gateway, { ...body, caller: consumer, now }),
  );
}

/** Identity Platform cannot end a single session; there a device only forgets its tokens. */
export function sessionRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, endSessionEndpoint, async ({ body }) => {
    await gateway.identity.accounts?.signOut(body.refreshToken);
    return {};
  });
}

export function newPasswordRoutes(app: App, gateway: Gateway): void {
  route(
    app,
    gateway,
    requestNewPasswordEndpoint,
    ({ body, address }) => requestNewPassword(gateway, body, address),
    { limitsInHandler: true },
  );
}
