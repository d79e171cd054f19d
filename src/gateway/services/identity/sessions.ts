import { checkEmail, longestPassword, normaliseEmail } from '../../../rules/person.ts';
import {
  findSession,
  findUser,
  findUserByEmail,
  type IdentityUser,
  insertSession,
  noteSignIn,
} from '../../db/queries/identity.ts';
import type { AccountParts } from './account-parts.ts';
import type { Grant, IdentityAccounts, IdentityRefusal, SignIn } from './identity.ts';
import { hashOf, isSecretToken, newSecretToken } from './secret-token.ts';

/** Signing in, and staying so. */
export function sessions(
  parts: AccountParts,
): Pick<
  IdentityAccounts,
  'signIn' | 'customToken' | 'signInWithCustomToken' | 'lookUp' | 'refresh'
> {
  const { database, tenantId, issuer, passwords, attempts, now } = parts;
  return {
    async signIn(given) {
      const refusal = refuse(given);
      if (refusal) return refusal;
      const email = normaliseEmail(given.email);
      const attempt = await attempts.begin(email, given.address);
      if (!attempt) return 'TOO_MANY_ATTEMPTS_TRY_LATER';
      const user = await findUserByEmail(database, tenantId, email);
      const isRight = await passwords.matches(given.password, user?.passwordHash ?? null);
      if (!user || !isRight) return 'INVALID_LOGIN_CREDENTIALS';
      await attempt.succeeded();
      if (user.disabled) return 'USER_DISABLED';
      const signedInAt = momentOfSignIn(user);
      await noteSignIn(database, user.id, signedInAt);
      return begin(user, signedInAt);
    },

    customToken: issuer.issueCustom,

    async signInWithCustomToken(given) {
      if (given.tenantId !== tenantId) return 'TENANT_NOT_FOUND';
      const claims = await issuer.readCustom(given.token);
      const user = claims && (await findUser(database, tenantId, claims.userId));
      if (!user) return 'INVALID_CUSTOM_TOKEN';
      if (user.disabled) return 'USER_DISABLED';
      if (isOutdated(claims.signedInAt, user)) return 'TOKEN_EXPIRED';
      return begin(user, new Date(claims.signedInAt * 1000));
    },

    async lookUp(idToken) {
      const claims = await issuer.read(idToken);
      const user = claims && (await findUser(database, tenantId, claims.userId));
      if (!user) return 'INVALID_ID_TOKEN';
      if (user.disabled) return 'USER_DISABLED';
      return isOutdated(claims.signedInAt, user) ? 'TOKEN_EXPIRED' : user;
    },

    async refresh(refreshToken) {
      if (!isSecretToken(refreshToken)) return 'INVALID_REFRESH_TOKEN';
      const session = await findSession(database, hashOf(refreshToken));
      const user = session && (await findUser(database, tenantId, session.userId));
      // One of ours that has ended: with this word the SDK signs out.
      if (!user) return 'TOKEN_EXPIRED';
      return user.disabled ? 'USER_DISABLED' : grant(user, refreshToken, session.createdAt);
    },
  };

  function refuse(given: SignIn): IdentityRefusal | null {
    if (given.tenantId === undefined) return 'INVALID_LOGIN_CREDENTIALS';
    if (given.tenantId !== tenantId) return 'TENANT_NOT_FOUND';
    if (checkEmail(given.email)) return 'INVALID_EMAIL';
    if (given.password.length > longestPassword) return 'INVALID_LOGIN_CREDENTIALS';
    return given.password === '' ? 'MISSING_PASSWORD' : null;
  }

  /** Never before `validSince`, which another gateway, whose clock is ahead, may just have set. */
  function momentOfSignIn({ validSince }: IdentityUser): Date {
    return new Date(Math.max(now().getTime(), validSince.getTime()));
  }

  /** A session is as old as the password that was typed for it. */
  async function begin(user: IdentityUser, createdAt: Date): Promise<Grant> {
    const refreshToken = newSecretToken();
    const tokenHash = hashOf(refreshToken);
    await insertSession(database, { tokenHash, userId: user.id, createdAt });
    return grant(user, refreshToken, createdAt);
  }

  async function grant(user: IdentityUser, refreshToken: string, since: Date): Promise<Grant> {
    return { user, idToken: await issuer.issue(user, since), refreshToken };
  }
}

/** Whether the user's sessions were ended since; tokens name moments in whole seconds. */
function isOutdated(moment: number, { validSince }: IdentityUser): boolean {
  return moment < Math.floor(validSince.getTime() / 1000);
}
