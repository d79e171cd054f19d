import { createRemoteJWKSet, customFetch, errors } from 'jose';
import { array, boolean, optional, type Struct, string, type } from 'superstruct';
import { addMs, hourMs, minuteMs } from '../../../rules/dates.ts';
import { Unavailable } from '../../failures.ts';
import type { IdentitySettings } from '../../settings/settings.ts';
import { type Claims, idTokenSeconds, type TokenKeys, tokenReader } from './id-tokens.ts';
import type { IdentityService } from './identity.ts';

const keysUrl = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
);
const serviceUrl = 'https://identitytoolkit.googleapis.com/v1/accounts';

/** Google uses a key for some six hours; a token with an unknown key makes us reread them. */
const keysKeptMs = 6 * hourMs;

const Account = type({ localId: string() });
const Problem = type({ error: type({ message: string() }) });
const Sent = type({ email: optional(string()) });
const Removed = type({});

export interface EndedSessions {
  endedAt: Date;
  /** Tokens are rechecked once a minute, so an ended session could still act until then. */
  workedUntil: Date;
}

export interface PlatformOptions {
  now: () => Date;
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  wait: (milliseconds: number) => Promise<void>;
  stopping: AbortSignal;
  report: (problem: unknown) => void;
  /** Called at each check of an account, with the moment at which its earlier sessions ended. */
  onSessionsEnded: (identityId: string, ended: EndedSessions) => Promise<void>;
}

/** A tenant of Google's Identity Platform, over its REST interface (Identity Toolkit, v1). */
export async function openPlatform(
  settings: Extract<IdentitySettings, { kind: 'platform' }>,
  { now, fetch, timeoutMs, wait, stopping, report, onSessionsEnded }: PlatformOptions,
): Promise<IdentityService> {
  const { apiKey, tenantId } = settings;
  const readToken = tokenReader(googleKeys(fetch, timeoutMs), settings, now);

  const post = platformCaller(apiKey, fetch, timeoutMs);
  const ask = (action: string, body: Record<string, unknown>) =>
    post(action, { ...body, tenantId });

  // Sends no tenant: here only administrators may, and the token names it.
  const lookUp = (idToken: string) => post('lookup', { idToken });
  const checkAccount = openAccountChecks({ lookUp, now, report, onSessionsEnded });

  return {
    accounts: null,
    async verify(token) {
      const claims = await readToken(token);
      return claims && (await checkAccount(token, claims)) ? claims : null;
    },
    /** An interrupted sign-up leaves a user behind: the same email and password take it over. */
    async prepareUser({ email, password, cancelUserRemoval }) {
      const credentials = { email, password, returnSecureToken: true };
      const signUp = () => ask('signUp', credentials);
      const signIn = () => ask('signInWithPassword', credentials);
      const created = await signUp();
      if (created.problem !== 'EMAIL_EXISTS') return preparedUser(created);
      const found = await signIn();
      if (found.problem !== null) return { create: async () => null };
      await cancelUserRemoval(readAnswer(found, Account).localId);
      // Before the cancelling, the removal of the erased user may have succeeded: then we sign up anew.
      const kept = await signIn();
      return preparedUser(kept.problem === null ? kept : await signUp());
    },
    async sendPasswordReset(email) {
      const answer = await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email });
      if (answer.problem !== 'EMAIL_NOT_FOUND') readAnswer(answer, Sent);
    },
    async removeUser(idToken, tryRemoval) {
      let removed: PlatformAnswer = { problem: 'USER_NOT_FOUND', body: null };
      const remove = async () => {
        removed = await ask('delete', { idToken });
      };
      await retry(() => tryRemoval(remove), { wait, stopping });
      if (removed.problem !== 'USER_NOT_FOUND') readAnswer(removed, Removed);
    },
  };
}

function preparedUser(account: PlatformAnswer) {
  const { localId } = readAnswer(account, Account);
  return { create: async () => localId };
}

interface PlatformAnswer {
  /** Google's code; null when the call succeeded. */
  problem: string | null;
  body: unknown;
}

