import { addMs, hourMs } from '../../rules/dates.ts';
import type { ReceiptStatus } from '../../rules/receipts/receipt-status.ts';
import { handedOutStatuses } from '../../rules/rewards/prize-delivery.ts';
import { exists, named, type Queries, readInPages, sqlList } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';

/** Promotions of one database may have a storage each: a gateway deletes only files of its own. */
export const folderOf = (campaignId: number) => `receipts-${campaignId}/`;

/** Longer than any call takes from storing a file to naming it in a receipt. */
const graceMs = hourMs;

export function fileKeptUntil(now: Date): Date {
  return addMs(now, graceMs);
}

/**
 * Files that no receipt names by `keptUntil` are deleted. That moment also tells schedules apart: a
 * later upload of the same file moves it by a microsecond, so an earlier one cannot cancel it.
 */
export async function scheduleFileDeletion(
  queries: Queries,
  fileKeys: readonly string[],
  keptUntil: Date,
): Promise<void> {
  await queries.query(
    `insert into files_to_remove as known (file_key, kept_until)
     select distinct unnest($1::text[]), $2::timestamptz
     on conflict (file_key) do update set
       kept_until = greatest(known.kept_until, excluded.kept_until) + interval '1 microsecond'`,
    [fileKeys, keptUntil],
  );
}

/** Call it in the transaction that names the file: takes the schedule back. */
export async function cancelFileDeletion(
  queries: Queries,
  { fileKey, keptUntil }: { fileKey: string; keptUntil: Date },
): Promise<void> {
  await queries.query('delete from files_to_remove where file_key = $1 and kept_until = $2', [
    fileKey,
    keptUntil,
  ]);
}

interface FilesToDelete {
  consumerId: number;
  /** Receipts of these statuses keep their files. */
  keptStatuses: readonly ReceiptStatus[];
  /** Receipts whose prize was sent keep their files too, which show why it was sent. */
  keepsSentPrizes: boolean;
}

export async function scheduleFilesOf(
  queries: Queries,
  { consumerId, keptStatuses, keepsSentPrizes }: FilesToDelete,
): Promise<void> {
  await queries.query(
    `with former as (
       select receipts.id, receipts.file_key from receipts
       where receipts.consumer_id = $1 and receipts.file_key <> ''
         and receipts.status <> all($2::text[])
         and (not $3::boolean or not exists (
           select from instant_prizes
           where instant_prizes.receipt_id = receipts.id
             and instant_prizes.handed_out_at is not null
           union all
           select from prize_deliveries
             join lucky_numbers on lucky_numbers.id = prize_deliveries.lucky_number_id
           where lucky_numbers.receipt_id = receipts.id
             and prize_deliveries.status in (${sqlList(handedOutStatuses)})
         ))
     ), forgotten as (
       update receipts set file_key = '' from former where receipts.id = former.id
     )
     insert into files_to_remove (file_key)
     select distinct file_key from former
     -- Changes nothing, but waits for a gateway that is deleting this row.
     on conflict (file_key) do update set kept_until = files_to_remove.kept_until`,
    [consumerId, keptStatuses, keepsSentPrizes],
  );
}

/** After so many failures the storage itself is unavailable: the next run deletes the rest. */
const maxFailures = 3;

const filesOfABatch = 500;
const filesAtOnce = 4;

/** A file that cannot be deleted waits, so it delays no others. @throws the first failure */
export async function deleteDueFiles(store: FileStore): Promise<void> {
  const { database, campaignId, now, stopping } = store;
  const failures: { fileKey: string; error: unknown }[] = [];
  const isOver = () => failures.length >= maxFailures || (stopping?.aborted ?? false);
  const batches = readInPages(filesOfABatch, (last: DueFile | null) =>
    findDueFiles(database, { campaignId, now: now(), after: last?.fileKey ?? '' }),
  );
  for await (const batch of batches) {
    const left = batch.values();
    const deleteTheirs = async () => {
      for (const { fileKey } of left) {
        if (isOver()) return;
        await deleteDueFile(store, fileKey).catch((error: unknown) =>
          failures.push({ fileKey, error }),
        );
      }
    };
    await Promise.all(Array.from({ length: filesAtOnce }, deleteTheirs));
    if (isOver()) break;
  }
  if (failures.length === 0) return;
  const failed = failures.map(({ fileKey }) => fileKey);
  await scheduleFileDeletion(database, failed, fileKeptUntil(now()));
  throw failures[0]?.error;
}

