import { startHandoff } from '../contract/sign-in.ts';
import { call } from './call.ts';
import { readCredentials } from './credentials.ts';

/** A code that signs this device's user in at the campaign's site, once; null without a session. */
export async function oneTimeCode(): Promise<string | null> {
  const result = readCredentials() && (await call(startHandoff));
  return result?.ok ? result.value.code : null;
}
