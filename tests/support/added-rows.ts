import { findTables } from '../../src/gateway/backup/queries.ts';
import type { Queries } from '../../src/gateway/db/database.ts';

/** How many rows some work has added to each table. */
export async function rowsMadeBy(
  database: Queries,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await countRows(database);
  await work();
  const after = await countRows(database);
  return Object.fromEntries(
    [...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]),
  );
}

async function countRows(database: Queries): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of await findTables(database)) {
    const [row] = await database.query<{ rows: number }>(`select count(*) as rows from "${name}"`);
    counts.set(name, row?.rows ?? 0);
  }
  return counts;
}