type FileStore = Pick<Gateway, 'database' | 'storage' | 'campaignId' | 'now'> &
  Partial<Pick<Gateway, 'stopping'>>;

interface DueFile {
  fileKey: string;
}

async function deleteDueFile(
  { database, storage, now }: FileStore,
  fileKey: string,
): Promise<void> {
  // Another gateway is deleting it, or has: to wait for its lock would hold a connection.
  if (!(await tryLockDueFile(database, fileKey, now()))) return;
  await database.withLock(fileKey, async (queries) => {
    if (!(await tryLockDueFile(queries, fileKey, now()))) return;
    if (await isUsedByReceipt(queries, fileKey)) {
      return deleteScheduleOfUsedFile(queries, fileKey, now());
    }
    await storage.remove(fileKey);
    await deleteFileSchedule(queries, fileKey);
  });
}

const isDueSql = '(files_to_remove.kept_until is null or files_to_remove.kept_until <= $now)';

/** Older files are all in `receipts/`: their campaign is that of a receipt with the same hash. */
function findDueFiles(
  queries: Queries,
  { campaignId, now, after }: { campaignId: number; now: Date; after: string },
): Promise<DueFile[]> {
  const hadFileSql = (campaigns: string) => `exists (
    select from receipts where receipts.campaign_id in (${campaigns})
      and receipts.file_sha256 = split_part(files_to_remove.file_key, '/', 2))`;
  return queries.query(
    ...named(
      `select file_key as "fileKey" from files_to_remove
       where file_key > $after and ${isDueSql}
         and (starts_with(file_key, $folder) or starts_with(file_key, 'receipts/')
           and (${hadFileSql('$campaignId')} or not ${hadFileSql('select id from campaigns')}))
       order by file_key limit $limit`,
      { now, campaignId, after, folder: folderOf(campaignId), limit: filesOfABatch },
    ),
  );
}

function tryLockDueFile(queries: Queries, fileKey: string, now: Date): Promise<boolean> {
  return exists(
    queries,
    ...named(
      `select from files_to_remove where file_key = $fileKey and ${isDueSql}
       for update skip locked`,
      { fileKey, now },
    ),
  );
}

/** The index of files has their campaign and hash, which is the key's second part. */
const usesFileSql = `receipts.campaign_id in (select campaigns.id from campaigns)
  and receipts.file_sha256 = split_part($fileKey, '/', 2) and receipts.file_key = $fileKey`;

/** A statement of its own after the lock, so that it sees what was committed before. */
function isUsedByReceipt(queries: Queries, fileKey: string): Promise<boolean> {
  return exists(
    queries,
    ...named(`select from receipts where ${usesFileSql} limit 1`, { fileKey }),
  );
}

/** Not if the last receipt has let the file go in the meantime: PGlite's `withLock` locks no row. */
async function deleteScheduleOfUsedFile(
  queries: Queries,
  fileKey: string,
  now: Date,
): Promise<void> {
  await queries.query(
    ...named(
      `delete from files_to_remove where files_to_remove.file_key = $fileKey and ${isDueSql}
         and exists (select from receipts where ${usesFileSql})`,
      { fileKey, now },
    ),
  );
}

async function deleteFileSchedule(queries: Queries, fileKey: string): Promise<void> {
  await queries.query('delete from files_to_remove where file_key = $1', [fileKey]);
}