/** @throws Unavailable */
function platformCaller(apiKey: string, fetch: typeof globalThis.fetch, timeoutMs: number) {
  return async (action: string, body: Record<string, unknown>): Promise<PlatformAnswer> => {
    try {
      const response = await fetch(`${serviceUrl}:${action}?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status >= 500) throw new Error(`Status ${response.status}`);
      const answer: unknown = await response.json();
      if (response.ok) return { problem: null, body: answer };
      return { problem: Problem.create(answer).error.message.replace(/ .*$/s, ''), body: null };
    } catch (error) {
      throw new Unavailable('identity service', error);
    }
  };
}

/** Within the five minutes after a sign-in in which Google takes its token for a removal. */
const removalRetriesMs = [5_000, 60_000, 120_000];

async function retry<T>(
  work: () => Promise<T>,
  { wait, stopping }: Pick<PlatformOptions, 'wait' | 'stopping'>,
): Promise<T> {
  for (const pauseMs of removalRetriesMs) {
    try {
      return await work();
    } catch (error) {
      await wait(pauseMs);
      if (stopping.aborted) throw error;
    }
  }
  return work();
}

/** A token is bad if Google does not list its key; if the keys cannot be read, it is an outage. */
function googleKeys(fetch: typeof globalThis.fetch, timeoutMs: number): TokenKeys {
  const keys = createRemoteJWKSet(keysUrl, {
    [customFetch]: fetch,
    timeoutDuration: timeoutMs,
    cacheMaxAge: keysKeptMs,
  });
  return (header) =>
    keys(header).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) throw error;
      throw new Unavailable('identity service', error);
    });
}

function readAnswer<T>({ problem, body }: PlatformAnswer, struct: Struct<T>): T {
  const failure = problem === null ? struct.validate(body)[0] : new Error(problem);
  if (failure) throw new Unavailable('identity service', failure);
  return struct.create(body);
}

const rememberedForMs = minuteMs;

const maxTokens = 10_000;

const LookedUp = type({
  users: optional(array(type({ validSince: optional(string()), disabled: optional(boolean()) }))),
});

/** Codes about the token's account; any other code is a problem of the service. */
const endings = new Set(['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_ID_TOKEN']);

interface AccountService extends Pick<PlatformOptions, 'now' | 'report' | 'onSessionsEnded'> {
  lookUp(idToken: string): Promise<PlatformAnswer>;
}

/** Asks once a minute per token. In an outage the last answer counts; without one, the token. */
function openAccountChecks({ lookUp, now, report, onSessionsEnded }: AccountService) {
  const remembered = new Map<string, { askedAt: number; isOpen: Promise<boolean> }>();

  async function ask(token: string, claims: Claims, before: Promise<boolean>): Promise<boolean> {
    try {
      const validSince = validSinceOf(claims, await lookUp(token));
      if (validSince === null) return false;
      const workedUntil = addMs(validSince, rememberedForMs);
      await onSessionsEnded(claims.userId, { endedAt: validSince, workedUntil });
      return true;
    } catch (problem) {
      report(problem);
      return before;
    }
  }

  return (token: string, claims: Claims): Promise<boolean> => {
    const time = now().getTime();
    const last = remembered.get(token);
    if (last && time - last.askedAt < rememberedForMs) return last.isOpen;
    const isOpen = ask(token, claims, last?.isOpen ?? Promise.resolve(true));
    // Moved to the end, so that the map's first token is the one asked about longest ago.
    remembered.delete(token);
    remembered.set(token, { askedAt: time, isOpen });
    for (const [oldest, { askedAt }] of remembered) {
      if (remembered.size <= maxTokens && time - askedAt < idTokenSeconds * 1000) break;
      remembered.delete(oldest);
    }
    return isOpen;
  };
}

/** Null when the account or the token's session has ended. */
function validSinceOf({ signedInAt }: Claims, answer: PlatformAnswer): Date | null {
  if (answer.problem !== null && endings.has(answer.problem)) return null;
  const lookedUp = readAnswer(answer, LookedUp);
  const [user] = lookedUp.users ?? [];
  const validSince = Number(user?.validSince ?? 0);
  const isOpen = user !== undefined && !user.disabled && signedInAt >= validSince;
  return isOpen ? new Date(validSince * 1000) : null;
}
