import { addMs, dayMs } from '../../../rules/dates.ts';
import {
  deleteInSlices,
  exists,
  findOne,
  hasWritten,
  one,
  type Queries,
  type Transaction,
  unlessTaken,
} from '../database.ts';

export interface IdentityUser {
  id: string;
  tenantId: string;
  email: string;
  passwordHash: string;
  disabled: boolean;
  createdAt: Date;
  validSince: Date;
  lastLoginAt: Date | null;
}

const columnsSql = `id, tenant_id as "tenantId", email, password_hash as "passwordHash", disabled, created_at as "createdAt",
  valid_since as "validSince", last_login_at as "lastLoginAt"`;

export function insertUser(
  queries: Queries,
  user: { id: string; tenantId: string; email: string; passwordHash: string; createdAt: Date },
): Promise<boolean> {
  return hasWritten(
    queries,
    `insert into identity_users (id, tenant_id, email, password_hash, created_at, valid_since)
     values ($1, $2, $3, $4, $5, $5) on conflict do nothing returning id`,
    [user.id, user.tenantId, user.email, user.passwordHash, user.createdAt],
  );
}

export function findUser(
  queries: Queries,
  tenantId: string,
  id: string,
): Promise<IdentityUser | null> {
  return findOne<IdentityUser>(
    queries,
    `select ${columnsSql} from identity_users where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
}

export function findUserByEmail(
  queries: Queries,
  tenantId: string,
  email: string,
): Promise<IdentityUser | null> {
  return findOne<IdentityUser>(
    queries,
    `select ${columnsSql} from identity_users where tenant_id = $1 and email = $2`,
    [tenantId, email],
  );
}

/** Ids of our own accounts, not of the platform's. All campaigns share the keys. */
export async function findUserIds(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ id: string }>('select id from identity_users order by id');
  return rows.map(({ id }) => id);
}

export function hasPlatformUsers(queries: Queries): Promise<boolean> {
  return exists(
    queries,
    `select from consumers where consumers.erased_at is null
       and not exists (
         select from identity_users where identity_users.id = consumers.identity_id
       ) limit 1`,
  );
}

/** @returns false when the user is at the platform */
export function deleteUser(queries: Queries, id: string): Promise<boolean> {
  return hasWritten(queries, 'delete from identity_users where id = $1 returning id', [id]);
}

/** After `TAKEN`, end the transaction. */
export async function setAccountEmail(
  queries: Queries,
  { id, email }: Pick<IdentityUser, 'id' | 'email'>,
): Promise<'CHANGED' | 'TAKEN' | 'AT_PLATFORM'> {
  const change = 'update identity_users set email = $2 where id = $1 returning id';
  const rows = await unlessTaken(queries.query(change, [id, email]));
  if (rows === 'TAKEN') return rows;
  return rows.length === 1 ? 'CHANGED' : 'AT_PLATFORM';
}

export async function recordSignIn(queries: Queries, userId: string, now: Date): Promise<void> {
  await queries.query('update identity_users set last_login_at = $2 where id = $1', [userId, now]);
}

export async function changePassword(
  queries: Queries,
  { id, passwordHash, validSince }: Pick<IdentityUser, 'id' | 'passwordHash' | 'validSince'>,
): Promise<void> {
  await queries.query(
    'update identity_users set password_hash = $2, valid_since = $3 where id = $1',
    [id, passwordHash, validSince],
  );
}

/** Far more than a person's devices; each sign-in past it ends the user's oldest session. */
const maxSessions = 200;

/** False when the password changed, or the user was disabled, since `user` was read. */
export function insertSession(
  queries: Queries,
  { id, user, createdAt }: { id: string; user: IdentityUser; createdAt: Date },
): Promise<boolean> {
  return hasWritten(
    queries,
    `with begun as (
       insert into identity_sessions (id, user_id, created_at)
       select $1, id, $3 from identity_users
       where id = $2 and valid_since = $4 and not disabled for share
       returning id
     ), ended as (
       delete from identity_sessions where exists (select from begun) and identity_sessions.id in (
         select identity_sessions.id from identity_sessions where identity_sessions.user_id = $2
         order by identity_sessions.created_at desc offset $5 - 1
       )
     )
     select id from begun`,
    [id, user.id, createdAt, user.validSince, maxSessions],
  );
}

export interface SessionRecord {
  id: string;
  userId: string;
  createdAt: Date;
  generation: number;
  renewals: readonly number[];
}

export async function lockUserShared(queries: Transaction, userId: string): Promise<void> {
  await queries.query('select from identity_users where id = $1 for share', [userId]);
}

/** Older sessions have one token for all their time, by whose hash they are found. */
type SessionKey = { id: string } | { tokenHash: string };

function columnAndValue(by: SessionKey): ['id' | 'token_hash', string] {
  return 'id' in by ? ['id', by.id] : ['token_hash', by.tokenHash];
}

/** Lets no session of the user begin until the transaction ends. */
export async function lockUserOfSession(queries: Transaction, by: SessionKey): Promise<void> {
  const [column, value] = columnAndValue(by);
  await queries.query(
    `select from identity_users where identity_users.id = (
       select identity_sessions.user_id from identity_sessions
       where identity_sessions.${column} = $1
     ) for no key update`,
    [value],
  );
}

export function lockSession(queries: Transaction, by: SessionKey): Promise<SessionRecord | null> {
  const [column, value] = columnAndValue(by);
  return findOne<SessionRecord>(
    queries,
    `select id, user_id as "userId", created_at as "createdAt", generation, renewals
     from identity_sessions where ${column} = $1 for update`,
    [value],
  );
}

export async function renewSession(
  queries: Queries,
  { id, generation, renewals }: Pick<SessionRecord, 'id' | 'generation' | 'renewals'>,
): Promise<void> {
  await queries.query(
    'update identity_sessions set generation = $2, renewals = $3::jsonb where id = $1',
    [id, generation, JSON.stringify(renewals)],
  );
}

export function isSessionOpen(queries: Queries, id: string): Promise<boolean> {
  return exists(queries, 'select from identity_sessions where id = $1', [id]);
}

/**
 * What ties a session to its sign-in is the second of its date: a session that a one-time code begins
 * is dated like the one that made the code, and no two sign-ins of a user are in the same second.
 */
const sameSignInSql = (column: string, time: string) =>
  `date_trunc('second', ${column}) = date_trunc('second', ${time}::timestamptz)`;

export function isSignInOpen(
  queries: Queries,
  { userId, createdAt }: Pick<SessionRecord, 'userId' | 'createdAt'>,
): Promise<boolean> {
  return exists(
    queries,
    `select from identity_sessions
     where user_id = $1 and ${sameSignInSql('created_at', '$2')} limit 1`,
    [userId, createdAt],
  );
}

export async function deleteSession(queries: Queries, id: string): Promise<void> {
  await queries.query('delete from identity_sessions where id = $1', [id]);
}

const maxSecondsAhead = 120;

/** The first second from `from` on without a sign-in of the user; `from` if there is none soon. */
export async function findUnusedSignInSecond(
  queries: Queries,
  userId: string,
  from: Date,
): Promise<Date> {
  const row = await findOne<{ second: Date }>(
    queries,
    `select second from generate_series(date_trunc('second', $2::timestamptz),
       $2::timestamptz + $3 * interval '1 second', interval '1 second') as second
     where not exists (select from identity_sessions
       where identity_sessions.user_id = $1 and ${sameSignInSql('created_at', 'second')})
     order by second limit 1`,
    [userId, from, maxSecondsAhead],
  );
  return row && row.second > from ? row.second : from;
}

/** Later than all sign-ins, but for those in the far future, from before the clock was set back. */
export async function findMomentAfterSignIns(
  queries: Queries,
  userId: string,
  now: Date,
): Promise<Date> {
  const { after } = await one<{ after: Date | null }>(
    queries,
    `select date_trunc('second', max(created_at)) + interval '1 second' as after
     from identity_sessions where user_id = $1 and created_at < $2::timestamptz + interval '1 hour'`,
    [userId, now],
  );
  return after && after > now ? after : now;
}

/** Ends all sessions of the sign-in, and its one-time codes, which could begin further ones. */
export async function deleteSignIn(
  queries: Queries,
  { userId, createdAt }: Pick<SessionRecord, 'userId' | 'createdAt'>,
): Promise<void> {
  await queries.query(
    `with codes as (
       delete from handoffs using consumers
       where consumers.id = handoffs.consumer_id and consumers.identity_id = $1
         and ${sameSignInSql('signed_in_at', '$2')}
     )
     delete from identity_sessions
     where user_id = $1 and ${sameSignInSql('created_at', '$2')}`,
    [userId, createdAt],
  );
}

/** Also ends one-time codes and links to a new password. @returns how many sessions; null for a platform's user */
export async function endAccess(
  queries: Queries,
  userId: string,
  now: Date,
): Promise<number | null> {
  const validSince = await findMomentAfterSignIns(queries, userId, now);
  const row = await findOne<{ sessions: number }>(
    queries,
    `with sessions as (delete from identity_sessions where user_id = $1 returning id),
       links as (delete from identity_codes where user_id = $1),
       codes as (
         delete from handoffs using consumers
         where consumers.id = handoffs.consumer_id and consumers.identity_id = $1
       )
     update identity_users set valid_since = $2 where identity_users.id = $1
     returning (select count(*) from sessions) as sessions`,
    [userId, validSince],
  );
  return row?.sessions ?? null;
}

export async function endSessions(queries: Queries, userId: string): Promise<void> {
  await queries.query('delete from identity_sessions where user_id = $1', [userId]);
}

/** False when the user's email changed since `user` was read: the link would go to the old one. */
export function insertResetCode(
  queries: Queries,
  { codeHash, user, expiresAt }: { codeHash: string; user: IdentityUser; expiresAt: Date },
): Promise<boolean> {
  return hasWritten(
    queries,
    `with former as (delete from identity_codes where user_id = $2)
     insert into identity_codes (code_hash, user_id, expires_at)
     select $1, id, $3 from identity_users where id = $2 and email = $4 for share
     returning user_id`,
    [codeHash, user.id, expiresAt, user.email],
  );
}

export function findResetCode(queries: Queries, codeHash: string) {
  return findOne<{ userId: string; expiresAt: Date; usedAt: Date | null }>(
    queries,
    `select user_id as "userId", expires_at as "expiresAt", used_at as "usedAt"
     from identity_codes where code_hash = $1`,
    [codeHash],
  );
}

export function spendResetCode(queries: Queries, codeHash: string, now: Date): Promise<boolean> {
  return hasWritten(
    queries,
    `update identity_codes set used_at = $2
     where code_hash = $1 and used_at is null and expires_at > $2 returning user_id`,
    [codeHash, now],
  );
}

export async function deleteExpiredAccess(
  queries: Queries,
  { now, sessionDays }: { now: Date; sessionDays: number },
  stopping: AbortSignal,
): Promise<void> {
  // Kept a day longer, so that the page of an expired link can say so, not that the code is unknown.
  await queries.query('delete from identity_codes where expires_at <= $1', [addMs(now, -dayMs)]);
  const expired = { whereSql: 'created_at <= $1', values: [addMs(now, -sessionDays * dayMs)] };
  await deleteInSlices(queries, { table: 'identity_sessions', ...expired }, stopping);
}
