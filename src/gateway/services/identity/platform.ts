import { createRemoteJWKSet, customFetch, errors } from 'jose';
import { optional, type Struct, string, type } from 'superstruct';
import type { IdentitySettings } from '../../settings/settings.ts';
import { Unavailable } from '../../unavailable.ts';
import { tokenReader } from './id-tokens.ts';
import type { IdentityService } from './identity.ts';
import { accountChecks } from './platform-accounts.ts';
import type { TokenKeys } from './signed-token.ts';

const keysUrl = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
);
const serviceUrl = 'https://identitytoolkit.googleapis.com/v1/accounts';

/** Google says that its keys hold for some six hours; an unknown one is looked for at once. */
const keysKeptMilliseconds = 6 * 3_600_000;

const Account = type({ localId: string() });
const Problem = type({ error: type({ message: string() }) });
const Sent = type({ email: optional(string()) });
const Removed = type({});

/** A tenant of Google's Identity Platform, over its REST interface (Identity Toolkit, v1). */
export async function openPlatform(
  settings: Extract<IdentitySettings, { kind: 'platform' }>,
  now: () => Date,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
  report: (problem: unknown) => void,
): Promise<IdentityService> {
  const { apiKey, tenantId } = settings;
  const read = tokenReader(googleKeys(fetch, timeoutMs), settings, now);

  const ask = (action: string, body: Record<string, unknown>) =>
    post(action, { ...body, tenantId });

  async function post(action: string, body: Record<string, unknown>): Promise<unknown> {
    try {
      const response = await fetch(`${serviceUrl}:${action}?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status >= 500) throw new Error(`Status ${response.status}`);
      const answer: unknown = await response.json();
      return response.ok ? answer : Problem.create(answer).error.message.replace(/ .*$/s, '');
    } catch (error) {
      throw new Unavailable('identity service', error);
    }
  }

  // The service takes a tenant here from administrators alone; the token says which it is.
  const isGood = accountChecks({ lookUp: (idToken) => post('lookup', { idToken }), now, report });

  return {
    accounts: null,
    async verify(token) {
      const claims = await read(token);
      return claims && (await isGood(token, claims)) ? claims : null;
    },
    /** A caller who knows its password takes over a user that a broken-off registration left. */
    async prepareUser({ email, password }) {
      const credentials = { email, password, returnSecureToken: true };
      const made = await ask('signUp', credentials);
      const account = made === 'EMAIL_EXISTS' ? await ask('signInWithPassword', credentials) : made;
      if (made === 'EMAIL_EXISTS' && typeof account === 'string')
        return { create: async () => null };
      const { localId } = answered(account, Account);
      return { create: async () => localId };
    },
    async sendPasswordReset(email) {
      const sent = await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email });
      if (sent !== 'EMAIL_NOT_FOUND') answered(sent, Sent);
    },
    async removeUser(idToken) {
      const removed = await ask('delete', { idToken });
      if (removed !== 'USER_NOT_FOUND') answered(removed, Removed);
    },
  };
}

/** Keys that cannot be had say nothing of the token: only one that they lack makes it a bad one. */
function googleKeys(fetch: typeof globalThis.fetch, timeoutMs: number): TokenKeys {
  const keys = createRemoteJWKSet(keysUrl, {
    [customFetch]: fetch,
    timeoutDuration: timeoutMs,
    cacheMaxAge: keysKeptMilliseconds,
  });
  return (header) =>
    keys(header).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) throw error;
      throw new Unavailable('identity service', error);
    });
}

function answered<T>(answer: unknown, struct: Struct<T>): T {
  const problem = typeof answer === 'string' ? new Error(answer) : struct.validate(answer)[0];
  if (problem) throw new Unavailable('identity service', problem);
  return struct.create(answer);
}
