import { addMs, minuteMs } from '../../../rules/dates.ts';
import { deleteInSlices, findOne, named, type Queries } from '../database.ts';

/** Concurrent calls differ by less; what resets later was counted while a clock was ahead. */
const slackMs = minuteMs;

const isOpenSql = 'bucket.resets_at > $now and bucket.resets_at <= $latestResetsAt';

/** The first hit of a bucket opens it for so many seconds. */
export async function countHit(
  queries: Queries,
  bucket: string,
  seconds: number,
  now: Date,
): Promise<{ hits: number; secondsLeft: number }> {
  const row = await findOne<{ hits: number; resetsAt: Date }>(
    queries,
    ...named(
      `insert into rate_limits as bucket (bucket, hits, resets_at) values ($bucket, 1, $resetsAt)
       on conflict (bucket) do update
       set hits = case when ${isOpenSql} then bucket.hits + 1 else 1 end,
         resets_at = case when ${isOpenSql} then bucket.resets_at else excluded.resets_at end
       returning hits, resets_at as "resetsAt"`,
      {
        bucket,
        now,
        resetsAt: addMs(now, seconds * 1000),
        latestResetsAt: addMs(now, seconds * 1000 + slackMs),
      },
    ),
  );
  if (!row) throw new Error('The counter of calls answered no row');
  const secondsLeft = Math.ceil((row.resetsAt.getTime() - now.getTime()) / 1000);
  return { hits: row.hits, secondsLeft: Math.max(1, secondsLeft) };
}

/** Opens the bucket, or keeps it open, for so many seconds from now on. */
export async function renewBucket(
  queries: Queries,
  bucket: string,
  seconds: number,
  now: Date,
): Promise<void> {
  await queries.query(
    `insert into rate_limits as bucket (bucket, hits, resets_at) values ($1, 1, $2)
     on conflict (bucket) do update set resets_at = excluded.resets_at`,
    [bucket, addMs(now, seconds * 1000)],
  );
}

export async function findHits(queries: Queries, bucket: string, now: Date): Promise<number> {
  const row = await findOne<{ hits: number }>(
    queries,
    'select hits from rate_limits where bucket = $1 and resets_at > $2',
    [bucket, now],
  );
  return row?.hits ?? 0;
}

export async function uncountHit(queries: Queries, bucket: string): Promise<void> {
  await queries.query('update rate_limits set hits = hits - 1 where bucket = $1 and hits > 0', [
    bucket,
  ]);
}

export async function deleteBucket(queries: Queries, bucket: string): Promise<void> {
  await queries.query('delete from rate_limits where bucket = $1', [bucket]);
}

export async function deleteExpiredBuckets(
  queries: Queries,
  now: Date,
  stopping: AbortSignal,
): Promise<void> {
  const expired = { whereSql: 'resets_at <= $1', values: [now] };
  await deleteInSlices(queries, { table: 'rate_limits', ...expired }, stopping);
}

/** @returns milliseconds until the next free slot; null if longer than the longest wait */
export async function reserveSlot(
  queries: Queries,
  bucket: string,
  { intervalMs, maxWaitMs }: { intervalMs: number; maxWaitMs: number },
  now: Date,
): Promise<number | null> {
  const after = (milliseconds: number) => addMs(now, milliseconds);
  const row = await findOne<{ resetsAt: Date }>(
    queries,
    ...named(
      `insert into rate_limits as bucket (bucket, hits, resets_at) values ($bucket, 1, $firstResetsAt)
       on conflict (bucket) do update
       set resets_at = greatest(case when bucket.resets_at <= $latestResetsAt then bucket.resets_at end, $now)
         + $intervalMs * interval '1 millisecond'
       where bucket.resets_at <= $latestResetsAt or bucket.resets_at > $impossibleAfter
       returning resets_at as "resetsAt"`,
      {
        bucket,
        firstResetsAt: after(intervalMs),
        now,
        intervalMs,
        latestResetsAt: after(maxWaitMs),
        impossibleAfter: after(maxWaitMs + intervalMs + slackMs),
      },
    ),
  );
  return row ? row.resetsAt.getTime() - intervalMs - now.getTime() : null;
}
