import { _addOrOverwriteComponent, initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  confirmPasswordReset,
  connectAuthEmulator,
  initializeAuth,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  type User,
} from '@firebase/auth';
import { FetchProvider } from '@firebase/auth/internal';
import { create, is, string, type } from 'superstruct';
import type { Result } from '../contract/errors.ts';
import { type BearerToken, environment, type IdentityProvider } from '../environment.ts';
import { NetworkError, parseError } from './result.ts';
import { revokeSession } from './session-calls.ts';

declare module '@firebase/app' {
  /** Exported for the SDK's own packages, and left out of its types. */
  function _addOrOverwriteComponent(app: FirebaseApp, component: object): void;
}

interface FirebaseOptions {
  tenantId: string | null;
  /** Null when the gateway at `origin` is the identity service. */
  apiKey: string | null;
  origin: string;
}

/** @throws NetworkError 'Authentication unavailable' when the campaign names no tenant */
export function openFirebase({ tenantId, apiKey, origin }: FirebaseOptions): IdentityProvider {
  if (!tenantId) throw new NetworkError('contract', { message: 'Authentication unavailable' });
  const app = initializeApp({ apiKey: apiKey ?? 'embedded' });
  _addOrOverwriteComponent(app, noHeartbeat);
  let isOpen = false;
  FetchProvider.initialize((address, options) => {
    const sent = withStoredToken(auth, options);
    return isOpen ? fetchReadable(address, sent) : fetchOrThrow(address, sent);
  });
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  void auth.authStateReady().then(() => {
    isOpen = true;
  });
  if (!apiKey) connectAuthEmulator(auth, origin, { disableWarnings: true });
  globalThis.window?.addEventListener('pageshow', readStorageAgain);
  // Identity Platform cannot end a single session.
  const revoke = (token: string) => revokeSession((...request) => fetch(...request), origin, token);
  return firebaseIdentity(auth, tenantId, apiKey ? async () => {} : revoke);
}

/** The SDK's own, which counts days in use, has each call wait for an IndexedDB: a tab may hold it up. */
const noHeartbeat = {
  name: 'heartbeat',
  type: 'PRIVATE',
  instantiationMode: 'LAZY',
  serviceProps: {},
  instanceFactory: () => ({
    triggerHeartbeat: async () => {},
    getHeartbeatsHeader: async () => '',
  }),
};

const userCalls = /\/v1\/(?:accounts:lookup|token)\?/;

/** While it opens, the SDK signs people out at any error but a lost network. */
const fetchOrThrow: typeof fetch = async (address, options) => {
  const response = await fetch(address, options);
  const isTransient = response.headers.has('retry-after') || response.status > 400;
  if (isTransient && userCalls.test(String(address)))
    throw new TypeError(`HTTP ${response.status}`);
  return response;
};

/** The SDK takes an answer without its JSON, as from a proxy, for a lost network. */
const fetchReadable: typeof fetch = async (address, options) => {
  const response = await fetch(address, options);
  if (response.ok || userCalls.test(String(address))) return response;
  const text = await response.text();
  const hasReason = is(parseJson(text), type({ error: type({ message: string() }) }));
  const status = JSON.stringify({ error: { message: `HTTP_${response.status}` } });
  return new Response(hasReason ? text : status, response);
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Makes the SDK reread storage: another person may have signed in since the page was left. */
function readStorageAgain({ persisted }: PageTransitionEvent): void {
  if (persisted) window.dispatchEvent(new Event('storage'));
}

/** On phones the SDK learns late what another tab has stored; its old token would end the session. */
function withStoredToken({ app, currentUser }: Auth, options: RequestInit = {}): RequestInit {
  const form = new URLSearchParams(String(options.body));
  if (!currentUser || !form.has('refresh_token')) return options;
  try {
    const key = `firebase:authUser:${app.options.apiKey}:${app.name}`;
    const user = create(JSON.parse(environment().storage.get(key) ?? ''), StoredUser);
    if (user.uid === currentUser.uid) form.set('refresh_token', user.stsTokenManager.refreshToken);
  } catch {}
  return { ...options, body: String(form) };
}

const StoredUser = type({ uid: string(), stsTokenManager: type({ refreshToken: string() }) });

function firebaseIdentity(
  auth: Auth,
  tenantId: string,
  revoke: (refreshToken: string) => Promise<unknown>,
): IdentityProvider {
  async function refreshToken(): Promise<string | undefined> {
    await auth.authStateReady();
    return auth.currentUser?.refreshToken;
  }

  return {
    signIn: (email, password) =>
      asResult(async () => {
        // The SDK does not store the tenant.
        auth.tenantId = tenantId;
        const previousToken = await refreshToken();
        const { user } = await signInWithEmailAndPassword(auth, email, password);
        // End the former session now, because this device forgets its token.
        if (previousToken) revoke(previousToken).catch(() => {});
        return grantOf(user);
      }),
    signInWithToken: (token) =>
      asResult(async () => {
        auth.tenantId = tenantId;
        const previousToken = await refreshToken();
        const previousId = auth.currentUser?.uid;
        const { user } = await signInWithCustomToken(auth, token);
        // A token for the same person may continue this very session, which must then stay.
        if (previousToken && previousId !== user.uid) revoke(previousToken).catch(() => {});
        return { ...(await grantOf(user)), email: user.email ?? '' };
      }),
    async refresh() {
      await auth.authStateReady();
      const user = auth.currentUser;
      if (user?.tenantId !== tenantId) return null;
      const result = await asResult(() => grantOf(user, { isRenewed: true }));
      if (result.ok) return result.value;
      // If the session is over, the SDK itself signs the user out; other problems may pass.
      if (auth.currentUser) throw new NetworkError('unavailable', { code: result.error.code });
      return null;
    },
    confirmReset: (code, password) =>
      asResult(async () => {
        auth.tenantId = tenantId;
        await confirmPasswordReset(auth, code, password);
        return null;
      }),
    async signOut() {
      const currentToken = await refreshToken();
      await signOut(auth);
      if (currentToken) await revoke(currentToken);
    },
  };
}

async function grantOf(user: User, { isRenewed = false } = {}): Promise<BearerToken> {
  const { token, expirationTime } = await user.getIdTokenResult(isRenewed);
  return { token, expiresAt: Date.parse(expirationTime) };
}

/** The service failed. A code with other characters is a text that the SDK does not know. */
const serviceFailure = /^auth\/(?:internal-error|timeout|unavailable|backend-error|.*[^a-z-].*)$/;

async function asResult<Answer>(act: () => Promise<Answer>): Promise<Result<Answer>> {
  try {
    return { ok: true, value: await act() };
  } catch (cause) {
    const code = codeOf(cause);
    if (code === null) throw cause;
    if (code === 'auth/network-request-failed') throw new NetworkError('offline', { cause });
    const [, status] = /^auth\/http-(\d+)$/.exec(code) ?? [];
    // Throws for every status, as an answer without a body is no refusal.
    if (status) parseError(Number(status), '', 0);
    if (serviceFailure.test(code)) throw new NetworkError('unavailable', { status: 503, cause });
    return { ok: false, error: { status: 400, code, message: '', fields: [] } };
  }
}

function codeOf(cause: unknown): string | null {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' && code.startsWith('auth/') ? code : null;
}
