import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { bearerFor } from '../../client/credentials.ts';
import { errorMessages, hasNoAnswer } from '../../client/result.ts';
import { checkSessionLasts } from '../../client/session-calls.ts';
import type { Result } from '../../contract/errors.ts';
import { exchangeOneTimeCodeEndpoint, readOneTimeCodeEndpoint } from '../../contract/sign-in.ts';
import { environment } from '../../environment.ts';
import { homePath, signInPath } from '../../paths.ts';
import { noConnection } from '../../rules/messages/messages.ts';
import { isLocalPath } from '../session/local-path.ts';
import { beginSession, isSignedIn, rememberWantedPath, signOut } from '../session/session.store.ts';

export type OneTimeLogin =
  | { state: 'entering' }
  | { state: 'asking'; email: string; signedInAs: string | null }
  | { state: 'failed'; lines: readonly string[]; isSessionOpen: boolean }
  | { state: 'expired'; isSessionOpen: boolean };

export const $oneTimeLogin = atom<OneTimeLogin>({ state: 'entering' });

interface Login {
  code: string;
  path: string;
  from: string | undefined;
  isConfirmed: boolean;
  /** What the code was exchanged for. It works only once: keep this if the connection is lost. */
  customToken?: string;
}

let login: Login = { code: '', path: homePath, from: undefined, isConfirmed: false };

/** `/continuar#codigo=…&para=/…`; a code requested by another page waits for the user's consent. */
export async function startOneTimeLogin(
  { origin, pathname, hash }: Pick<Location, 'origin' | 'pathname' | 'hash'>,
  referrer: string,
): Promise<void> {
  const { code, wantedPath } = readAddress(hash) ?? addressInHistory();
  login = {
    code,
    path: localPath(wantedPath, origin),
    from: parseAddress(referrer)?.origin,
    isConfirmed: false,
  };
  // In the history entry, no copied link or tracker gets the code, but a reload still finds it.
  window.history.replaceState({ code, wantedPath }, '', pathname);
  await continueOneTimeLogin();
}

export function confirmOneTimeLogin(): Promise<void> {
  login.isConfirmed = true;
  return continueOneTimeLogin();
}

/** The user declined: continues if they are signed in here, else they sign in. The code expires. */
export function declineOneTimeLogin(): void {
  if (isSignedIn()) environment().navigate(login.path, 'replace');
  else void signInInstead();
}

/** True while the session that is open here ends, which waits some seconds for the gateway. */
export const $isLeaving = atom(false);

export async function signInInstead(): Promise<void> {
  if ($isLeaving.get()) return;
  $isLeaving.set(true);
  if (isSignedIn()) await signOut();
  $isLeaving.set(false);
  const { site, navigate } = environment();
  rememberWantedPath(login.path);
  navigate(signInPath(site.hotsite.login), 'replace');
}

/** May be called again after a failure. */
export async function continueOneTimeLogin(): Promise<void> {
  if (login.code === '') return declineOneTimeLogin();
  const lasting = checkSessionLasts();
  if (!lasting.ok) return showFailure(lasting.error);
  $oneTimeLogin.set({ state: 'entering' });
  try {
    // Renews an old token first, so that the gateway knows who is signed in here.
    await bearerFor('consumer');
    const result = await exchangeCode();
    if (result.ok) return environment().navigate(login.path, 'replace');
    const { code } = result.error;
    if (code === 'CONFIRM_FIRST') await askUser();
    else if (code === 'TOO_MANY_REQUESTS') showFailure(result.error);
    else expire();
  } catch (failure) {
    environment().report(failure);
    showFailure(failure);
  }
}

async function askUser(): Promise<void> {
  const result = await call(readOneTimeCodeEndpoint, { body: { code: login.code } });
  if (result.ok) $oneTimeLogin.set({ state: 'asking', ...result.value });
  else if (result.error.code === 'TOO_MANY_REQUESTS') showFailure(result.error);
  else expire();
}

/** A session that another user may have left open is not continued without asking. */
function expire(): void {
  $oneTimeLogin.set({ state: 'expired', isSessionOpen: isSignedIn() });
}

function showFailure(problem: unknown): void {
  $oneTimeLogin.set({
    state: 'failed',
    lines: hasNoAnswer(problem) ? [noConnection] : errorMessages(problem),
    isSessionOpen: isSignedIn(),
  });
}

async function exchangeCode(): Promise<Result<null>> {
  if (login.customToken === undefined) {
    const { code, from, isConfirmed } = login;
    const handed = await call(exchangeOneTimeCodeEndpoint, {
      body: { code, isConfirmed, ...(from && { from }) },
    });
    if (!handed.ok) return handed;
    login.customToken = handed.value.customToken;
  }
  const result = await (await environment().identity()).signInWithToken(login.customToken);
  if (!result.ok) return result;
  beginSession(result.value);
  return { ok: true, value: null };
}

interface Address {
  code: string;
  wantedPath: string;
}

function readAddress(hash: string): Address | null {
  const about = new URLSearchParams(hash.slice(1));
  const code = about.get('codigo');
  return code === null ? null : { code, wantedPath: about.get('para') ?? homePath };
}

function addressInHistory(): Address {
  const historyState: unknown = window.history.state;
  const { code, wantedPath }: Record<string, unknown> = { ...Object(historyState) };
  const isStored = typeof code === 'string' && typeof wantedPath === 'string';
  return isStored ? { code, wantedPath } : { code: '', wantedPath: homePath };
}

function localPath(wantedPath: string, origin: string): string {
  const url = parseAddress(wantedPath, origin);
  const isLocal = url?.origin === origin && isLocalPath(url.pathname);
  return isLocal ? url.pathname + url.search + url.hash : homePath;
}

function parseAddress(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
