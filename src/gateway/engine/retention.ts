import type { Database, Queries } from '../db/database.ts';
import { endHolds } from '../db/queries/erasures.ts';
import {
  findReleasedFiles,
  forgetReleasedFile,
  scheduleFile,
  scheduleFilesOf,
} from '../db/queries/files-to-remove.ts';
import type { ReceiptFile } from '../db/queries/receipts.ts';
import type { Gateway } from '../gateway.ts';

/** Longer than a call takes that stores the same file and has yet to name it. */
const graceMilliseconds = 60 * 60_000;

/** Lets go of a stored file that its call did not use, or uses no more. */
export function scheduleFileDeletion(
  queries: Queries,
  { fileKey }: Pick<ReceiptFile, 'fileKey'>,
  now: Date,
): Promise<void> {
  return scheduleFile(queries, { fileKey, keptUntil: new Date(now.getTime() + graceMilliseconds) });
}

/** Forgets name and document of rewarded people once the promotion need not account for them. */
export function forgetEndedHolds(database: Database, now: Date): Promise<void> {
  return database.transaction(async (queries) => {
    for (const consumerId of await endHolds(queries, now)) {
      await scheduleFilesOf(queries, { consumerId, kept: [] });
    }
  });
}

/** Removes files that no receipt names any more; where the storage is away, the next time does. */
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
