import { DatabaseSync } from 'node:sqlite';

/** Two processes would corrupt the embedded database's files. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(directory: string) {
    super(
      `The database in ${directory} is in use by another process, such as the gateway. ` +
        'Stop it first, or set DATABASE_URL to a PostgreSQL server, which many may use at once.',
    );
  }
}

/** SQLite's lock of a file beside it ends with the process. @returns its release. @throws FolderInUse */
export function lockFolder(directory: string): () => void {
  const file = new DatabaseSync(`${directory}.lock`, { timeout: 0 });
  try {
    file.exec('begin exclusive');
  } catch {
    file.close();
    throw new FolderInUse(directory);
  }
  return () => file.close();
}
