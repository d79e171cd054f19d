import { atom, computed } from 'nanostores';
import { create, type Infer, is, literal, number, string, type } from 'superstruct';
import { type BearerToken, environment } from '../environment.ts';
import { parameter } from '../rules/parameters.ts';
import { credentialsKey, renewingKey } from '../storage-keys.ts';

const SavedCredentials = type({
  version: literal(1),
  token: string(),
  /** Milliseconds since 1970. */
  expiresAt: number(),
  tenantId: string(),
});
export type Credentials = Infer<typeof SavedCredentials>;

/** As last read; null when signed out. Listen to it, and call `readCredentials` to read. */
export const $credentials = atom<Credentials | null>(null);

/** The identity service's own id of the signed-in user; read from the token. */
export const $subject = computed($credentials, (credentials) =>
  credentials ? subjectOf(credentials.token) : null,
);

/** `$subject`, read afresh. */
export function readSubject(): string | null {
  readCredentials();
  return $subject.get();
}

/** The claim `sub` of a token (RFC 7519); null for a text that is none. */
function subjectOf(token: string): string | null {
  try {
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return create(claims, type({ sub: string() })).sub;
  } catch {
    return null;
  }
}

/** Reads the browser's storage; a broken entry or another tenant's counts as none. */
export function readCredentials(): Credentials | null {
  const found = parseCredentials(environment().storage.get(credentialsKey), tenant());
  if (found?.token !== $credentials.get()?.token) $credentials.set(found);
  return found;
}

export function parseCredentials(text: string | null, tenantId: string | null): Credentials | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return is(value, SavedCredentials) && value.tenantId === tenantId ? value : null;
  } catch {
    return null;
  }
}

export function keepCredentials({ token, expiresAt }: BearerToken): void {
  const saved: Credentials = { version: 1, token, expiresAt, tenantId: tenant() ?? '' };
  environment().storage.set(credentialsKey, JSON.stringify(saved));
  readCredentials();
}

/** @param token drops only this one: a call's late 401 does not end the session that came after. */
export function dropCredentials(token?: string): void {
  if (token !== undefined && token !== readCredentials()?.token) return;
  environment().storage.remove(credentialsKey);
  readCredentials();
}

/**
 * Milliseconds before a renewal without an answer is tried again. The service may have made the next
 * token, and takes the old one for a minute only.
 */
const retryDelays = [5_000, 20_000];

let refreshing: Promise<void> | undefined;

/**
 * Asks the identity service for a fresh token; it knows the person from its own storage. A failure
 * keeps the old token until a 401.
 */
export function refreshCredentials(delays: readonly number[] = retryDelays): Promise<void> {
  refreshing ??= refresh()
    .catch((failure: unknown) => {
      environment().report(failure);
      const [delay, ...later] = delays;
      if (delay) setTimeout(() => void refreshCredentials(later), delay);
    })
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** Takes up a renewal that an earlier page was left in the middle of. */
export function finishRefresh(): void {
  if (environment().storage.get(renewingKey)) void refreshCredentials();
}

async function refresh(): Promise<void> {
  const before = readCredentials();
  if (!before) return;
  const { identity, storage } = environment();
  storage.set(renewingKey, 'true');
  const grant = await (await identity()).refresh();
  storage.remove(renewingKey);
  if (readCredentials()?.token !== before.token) return;
  if (grant) keepCredentials(grant);
  else dropCredentials();
}

/** The token to send; null sends none. An expired one is renewed first where one is needed. */
export async function bearerFor(access: 'public' | 'consumer'): Promise<string | null> {
  const saved = readCredentials();
  if (!saved || saved.expiresAt > environment().now().getTime()) return saved?.token ?? null;
  if (access === 'public') return null;
  await refreshCredentials();
  return readCredentials()?.token ?? null;
}

function tenant(): string | null {
  return parameter(environment().site.campaign, 'TENANT_ID');
}
