import { lockKey, type Queries } from '../database.ts';

const KEPT_HOURS = 48;

interface Key {
  owner: string;
  route: string;
  key: string;
}

/** False when another transaction holds it. */
export async function takeKey(queries: Queries, { owner, route, key }: Key): Promise<boolean> {
  const [row] = await queries.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock($1::bigint) as taken',
    [lockKey(`${owner} ${route} ${key}`)],
  );
  return row?.taken === true;
}

export async function findResponse(queries: Queries, { owner, route, key }: Key, now: Date) {
  const [row] = await queries.query<{ bodyMac: string; status: number; answer: string }>(
    `select body_mac as "bodyMac", status, answer from idempotency_keys
     where owner = $1 and route = $2 and key_sha256 = $3 and created_at > $4`,
    [owner, route, key, keptSince(now)],
  );
  return row ?? null;
}

export async function storeResponse(
  queries: Queries,
  stored: Key & { bodyMac: string; status: number; answer: string; now: Date },
): Promise<void> {
  await queries.query(
    `insert into idempotency_keys (owner, route, key_sha256, body_mac, status, answer, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (owner, route, key_sha256) do update
     set body_mac = excluded.body_mac, status = excluded.status, answer = excluded.answer,
       created_at = excluded.created_at`,
    [
      stored.owner,
      stored.route,
      stored.key,
      stored.bodyMac,
      stored.status,
      stored.answer,
      stored.now,
    ],
  );
}

export async function removeOldAnswers(queries: Queries, now: Date): Promise<void> {
  await queries.query('delete from idempotency_keys where created_at <= $1', [keptSince(now)]);
}

function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_HOURS * 3_600_000);
}
