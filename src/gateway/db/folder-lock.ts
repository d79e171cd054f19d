import { DatabaseSync } from 'node:sqlite';

/** Another process has the embedded database open; one more would spoil its files. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(directory: string) {
    super(
      `The database in ${directory} is in use by another process, such as the gateway. ` +
        'Stop it first, or set DATABASE_URL to a PostgreSQL server, which many may use at once.',
    );
  }
}

/**
 * Keeps a folder to this process: SQLite holds a lock of the operating system on a file beside it,
 * which the system itself lets go of when the process ends, in whatever way. So no crash leaves a
 * lock behind, and of two processes that start at once exactly one gets it.
 * @returns what gives the folder back.
 * @throws FolderInUse
 */
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
