import type { JWK } from 'jose';
import type { Database, Queries } from '../../db/database.ts';
import type { IdentityUser } from '../../db/queries/identity.ts';
import type { SlowLane } from '../queues.ts';
import type { Attempts } from './attempts.ts';
import type { Claims, TokenIssuer } from './id-tokens.ts';
import type { Passwords } from './password.ts';
import type { RefreshTokens } from './refresh-tokens.ts';

/** Strictly by tenant. */
export interface IdentityService {
  /** Null also for another tenant's. Kept accounts are checked by `findConsumerWithAccount`. */
  verify(token: string): Promise<Claims | null>;
  /** Does the slow part before the transaction. @throws Busy when too many passwords wait */
  prepareUser(user: NewUser): Promise<PreparedUser>;
  /** An unknown address gets no email, and the answer is the same. */
  sendPasswordReset(email: string): Promise<void>;
  removeUser(token: string): Promise<void>;
  /** Null when a real service keeps the accounts. */
  readonly accounts: IdentityAccounts | null;
}

export interface NewUser {
  email: string;
  password: string;
  address: string;
}

export interface PreparedUser {
  /** Null when another person holds the e-mail. */
  create(queries: Queries): Promise<string | null>;
}

/** Refusals in the words of Identity Toolkit, from which the browser's SDK makes its auth/ codes. */
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

export interface PasswordReset {
  code: string;
  newPassword: string | undefined;
  tenantId: string | undefined;
  address: string;
}

export interface IdentityAccounts {
  readonly jwks: { keys: JWK[] };
  readonly projectId: string;
  signIn(given: PasswordSignIn): Promise<TokenPair | IdentityRefusal>;
  customToken(userId: string, signedInAt: Date): Promise<string>;
  signInWithCustomToken(given: CustomSignIn): Promise<TokenPair | IdentityRefusal>;
  lookUp(idToken: string): Promise<IdentityUser | IdentityRefusal>;
  /** A token used again more than a minute later ends its session: a thief may have a copy. */
  refresh(refreshToken: string): Promise<TokenPair | IdentityRefusal>;
  signOut(refreshToken: string): Promise<void>;
  /** That the address is unknown is no reason. */
  refuseResetRequest(email: string, tenantId: string | undefined): IdentityRefusal | null;
  sendResetCode(email: string): Promise<void>;
  /** With a new password, also spends the code. */
  resetPassword(given: PasswordReset): Promise<IdentityUser | IdentityRefusal>;
}

/** What there is to tell about accounts; the room of the emails writes it. */
export interface AccountEmails {
  /** At once. @param path of the page that takes the new password, with the code */
  sendResetLink(to: string, path: string): Promise<void>;
  /** Sent after the transaction. */
  queuePasswordChanged(queries: Queries, user: IdentityUser): Promise<void>;
}

export interface AccountParts {
  database: Database;
  tenantId: string;
  issuer: TokenIssuer;
  refreshTokens: RefreshTokens;
  passwords: Passwords;
  attempts: Attempts;
  slowLane: SlowLane;
  emails: AccountEmails;
  now: () => Date;
}
