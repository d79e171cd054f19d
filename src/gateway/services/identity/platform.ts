import { createRemoteJWKSet, customFetch } from 'jose';
import { optional, string, type } from 'superstruct';
import type { IdentitySettings } from '../../settings.ts';
import { Unavailable } from '../../unavailable.ts';
import type { Identity } from './identity.ts';
import { tokenReader } from './tokens.ts';

const keysUrl = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
);
const serviceUrl = 'https://identitytoolkit.googleapis.com/v1/accounts';
const patienceMilliseconds = 8000;

const Account = type({ localId: string() });
const Problem = type({ error: type({ message: string() }) });
const Sent = type({ email: optional(string()) });
const Removed = type({});

/** A tenant of Google's Identity Platform, over its REST interface (Identity Toolkit, v1). */
export async function openPlatform(
  settings: Extract<IdentitySettings, { kind: 'platform' }>,
  now: () => Date,
  fetch: typeof globalThis.fetch,
): Promise<Identity> {
  const { apiKey, tenantId } = settings;
  const keys = createRemoteJWKSet(keysUrl, { [customFetch]: fetch });
  const read = tokenReader(keys, settings, now);

  /** The service's answer, or the code of its refusal. */
  async function ask(action: string, body: Record<string, unknown>): Promise<unknown> {
    try {
      const response = await fetch(`${serviceUrl}:${action}?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, tenantId }),
        signal: AbortSignal.timeout(patienceMilliseconds),
      });
      const answer: unknown = await response.json();
      return response.ok ? answer : Problem.create(answer).error.message.replace(/ .*$/, '');
    } catch (error) {
      throw new Unavailable('identity service', error);
    }
  }

  return {
    accounts: null,
    verify: read,
    /**
     * The service knows no transaction: a registration that broke off after this step left a user
     * behind. Whoever knows its password takes it over; for anyone else the e-mail is taken.
     */
    async prepareUser(email, password) {
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

function answered<T>(answer: unknown, struct: { create(value: unknown): T }): T {
  if (typeof answer === 'string') {
    throw new Unavailable('identity service', new Error(answer));
  }
  return struct.create(answer);
}
