import { atom, computed } from 'nanostores';
import { create, type Infer, is, literal, number, string, type } from 'superstruct';
import { type BearerToken, environment } from '../environment.ts';
import { parameter } from '../rules/campaign/parameters.ts';
import { credentialsKey, renewingKey } from '../storage-keys.ts';
import { NetworkError } from './result.ts';

const StoredCredentials = type({
  version: literal(1),
  token: string(),
  expiresAt: number(),
  tenantId: string(),
});
export type Credentials = Infer<typeof StoredCredentials>;

/** For listeners; `readCredentials` reads the storage first. Null when signed out. */
export const $credentials = atom<Credentials | null>(null);

export const $subject = computed($credentials, (credentials) =>
  credentials ? subjectOf(credentials.token) : null,
);

export function readSubject(): string | null {
  readCredentials();
  return $subject.get();
}

/** The claim `sub` of a token (RFC 7519). */
function subjectOf(token: string): string | null {
  try {
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return create(claims, type({ sub: string() })).sub;
  } catch {
    return null;
  }
}

/** Null also for a broken entry, or another tenant's. */
export function readCredentials(): Credentials | null {
  const stored = parseCredentials(environment().storage.get(credentialsKey), tenant());
  if (stored?.token !== $credentials.get()?.token) $credentials.set(stored);
  return stored;
}

export function parseCredentials(text: string | null, tenantId: string | null): Credentials | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return is(value, StoredCredentials) && value.tenantId === tenantId ? value : null;
  } catch {
    return null;
  }
}

export function storeCredentials({ token, expiresAt }: BearerToken): void {
  const stored: Credentials = { version: 1, token, expiresAt, tenantId: tenant() ?? '' };
  environment().storage.set(credentialsKey, JSON.stringify(stored));
  readCredentials();
}

/** @param token the one refused by a 401, which must not end a newer session */
export function deleteCredentials(token?: string): void {
  if (token !== undefined && token !== readCredentials()?.token) return;
  environment().storage.remove(credentialsKey);
  readCredentials();
}

/** Less than the minute in which the service still accepts the old token. */
const retryDelaysMs = [5_000, 20_000];

let refreshing: Promise<unknown> | undefined;

/** If it fails, the old token stays in use until a 401. Never throws. @returns the failure */
export function refreshCredentials(delays: readonly number[] = retryDelaysMs): Promise<unknown> {
  refreshing ??= refresh()
    .catch((failure: unknown) => {
      environment().report(failure);
      const [delay, ...later] = delays;
      if (delay) setTimeout(() => void refreshCredentials(later), delay);
      return failure;
    })
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

async function refresh(): Promise<void> {
  const before = readCredentials();
  if (!before) return;
  const { identity, storage } = environment();
  storage.set(renewingKey, 'true');
  const grant = await (await identity()).refresh();
  storage.remove(renewingKey);
  if (readCredentials()?.token !== before.token) return;
  if (grant) storeCredentials(grant);
  else deleteCredentials();
}

const refreshEveryMs = 60_000;

/** A renewal whose answer an earlier page never got is repeated at once. */
export function startRefreshing(): void {
  // A hidden tab renews with the first call whose token has expired.
  setInterval(() => document.hidden || void refreshCredentials(), refreshEveryMs);
  if (environment().storage.get(renewingKey)) void refreshCredentials();
}

/** The token to send, renewed if a consumer's call needs that; null to send none. */
export async function bearerFor(access: 'public' | 'consumer'): Promise<string | null> {
  const stored = readCredentials();
  if (!stored || stored.expiresAt > environment().now().getTime()) return stored?.token ?? null;
  if (access === 'public') return null;
  const failure = await refreshCredentials();
  const renewed = readCredentials();
  // The gateway's 401 for an expired token would end a session that may still be renewed.
  if (renewed?.token === stored.token) {
    throw failure instanceof NetworkError ? failure : new NetworkError('unavailable');
  }
  return renewed?.token ?? null;
}

function tenant(): string | null {
  return parameter(environment().site.campaign, 'TENANT_ID');
}
