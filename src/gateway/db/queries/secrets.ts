import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { findOne, hasWritten, type Queries } from '../database.ts';
import type { WrappedSecret } from '../wrap-secrets.ts';

const columnsSql = 'name, key_id as "keyId", wrapped';

/** @returns false when a secret of that name exists, which is kept */
export function insertSecret(
  queries: Queries,
  { name, value }: { name: string; value: string },
): Promise<boolean> {
  const { keyId, wrapped } = queries.keyring.wrap(name, value);
  return hasWritten(
    queries,
    `insert into secrets (name, key_id, wrapped) values ($1, $2, $3)
     on conflict do nothing returning name`,
    [name, keyId, wrapped],
  );
}

/** Of links to receipts' pictures. */
export const receiptLinkKeyName = 'receipt-files';

export async function deleteSecrets(queries: Queries, names: readonly string[]): Promise<void> {
  await queries.query('delete from secrets where name = any($1)', [names]);
}

export async function findSecret(queries: Queries, name: string): Promise<string> {
  const storedSecret = await findOptional(queries, name);
  if (storedSecret === null) throw new Error(`There is no secret ${name}`);
  return storedSecret;
}

export async function getOrCreateSecret(
  queries: Queries,
  name: string,
  make: () => string,
): Promise<string> {
  const storedSecret = await findOptional(queries, name);
  if (storedSecret !== null) return storedSecret;
  await insertSecret(queries, { name, value: make() });
  return findSecret(queries, name);
}

export function getOrCreateErasedDocumentsKey(queries: Queries): Promise<string> {
  return getOrCreateSecret(queries, 'erased-documents', () =>
    randomBytes(32).toString('base64url'),
  );
}

/** Keyed, since a plain hash of eleven digits can be reversed by trying them all. */
export async function documentMac(queries: Queries, document: string): Promise<string> {
  return createHmac('sha256', await getOrCreateErasedDocumentsKey(queries))
    .update(document)
    .digest('base64url');
}

/** Hashes have the same length, so comparing them takes constant time. */
export function isSameSecret(received: string, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(received), digest(expected));
}

const cachedSecrets = new WeakMap<object, Map<string, string>>();

/** Read once per process: every receipt needs it, and a committed secret never changes. */
export async function findCachedSecret(queries: Queries, name: string): Promise<string> {
  const secrets = cachedSecrets.get(queries.cacheKey) ?? new Map<string, string>();
  cachedSecrets.set(queries.cacheKey, secrets);
  const value = secrets.get(name) ?? (await findSecret(queries, name));
  secrets.set(name, value);
  return value;
}

async function findOptional(queries: Queries, name: string): Promise<string | null> {
  const row = await findOne<WrappedSecret>(
    queries,
    `select ${columnsSql} from secrets where name = $1`,
    [name],
  );
  return row ? queries.keyring.unwrap(row) : null;
}

/** Unwraps every secret. @throws WrongSecretsKey when one was wrapped by a key we do not have */
export async function findAllSecrets(
  queries: Queries,
): Promise<{ name: string; keyId: string; value: string }[]> {
  const rows = await queries.query<WrappedSecret>(
    `select ${columnsSql} from secrets order by name`,
  );
  return rows.map((row) => ({ ...row, value: queries.keyring.unwrap(row) }));
}

/** Wraps all secrets by the first key. A second rotation waits until the first is done. */
export async function rewrapSecrets(
  queries: Queries,
): Promise<{ secrets: number; keysBefore: string[] }> {
  await queries.query('lock table secrets in share row exclusive mode');
  const secrets = await findAllSecrets(queries);
  const rows = secrets.map(({ name, value }) => queries.keyring.wrap(name, value));
  await queries.query(
    `update secrets set key_id = secret."keyId", wrapped = secret.wrapped
     from jsonb_to_recordset($1::jsonb) as secret (name text, "keyId" text, wrapped text)
     where secrets.name = secret.name`,
    [JSON.stringify(rows)],
  );
  return { secrets: rows.length, keysBefore: [...new Set(secrets.map(({ keyId }) => keyId))] };
}
