import { createHmac, hash } from 'node:crypto';
import { addMs, hourMs } from '../../rules/dates.ts';
import { callMessages } from '../../rules/messages/messages.ts';
import {
  advisoryLockId,
  type Database,
  deleteInSlices,
  findOne,
  named,
  one,
  type Queries,
  sendInOrder,
  type Transaction,
} from '../db/database.ts';
import { CampaignClosed, ConsumerErased } from '../failures.ts';
import { isRefusal, type Refusal, refuse, transactionUnlessRefused } from '../refusal.ts';
import type { CallerKey } from './session.ts';

/** As text, so that a replay is identical to the byte. */
export interface StoredResponse {
  answer: string;
  status: number;
  replayed: boolean;
}

export interface IdempotencyKey {
  /** The account's; without one, the address's and the body's, since a phone may change its address. */
  scopes: string[];
  route: string;
  keySha256: string;
  bodyMac: string;
}

const wellFormed = /^[\x21-\x7e]{1,200}$/;

/** Null without a key. The bot-check token is left out: a retry may bring a fresh one. */
export function readIdempotencyKey(
  request: Request,
  caller: CallerKey,
  body: unknown,
): IdempotencyKey | Refusal | null {
  const key = request.headers.get('Idempotency-Key');
  if (key === null || request.method !== 'POST') return null;
  if (!wellFormed.test(key)) {
    return refuse('INVALID_REQUEST', { message: callMessages.idempotencyKey });
  }
  const bodyMac = macOf(body, key);
  return {
    scopes: caller.isSignedIn ? [caller.key] : [caller.key, `call:${bodyMac}`],
    route: `POST ${new URL(request.url).pathname}`,
    // The header is the HMAC key of the body, which may hold a password, so only its hash is stored.
    keySha256: hash('sha256', key, 'base64url'),
    bodyMac,
  };
}

const filePlace = '\0file\0';
const filePlaceInText = JSON.stringify(filePlace).slice(1, -1);

/** Authenticates the body as JSON, without copying a file's megabytes of base64 into that text. */
function macOf(body: unknown, key: string): string {
  const files: string[] = [];
  const text = JSON.stringify(body, (name, value) => {
    if (name === 'recaptchaToken') return undefined;
    if (name !== 'imageBase64' || typeof value !== 'string') return value;
    files.push(value);
    return filePlace;
  });
  const mac = createHmac('sha256', key);
  (text ?? '').split(filePlaceInText).forEach((part, index) => {
    if (index > 0) mac.update(files[index - 1] ?? '');
    mac.update(part);
  });
  return mac.digest('base64url');
}

/** A handler's `idempotent`, and what it has stored, which is then the response. */
export function idempotentFor<Answer>(
  database: Database,
  call: { key: IdempotencyKey | null; status: number; now: Date },
  onFirstAnswer: ((answer: Answer) => void) | undefined,
) {
  let stored: StoredResponse | null = null;
  return {
    idempotent: async (work: (queries: Transaction) => Promise<Answer | Refusal>) => {
      const result = await withIdempotencyKey(database, call, work);
      if (isRefusal(result)) return result;
      stored = result.storedResponse;
      if (!stored.replayed) onFirstAnswer?.(result.value);
      return result.value;
    },
    stored: () => stored,
  };
}

/** Stores the answer in the same transaction. Meanwhile, refuses calls with the same key. */
export async function withIdempotencyKey<T>(
  database: Database,
  { key, status, now }: { key: IdempotencyKey | null; status: number; now: Date },
  work: (queries: Transaction) => Promise<T | Refusal>,
): Promise<{ value: T; storedResponse: StoredResponse } | Refusal> {
  try {
    return await transactionUnlessRefused(database, async (queries) => {
      const stored = key && (await lockAndFindStored(queries, key, now));
      if (isRefusal(stored)) return stored;
      if (stored) return { value: JSON.parse(stored.answer), storedResponse: stored };
      const value = await work(queries);
      if (isRefusal(value)) return value;
      const answer = JSON.stringify(value ?? {});
      if (key) await storeResponse(queries, key, { status, answer, now });
      return { value, storedResponse: { answer, status, replayed: false } };
    });
  } catch (error) {
    if (error instanceof ConsumerErased) return refuse('UNAUTHENTICATED');
    if (error instanceof CampaignClosed) return refuse('CAMPAIGN_OVER');
    throw error;
  }
}

async function lockAndFindStored(
  queries: Queries,
  key: IdempotencyKey,
  now: Date,
): Promise<StoredResponse | Refusal | null> {
  const [isLocked, storedResponse] = await sendInOrder([
    tryLockIdempotencyKey(queries, key),
    findStoredResponse(queries, key, now),
  ]);
  return isLocked ? storedResponse : refuse('REQUEST_IN_PROGRESS');
}

const storedHours = 48;

async function tryLockIdempotencyKey(
  queries: Queries,
  { scopes, route, keySha256 }: IdempotencyKey,
): Promise<boolean> {
  const { taken } = await one<{ taken: boolean }>(
    queries,
    'select bool_and(pg_try_advisory_xact_lock(lock)) as taken from unnest($1::bigint[]) as lock',
    [scopes.map((scope) => advisoryLockId(`${scope} ${route} ${keySha256}`))],
  );
  return taken;
}

export async function findStoredResponse(
  queries: Queries,
  { scopes, route, keySha256, bodyMac }: IdempotencyKey,
  now: Date,
): Promise<StoredResponse | Refusal | null> {
  const row = await findOne<{ bodyMac: string; status: number; answer: string }>(
    queries,
    `select body_mac as "bodyMac", status, answer from idempotency_keys
     where owner = any($1) and route = $2 and key_sha256 = $3 and created_at > $4
     order by owner limit 1`,
    [scopes, route, keySha256, storedSince(now)],
  );
  if (!row) return null;
  if (row.bodyMac !== bodyMac) return refuse('IDEMPOTENCY_KEY_REUSED');
  return { answer: row.answer, status: row.status, replayed: true };
}

async function storeResponse(
  queries: Queries,
  key: IdempotencyKey,
  response: { status: number; answer: string; now: Date },
): Promise<void> {
  await queries.query(
    ...named(
      `insert into idempotency_keys (owner, route, key_sha256, body_mac, status, answer, created_at)
       select unnest($scopes::text[]), $route, $keySha256, $bodyMac, $status, $answer, $now
       on conflict (owner, route, key_sha256) do update
       set body_mac = excluded.body_mac, status = excluded.status, answer = excluded.answer,
         created_at = excluded.created_at`,
      { ...key, ...response },
    ),
  );
}

export async function deleteOldResponses(
  queries: Queries,
  now: Date,
  stopping: AbortSignal,
): Promise<void> {
  const old = { whereSql: 'created_at <= $1', values: [storedSince(now)] };
  await deleteInSlices(queries, { table: 'idempotency_keys', ...old }, stopping);
}

function storedSince(now: Date): Date {
  return addMs(now, -storedHours * hourMs);
}
