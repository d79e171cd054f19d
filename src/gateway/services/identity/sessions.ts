import { randomUUID } from 'node:crypto';
import {
  checkEmail,
  maxPasswordLength,
  normaliseEmail,
} from '../../../rules/people/person-fields.ts';
import type { Queries } from '../../db/database.ts';
import {
  deleteSession,
  deleteSignIn,
  findUnusedSignInSecond,
  findUser,
  findUserByEmail,
  type IdentityUser,
  insertSession,
  isSessionOpen,
  isSignInOpen,
  lockSession,
  lockUserOfSession,
  lockUserShared,
  recordSignIn,
  renewSession,
  type SessionRecord,
} from '../../db/queries/identity.ts';
import {
  type AccountParts,
  type CustomSignIn,
  type IdentityAccounts,
  type IdentityRefusal,
  isRefusalCode,
  type PasswordSignIn,
  type TokenPair,
} from './identity.ts';
import { hashOfToken, isSecretToken, type RefreshToken, renew } from './refresh-tokens.ts';
import type { SignInVisit } from './sign-in-attempts.ts';

/** A session ends so long after its sign-in, however often it was renewed. */
export const sessionDays = 90;

export function openSessions(
  parts: AccountParts,
): Pick<
  IdentityAccounts,
  'signIn' | 'customToken' | 'signInWithCustomToken' | 'lookUp' | 'refresh' | 'signOut'
> {
  const { database, tenantId, issuer, refreshTokens } = parts;
  return {
    signIn: (input) => signIn(parts, input),

    customToken: issuer.issueCustom,

    signInWithCustomToken: (input) => signInWithCustomToken(parts, input),

    async lookUp(idToken) {
      const claims = await issuer.read(idToken);
      const user = claims && (await findUser(database, tenantId, claims.userId));
      if (!user) return 'INVALID_ID_TOKEN';
      if (user.disabled) return 'USER_DISABLED';
      const { sessionId } = claims;
      const isOpen = sessionId === null || (await isSessionOpen(database, sessionId));
      return isOpen && !isOutdated(claims.signedInAt, user) ? user : 'TOKEN_EXPIRED';
    },

    async refresh(refreshToken) {
      const token = refreshTokens.read(refreshToken);
      if (!token && !isSecretToken(refreshToken)) return 'INVALID_REFRESH_TOKEN';
      const session = await spendToken(parts, token, refreshToken);
      const user = session && (await findUser(database, tenantId, session.userId));
      // The session has ended; at this code the SDK signs its user out.
      if (!user) return 'TOKEN_EXPIRED';
      return user.disabled ? 'USER_DISABLED' : issueTokens(parts, user, session);
    },

    async signOut(refreshToken) {
      const token = refreshTokens.read(refreshToken);
      await database.transaction(async (queries) => {
        const by = sessionOf(token, refreshToken);
        await lockUserOfSession(queries, by);
        const session = await lockSession(queries, by);
        if (session) await deleteSignIn(queries, session);
      });
    },
  };
}

async function signIn(
  parts: AccountParts,
  input: PasswordSignIn,
): Promise<TokenPair | IdentityRefusal> {
  const { database, tenantId, now } = parts;
  const refusal = checkPasswordSignIn(input, tenantId);
  if (refusal) return refusal;
  const email = normaliseEmail(input.email);
  const user = await tryPassword(parts, { ...input, email });
  if (isRefusalCode(user)) return user;
  if (user.disabled) return 'USER_DISABLED';
  const from = new Date(Math.max(now().getTime(), user.validSince.getTime()));
  const signedInAt = await findUnusedSignInSecond(database, user.id, from);
  await recordSignIn(database, user.id, signedInAt);
  const session = await beginSession(database, user, signedInAt);
  return session ? issueTokens(parts, user, session) : 'INVALID_LOGIN_CREDENTIALS';
}

function checkPasswordSignIn(input: PasswordSignIn, tenantId: string): IdentityRefusal | null {
  if (input.tenantId === undefined) return 'INVALID_LOGIN_CREDENTIALS';
  if (input.tenantId !== tenantId) return 'TENANT_NOT_FOUND';
  if (checkEmail(input.email)) return 'INVALID_EMAIL';
  if (input.password.length > maxPasswordLength) return 'INVALID_LOGIN_CREDENTIALS';
  return input.password === '' ? 'MISSING_PASSWORD' : null;
}

