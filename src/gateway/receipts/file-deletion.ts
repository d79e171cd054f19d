import type { ReceiptStatus } from '../../rules/receipts/receipt-status.ts';
import type { Queries } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import type { ReceiptFile } from './queries.ts';

/** Longer than any call that may be storing the same file for another receipt. */
const graceMs = 60 * 60_000;

export async function scheduleFileDeletion(
  queries: Queries,
  { fileKey }: Pick<ReceiptFile, 'fileKey'>,
  now: Date,
): Promise<void> {
  await queries.query(
    `insert into files_to_remove (file_key, kept_until) values ($1, $2)
     on conflict (file_key) do update set kept_until = excluded.kept_until`,
    [fileKey, new Date(now.getTime() + graceMs)],
  );
}

/** When the storage is unavailable, the next run deletes them. */
export async function removeReleasedFiles({
  database,
  storage,
  now,
}: Pick<Gateway, 'database' | 'storage' | 'now'>): Promise<void> {
  for (const { fileKey, isNamed } of await findReleasedFiles(database, now())) {
    if (!isNamed) await storage.remove(fileKey);
    await forgetReleasedFile(database, fileKey);
  }
}

/** With `kept`, a receipt whose prize was sent keeps its file too: it shows why the prize left. */
export async function scheduleFilesOf(
  queries: Queries,
  { consumerId, kept }: { consumerId: number; kept: readonly ReceiptStatus[] },
): Promise<void> {
  await queries.query(
    `with former as (
       select id, file_key from receipts
       where consumer_id = $1 and file_key <> '' and status <> all($2::text[])
         and (cardinality($2::text[]) = 0 or not exists (
           select from instant_prizes where receipt_id = receipts.id and handed_out_at is not null
           union all
           select from prize_deliveries join lucky_numbers on lucky_numbers.id = lucky_number_id
           where lucky_numbers.receipt_id = receipts.id
             and prize_deliveries.status in ('SENT', 'DELIVERED')
         ))
     ), released as (
       update receipts set file_key = '' from former where receipts.id = former.id
     )
     insert into files_to_remove (file_key)
     select distinct file_key from former on conflict do nothing`,
    [consumerId, kept],
  );
}

/** `isNamed`: another receipt has the same file. */
function findReleasedFiles(
  queries: Queries,
  now: Date,
): Promise<{ fileKey: string; isNamed: boolean }[]> {
  return queries.query(
    `select file_key as "fileKey",
       exists (select 1 from receipts where receipts.file_key = released.file_key) as "isNamed"
     from files_to_remove as released where kept_until is null or kept_until <= $1`,
    [now],
  );
}

async function forgetReleasedFile(queries: Queries, fileKey: string): Promise<void> {
  await queries.query('delete from files_to_remove where file_key = $1', [fileKey]);
}
