import type { Database } from '../db/database.ts';
import { endHolds } from '../db/queries/erasures.ts';
import {
  findReleasedFiles,
  forgetReleasedFile,
  releaseFiles,
} from '../db/queries/files-to-remove.ts';
import type { Gateway } from '../gateway.ts';

/** Forgets name and document of rewarded people once the promotion need not account for them. */
export function forgetEndedHolds(database: Database, now: Date): Promise<void> {
  return database.transaction(async (queries) => {
    for (const consumerId of await endHolds(queries, now)) {
      await releaseFiles(queries, { consumerId, kept: [] });
    }
  });
}

/** Removes files that no receipt names any more; where the storage is away, the next time does. */
export async function removeReleasedFiles({
  database,
  storage,
}: Pick<Gateway, 'database' | 'storage'>): Promise<void> {
  for (const { fileKey, isNamed } of await findReleasedFiles(database)) {
    if (!isNamed) await storage.remove(fileKey);
    await forgetReleasedFile(database, fileKey);
  }
}
