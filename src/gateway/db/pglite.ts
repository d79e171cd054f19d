import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite, types } from '@electric-sql/pglite';
import type { Database, Queries } from './database.ts';

const asNumber = (text: string) => Number(text);
const asText = (text: string) => text;

/** Postgres inside this process: `memory://`, or `file://` and a folder that only this process opens. */
export async function openPglite(url: string): Promise<Database> {
  const directory = url.startsWith('file:') ? fileURLToPath(url) : null;
  if (directory) await mkdir(directory, { recursive: true });
  const pglite = await PGlite.create({
    dataDir: directory ?? 'memory://',
    parsers: { [types.INT8]: asNumber, [types.DATE]: asText },
  });
  return {
    query: queriesOf(pglite).query,
    transaction: (work) => pglite.transaction((inside) => work(queriesOf(inside))),
    script: async (text) => {
      await pglite.exec(text);
    },
    close: () => pglite.close(),
  };
}

function queriesOf(connection: Pick<PGlite, 'query'>): Queries {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await connection.query<Row>(text, [...values])).rows,
  };
}
