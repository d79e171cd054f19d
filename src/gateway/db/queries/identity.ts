import type { Queries } from '../database.ts';

export interface IdentityUser {
  id: string;
  tenantId: string;
  email: string;
  passwordHash: string;
  disabled: boolean;
  createdAt: Date;
  /** Tokens issued earlier are no longer good. */
  validSince: Date;
  lastLoginAt: Date | null;
}

/** Days for which a session may be renewed. */
const SESSION_DAYS = 90;

const columns = `id, tenant_id as "tenantId", email, password_hash as "passwordHash", disabled, created_at as "createdAt",
  valid_since as "validSince", last_login_at as "lastLoginAt"`;

/** False when the tenant has a user of that e-mail already. */
export async function insertUser(
  queries: Queries,
  user: { id: string; tenantId: string; email: string; passwordHash: string; createdAt: Date },
): Promise<boolean> {
  const rows = await queries.query(
    `insert into identity_users (id, tenant_id, email, password_hash, created_at, valid_since)
     values ($1, $2, $3, $4, $5, $5) on conflict do nothing returning id`,
    [user.id, user.tenantId, user.email, user.passwordHash, user.createdAt],
  );
  return rows.length === 1;
}

export async function findUser(
  queries: Queries,
  tenantId: string,
  id: string,
): Promise<IdentityUser | null> {
  const [row] = await queries.query<IdentityUser>(
    `select ${columns} from identity_users where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return row ?? null;
}

export async function findUserByEmail(
  queries: Queries,
  tenantId: string,
  email: string,
): Promise<IdentityUser | null> {
  const [row] = await queries.query<IdentityUser>(
    `select ${columns} from identity_users where tenant_id = $1 and email = $2`,
    [tenantId, email],
  );
  return row ?? null;
}

/** With the user go the sessions and the reset codes. */
export async function removeUser(queries: Queries, id: string): Promise<void> {
  await queries.query('delete from identity_users where id = $1', [id]);
}

export async function noteSignIn(queries: Queries, userId: string, now: Date): Promise<void> {
  await queries.query('update identity_users set last_login_at = $2 where id = $1', [userId, now]);
}

export async function changePassword(
  queries: Queries,
  change: { userId: string; passwordHash: string; validSince: Date },
): Promise<void> {
  await queries.query(
    'update identity_users set password_hash = $2, valid_since = $3 where id = $1',
    [change.userId, change.passwordHash, change.validSince],
  );
}

export async function insertSession(
  queries: Queries,
  session: { tokenHash: string; userId: string; createdAt: Date },
): Promise<void> {
  await queries.query(
    'insert into identity_sessions (token_hash, user_id, created_at) values ($1, $2, $3)',
    [session.tokenHash, session.userId, session.createdAt],
  );
}

export async function findSession(queries: Queries, tokenHash: string) {
  const [row] = await queries.query<{ userId: string; createdAt: Date }>(
    `select user_id as "userId", created_at as "createdAt" from identity_sessions
     where token_hash = $1`,
    [tokenHash],
  );
  return row ?? null;
}

export async function endSessions(queries: Queries, userId: string): Promise<void> {
  await queries.query('delete from identity_sessions where user_id = $1', [userId]);
}

/** A new code takes the place of the ones before it. */
export async function insertResetCode(
  queries: Queries,
  code: { codeHash: string; userId: string; expiresAt: Date },
): Promise<void> {
  await queries.query(
    `with former as (delete from identity_codes where user_id = $2)
     insert into identity_codes (code_hash, user_id, expires_at) values ($1, $2, $3)`,
    [code.codeHash, code.userId, code.expiresAt],
  );
}

export async function findResetCode(queries: Queries, codeHash: string) {
  const [row] = await queries.query<{ userId: string; expiresAt: Date; usedAt: Date | null }>(
    `select user_id as "userId", expires_at as "expiresAt", used_at as "usedAt"
     from identity_codes where code_hash = $1`,
    [codeHash],
  );
  return row ?? null;
}

/** False when the code is spent or has expired. */
export async function spendResetCode(
  queries: Queries,
  codeHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await queries.query(
    `update identity_codes set used_at = $2
     where code_hash = $1 and used_at is null and expires_at > $2 returning user_id`,
    [codeHash, now],
  );
  return rows.length === 1;
}

export async function removeExpiredAccess(queries: Queries, now: Date): Promise<void> {
  await queries.query('delete from identity_codes where expires_at <= $1', [now]);
  await queries.query('delete from identity_sessions where created_at <= $1', [
    new Date(now.getTime() - SESSION_DAYS * 86_400_000),
  ]);
}
