import type { JWK } from 'jose';
import type { Database, Queries } from '../../db/database.ts';
import type { IdentityUser } from '../../db/queries/identity.ts';
import type { Mail } from '../mail.ts';
import type { SlowLane } from '../queues.ts';
import type { Attempts } from './attempts.ts';
import type { Passwords } from './password.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { Claims, TokenIssuer } from './tokens.ts';

/** Who a person is: passwords and tokens, strictly by tenant. */
export interface IdentityService {
  /**
   * What a bearer token says; null when it is bad, expired or another tenant's. Of a real service's
   * also when its account was disabled or its sessions were ended since; whether an account that is
   * kept here still lets a token in is read with its consumer (`findConsumerWithAccount`).
   */
  verify(token: string): Promise<Claims | null>;
  /**
   * Does what is slow about a new user, so that the transaction that creates it is short.
   * @throws Busy when too many passwords wait
   */
  prepareUser(user: NewUser): Promise<PreparedUser>;
  /** Sends the email with the reset link. An unknown address gets none, and the answer is the same. */
  sendPasswordReset(email: string): Promise<void>;
  /** Has a real service forget the token's user; users kept here go with their transaction. */
  removeUser(token: string): Promise<void>;
  /** The accounts that this gateway itself keeps; null when a real service does. */
  readonly accounts: IdentityAccounts | null;
}

export interface NewUser {
  email: string;
  password: string;
  address: string;
}

export interface PreparedUser {
  /** The user's id; null when another person holds the e-mail. */
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

/** A signed-in user: a token for an hour, and what gets the next ones. */
export interface TokenPair {
  user: IdentityUser;
  idToken: string;
  refreshToken: string;
}

export interface PasswordSignIn {
  email: string;
  password: string;
  tenantId: string | undefined;
  /** Where the call came from. */
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
  /** Where the call came from. */
  address: string;
}

/** The accounts that the gateway keeps itself; a text is always a refusal. */
export interface IdentityAccounts {
  readonly jwks: { keys: JWK[] };
  readonly projectId: string;
  signIn(given: PasswordSignIn): Promise<TokenPair | IdentityRefusal>;
  /** A token with which the browser's SDK signs in a user who signed in elsewhere at that moment. */
  customToken(userId: string, signedInAt: Date): Promise<string>;
  signInWithCustomToken(given: CustomSignIn): Promise<TokenPair | IdentityRefusal>;
  lookUp(idToken: string): Promise<IdentityUser | IdentityRefusal>;
  /**
   * The next tokens. A refresh token is used once; within a minute it may be used again, which gives
   * the same successor, and later its session ends, because a thief may have a copy.
   */
  refresh(refreshToken: string): Promise<TokenPair | IdentityRefusal>;
  signOut(refreshToken: string): Promise<void>;
  /** Why a reset code cannot be asked for; that the address is unknown is no reason. */
  refuseResetRequest(email: string, tenantId: string | undefined): IdentityRefusal | null;
  /** Sends a email with a code to a known address; an unknown one is answered the same. */
  sendResetCode(email: string): Promise<void>;
  /** Whose code it is; with a new password, spends the code and sets the password. */
  resetPassword(given: PasswordReset): Promise<IdentityUser | IdentityRefusal>;
}

export interface AccountParts {
  database: Database;
  tenantId: string;
  siteUrl: string;
  issuer: TokenIssuer;
  refreshTokens: RefreshTokens;
  passwords: Passwords;
  attempts: Attempts;
  slowLane: SlowLane;
  mail: Mail;
  now: () => Date;
}
