import type { Database } from '../../db/database.ts';
import type { Mail } from '../mail.ts';
import type { SlowLane } from '../slow-lane.ts';
import type { Attempts } from './attempts.ts';
import type { Passwords } from './password.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { TokenIssuer } from './tokens.ts';

/** What the accounts of one tenant are made of. */
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
