import { endSession } from '../../contract/session.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';

/**
 * Signing out of the accounts that the gateway keeps. The real service ends no single session: with
 * it a device only forgets its tokens.
 */
export function sessionRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, endSession, async ({ body }) => {
    await gateway.identity.accounts?.signOut(body.refreshToken);
    return {};
  });
}