async function signInWithCustomToken(
  parts: AccountParts,
  input: CustomSignIn,
): Promise<TokenPair | IdentityRefusal> {
  const { database, tenantId, issuer } = parts;
  if (input.tenantId !== tenantId) return 'TENANT_NOT_FOUND';
  const claims = await issuer.readCustom(input.token);
  const user = claims && (await findUser(database, tenantId, claims.userId));
  if (!user) return 'INVALID_CUSTOM_TOKEN';
  if (user.disabled) return 'USER_DISABLED';
  const signedInAt = new Date(claims.signedInAt * 1000);
  if (isOutdated(claims.signedInAt, user)) return 'TOKEN_EXPIRED';
  const session = await database.transaction(async (queries) => {
    await lockUserShared(queries, user.id);
    // Only a later statement sees a sign-out that the lock has waited for.
    const isOpen = await isSignInOpen(queries, { userId: user.id, createdAt: signedInAt });
    return isOpen ? beginSession(queries, user, signedInAt) : null;
  });
  return session ? issueTokens(parts, user, session) : 'TOKEN_EXPIRED';
}

type NewSession = Pick<SessionRecord, 'id' | 'createdAt' | 'generation'>;

/** Null when the password was changed since the user was read. */
async function beginSession(
  queries: Queries,
  user: IdentityUser,
  createdAt: Date,
): Promise<NewSession | null> {
  const id = randomUUID();
  const isBegun = await insertSession(queries, { id, user, createdAt });
  return isBegun ? { id, createdAt, generation: 0 } : null;
}

/** Null when the session has ended, or ends now because the token was used before. */
function spendToken(
  { database, now }: AccountParts,
  token: RefreshToken | null,
  text: string,
): Promise<SessionRecord | null> {
  return database.transaction(async (queries) => {
    const session = await lockSession(queries, sessionOf(token, text));
    if (!session) return null;
    const renewals = renew(session, token?.generation ?? 0, now());
    if (!renewals) {
      await deleteSession(queries, session.id);
      return null;
    }
    const renewed = { ...session, ...renewals };
    await renewSession(queries, renewed);
    return renewed;
  });
}

async function issueTokens(
  { issuer, refreshTokens }: AccountParts,
  user: IdentityUser,
  { id, createdAt, generation }: NewSession,
): Promise<TokenPair> {
  return {
    user,
    idToken: await issuer.issue(user, { id, signedInAt: createdAt }),
    refreshToken: refreshTokens.write({ sessionId: id, generation }),
  };
}

/** Sessions that began before tokens named them are found by the hash of their one token. */
function sessionOf(token: RefreshToken | null, text: string) {
  return token ? { id: token.sessionId } : { tokenHash: hashOfToken(text) };
}

/** Compares whole seconds, since tokens are no more precise. */
function isOutdated(moment: number, { validSince }: IdentityUser): boolean {
  return moment < Math.floor(validSince.getTime() / 1000);
}

interface Credentials {
  email: string;
  password: string;
  address: string;
}

type Turn =
  | { kind: 'compared'; result: IdentityUser | IdentityRefusal }
  | { kind: 'delayed'; delayMs: number | null };

/** Queries the database within the turn too, so that a crowd leaves it free. @throws Busy */
async function tryPassword(
  parts: AccountParts,
  credentials: Credentials,
): Promise<IdentityUser | IdentityRefusal> {
  const { attempts, passwords, slowLane } = parts;
  const visit = await attempts.openVisit(credentials.email, credentials.address);
  const compare = () => comparePassword(parts, visit, credentials);
  const turn = await passwords.inTurn(visit.queueEntry, async (): Promise<Turn> => {
    const delayMs = await visit.reserveTurn();
    return delayMs === 0
      ? { kind: 'compared', result: await compare() }
      : { kind: 'delayed', delayMs };
  });
  if (turn.kind === 'compared') return turn.result;
  if (turn.delayMs === null) return 'TOO_MANY_ATTEMPTS_TRY_LATER';
  await slowLane.wait(turn.delayMs);
  return passwords.inTurn(visit.queueEntry, compare);
}

async function comparePassword(
  { database, tenantId, passwords }: AccountParts,
  visit: SignInVisit,
  { email, password }: Credentials,
): Promise<IdentityUser | IdentityRefusal> {
  const attempt = await visit.begin();
  if (!attempt) return 'TOO_MANY_ATTEMPTS_TRY_LATER';
  const user = await findUserByEmail(database, tenantId, email);
  const isRight = await passwords.matches(password, user?.passwordHash ?? null);
  if (!user || !isRight) return 'INVALID_LOGIN_CREDENTIALS';
  await attempt.succeeded();
  return user;
}
