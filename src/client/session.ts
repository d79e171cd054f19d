import * as contract from '../contract/session.ts';
import { call } from './call.ts';

/** Milliseconds: on the device the person is signed out already, and wants to go on. */
const timeoutMs = 3_000;

/** Ends a session at the gateway, even if the page is left meanwhile. Throws Failure. */
export const revokeSession = (refreshToken: string) =>
  call(contract.endSession, { body: { refreshToken }, patience: timeoutMs, keepalive: true });
