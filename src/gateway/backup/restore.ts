import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { linesOf } from '../../rules/text.ts';
import { type Call, pathOf, type Row } from '../cli/command.ts';
import type { Queries } from '../db/database.ts';
import { type ApiError, apiError } from '../http/api-error.ts';
import { type Contents, readBackup, storedFile, tableFile } from './folder.ts';
import { continueNumbers, emptyTables, findMigrations, insertRows, isInUse } from './queries.ts';

/** Rows written at a time. */
const pageSize = 1000;

/**
 * Puts a backup in the place of what the database holds, all of it or nothing.
 * Refused for a backup that is broken or of another version, and for a database in use.
 */
export async function restore(call: Call): Promise<readonly Row[] | ApiError> {
  const { database, options, progress } = call;
  const folder = pathOf(call);
  const read = await readBackup(folder);
  if ('broken' in read) return no(`O arquivo ${read.broken} não é o que foi guardado.`);
  const { contents } = read;
  if (!isDeepStrictEqual(contents.migrations, await findMigrations(database))) {
    return no('A cópia é de outra versão do sistema.');
  }
  if (!options.force && (await isInUse(database))) {
    return no('O banco de dados já está em uso: --force o substitui.');
  }
  if (!options['dry-run']) await putFiles(call, contents, folder);
  await database.transaction((queries) => fill(queries, contents, { folder, progress }));
  progress('Start the gateway anew: it has in mind what was there before.');
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0);
  return [{ madeAt: contents.madeAt, rows, files: contents.files.length }];
}

/** Before the rows that name them. */
async function putFiles({ storage }: Call, { files }: Contents, folder: string): Promise<void> {
  for (const { key, sha256 } of files) {
    await storage.put(key, await readFile(join(folder, storedFile(sha256))));
  }
}

async function fill(
  queries: Queries,
  { tables }: Contents,
  { folder, progress }: { folder: string } & Pick<Call, 'progress'>,
): Promise<void> {
  await emptyTables(
    queries,
    tables.map(({ name }) => name),
  );
  for (const { name, rows } of tables) {
    let page: string[] = [];
    for await (const line of linesOf(createReadStream(join(folder, tableFile(name)), 'utf8'))) {
      page.push(line);
      if (page.length < pageSize) continue;
      await insertRows(queries, name, page);
      page = [];
    }
    if (page.length > 0) await insertRows(queries, name, page);
    progress(`${name}: ${rows} rows`);
  }
  await continueNumbers(queries);
}

function no(message: string): ApiError {
  return apiError('NOT_ALLOWED_NOW', { message });
}
