import { create, string, type } from 'superstruct';
import type { Result } from '../contract/errors.ts';
import { type BearerToken, environment, type IdentityProvider } from '../environment.ts';
import { parameter } from '../rules/campaign/parameters.ts';
import { defaultTimeoutMs, timeoutAfter } from './call.ts';
import { NetworkError } from './result.ts';
import { revokeSession } from './session-calls.ts';

const Tokens = type({ idToken: string(), refreshToken: string(), expiresIn: string() });
const Refused = type({ error: type({ message: string() }) });

const codes: Readonly<Record<string, string>> = {
  INVALID_LOGIN_CREDENTIALS: 'auth/invalid-credential',
  USER_DISABLED: 'auth/user-disabled',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'auth/too-many-requests',
};

/** Signs in without the SDK, which would store the session in the embedder's page. */
export function guestIdentity(): IdentityProvider {
  const tenantId = parameter(environment().site.campaign, 'TENANT_ID');
  if (!tenantId) throw new NetworkError('contract', { message: 'Authentication unavailable' });
  return {
    signIn: (email, password) => signIn({ email, password, tenantId }),
    signInWithToken: unsupported,
    refresh: async () => null,
    confirmReset: unsupported,
    signOut,
  };
}

function unsupported(): Promise<never> {
  return Promise.reject(new NetworkError('contract'));
}

let refreshToken: string | undefined;

async function signOut(): Promise<void> {
  const endedToken = refreshToken;
  refreshToken = undefined;
  const { site, fetch } = environment();
  if (endedToken) await revokeSession(fetch, site.apiUrl, endedToken);
}

async function signIn(account: {
  email: string;
  password: string;
  tenantId: string;
}): Promise<Result<BearerToken>> {
  const { site, fetch, now } = environment();
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded';
  const response = await fetch(site.apiUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, returnSecureToken: true }),
    signal: timeoutAfter(defaultTimeoutMs).signal,
  }).catch((cause: unknown) => {
    throw new NetworkError('offline', { cause });
  });
  if (response.status >= 500) throw new NetworkError('unavailable', { status: response.status });
  const answer: unknown = await response.json();
  if (!response.ok) {
    const [errorName = ''] = create(answer, Refused).error.message.split(' ');
    const code = codes[errorName] ?? 'auth/internal-error';
    return { ok: false, error: { status: 400, code, message: '', fields: [] } };
  }
  const tokens = create(answer, Tokens);
  refreshToken = tokens.refreshToken;
  const expiresAt = now().getTime() + Number(tokens.expiresIn) * 1000;
  return { ok: true, value: { token: tokens.idToken, expiresAt } };
}
