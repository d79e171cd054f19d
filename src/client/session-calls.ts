import type { Result } from '../contract/errors.ts';
import { listPollsEndpoint } from '../contract/polls.ts';
import { createOneTimeCodeEndpoint, endSessionEndpoint } from '../contract/sign-in.ts';
import { environment } from '../environment.ts';
import { oneTimeLoginPath } from '../paths.ts';
import { sessionNotKept } from '../rules/messages/messages.ts';
import { withAttribution } from './attribution.ts';
import { call, timeoutAfter } from './call.ts';
import { readCredentials } from './credentials.ts';
import { NetworkError } from './result.ts';

/** Short, because the device is signed out already and the user waits. */
const revokeTimeoutMs = 3_000;

/** Whether a sign-in would last here; forms that lead to one check it before sending. */
export function checkSessionLasts(): Result<null> {
  if (environment().keepsSession()) return { ok: true, value: null };
  const error = { status: 400, code: 'SESSION_NOT_KEPT', message: sessionNotKept, fields: [] };
  return { ok: false, error };
}

/** Continues when the user leaves the page. @throws NetworkError when the session did not end */
export async function revokeSession(
  fetch: typeof globalThis.fetch,
  origin: string,
  refreshToken: string,
): Promise<void> {
  const response = await fetch(origin + endSessionEndpoint.path, {
    method: endSessionEndpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
    keepalive: true,
    signal: timeoutAfter(revokeTimeoutMs).signal,
  }).catch((cause: unknown) => {
    throw new NetworkError('offline', { cause });
  });
  if (!response.ok) throw new NetworkError('unavailable', { status: response.status });
}

/** `/continuar` with a code that works once; without a session or after a failure the mere path. */
export async function loginLink(path: string): Promise<string> {
  try {
    return await oneTimeLink(path);
  } catch (failure) {
    environment().report(failure);
    return path;
  }
}

async function oneTimeLink(path: string): Promise<string> {
  const plainLink = withAttribution(path);
  const result = readCredentials() && (await call(createOneTimeCodeEndpoint));
  if (!result?.ok) return plainLink;
  return `${oneTimeLoginPath}#${new URLSearchParams({ codigo: result.value.code, para: plainLink })}`;
}

/** Any fresh answer of the gateway corrects the device's clock; the list of polls is a short one. */
export async function correctClock(): Promise<void> {
  await call(listPollsEndpoint);
}
