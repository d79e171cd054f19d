import type { Database } from '../db/database.ts';
import { scheduleFilesOf } from '../receipts/file-deletion.ts';
import { endHolds } from './erasure-queries.ts';

/** Forgets name and document of rewarded people once the promotion need not account for them. */
export function forgetEndedHolds(database: Database, now: Date): Promise<void> {
  return database.transaction(async (queries) => {
    for (const consumerId of await endHolds(queries, now)) {
      await scheduleFilesOf(queries, { consumerId, kept: [] });
    }
  });
}
