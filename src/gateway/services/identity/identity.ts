import type { JWK } from 'jose';
import type { Database, Queries } from '../../db/database.ts';
import type { IdentityUser } from '../../db/queries/identity.ts';
import type { SlowLane } from '../queues.ts';
import type { Claims, TokenIssuer } from './id-tokens.ts';
import type { Passwords } from './password-hash.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { Attempts } from './sign-in-attempts.ts';

/** Every method knows only the users of one tenant. */
export interface IdentityService {
  /** Null for a token that is not valid, or is another tenant's. `findConsumerWithAccount` checks our own accounts. */
  verify(token: string): Promise<Claims | null>;
  /** Does the slow part before the transaction. @throws Busy when too many passwords wait */
  prepareUser(user: NewUser): Promise<PreparedUser>;
  /** Gives the same answer for an unknown address, which gets no email. */
  sendPasswordReset(email: string): Promise<void>;
  /** Tries for some minutes. `tryRemoval` decides at each try whether `remove` is still to be called. */
  removeUser(token: string, tryRemoval: (remove: Work) => Promise<void>): Promise<void>;
  /** Null when a real service keeps the accounts. */
  readonly accounts: IdentityAccounts | null;
}

type Work = () => Promise<void>;

interface NewUser {
  email: string;
  password: string;
  address: string;
  cancelUserRemoval: (identityId: string) => Promise<void>;
}

export interface PreparedUser {
  /** Null when another person has signed up with the email. */
  create(queries: Queries): Promise<string | null>;
}

/** Refusals are Identity Toolkit's codes, from which the browser's SDK makes its auth/ codes. */
export type IdentityRefusal =
  | 'INVALID_EMAIL'
  | 'MISSING_PASSWORD'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'TENANT_NOT_FOUND'
  | 'USER_DISABLED'
  | 'TOO_MANY_ATTEMPTS_TRY_LATER'
  | 'INVALID_ID_TOKEN'
  | 'TOKEN_EXPIRED'
  | 'INVALID_REFRESH_TOKEN'
  | 'INVALID_CUSTOM_TOKEN'
  | 'INVALID_OOB_CODE'
  | 'EXPIRED_OOB_CODE'
  | `WEAK_PASSWORD : ${string}`;

/** A refusal is a code, what is granted an object. */
export function isRefusalCode(answer: object | string): answer is string {
  return typeof answer === 'string';
}

export interface TokenPair {
  user: IdentityUser;
  idToken: string;
  refreshToken: string;
}

export interface PasswordSignIn {
  email: string;
  password: string;
  tenantId: string | undefined;
  address: string;
}

export interface CustomSignIn {
  token: string;
  tenantId: string | undefined;
}

interface PasswordReset {
  code: string;
  newPassword: string | undefined;
  tenantId: string | undefined;
  address: string;
}

export interface IdentityAccounts {
  readonly jwks: { keys: JWK[] };
  readonly projectId: string;
  signIn(input: PasswordSignIn): Promise<TokenPair | IdentityRefusal>;
  customToken(userId: string, signedInAt: Date): Promise<string>;
  signInWithCustomToken(input: CustomSignIn): Promise<TokenPair | IdentityRefusal>;
  lookUp(idToken: string): Promise<IdentityUser | IdentityRefusal>;
  /** A token used again more than a minute later ends its session: a thief may have a copy. */
  refresh(refreshToken: string): Promise<TokenPair | IdentityRefusal>;
  signOut(refreshToken: string): Promise<void>;
  /** An unknown address is not refused: the answer would say who has an account. */
  checkResetRequest(email: string, tenantId: string | undefined): IdentityRefusal | null;
  sendResetCode(email: string): Promise<void>;
  /** With a new password, also spends the code. */
  resetPassword(input: PasswordReset): Promise<IdentityUser | IdentityRefusal>;
}

export interface AccountEmails {
  /** Sends at once, and again while `isWanted`. @param path of the page that takes the code */
  sendResetLink(to: string, path: string, isWanted: () => Promise<boolean>): Promise<void>;
  /** The email leaves once the transaction has committed. */
  queuePasswordChanged(queries: Queries, user: IdentityUser): Promise<void>;
}

export interface AccountParts {
  database: Database;
  /** Called in the transaction that sets a new password, as its last step. */
  onNewPassword: (queries: Queries, identityId: string) => Promise<unknown>;
  tenantId: string;
  issuer: TokenIssuer;
  refreshTokens: RefreshTokens;
  passwords: Passwords;
  attempts: Attempts;
  slowLane: SlowLane;
  emails: AccountEmails;
  now: () => Date;
}
