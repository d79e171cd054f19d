import type { Command } from '../cli/command.ts';
import type { Database } from '../db/database.ts';
import { rewrapSecrets } from '../db/queries/secrets.ts';
import { keyIdOf } from '../db/wrap-secrets.ts';
import { type ApiError, isApiError, notAllowedNow } from '../http/api-error.ts';
import { newKey, readAddedKeys, writeKeyFile } from './key-file.ts';

export const secretsCommands: Command[] = [
  {
    usage: 'secrets rotate',
    does: [
      'wraps the secrets in the database by another key, all of them or none: by the first of',
      'SECRETS_KEY, which holds the new key and the old one meanwhile; beside an embedded database',
      'by a new key in DATA_DIR/secrets.key. Backups of before still need the old one',
    ].join('\n'),
    run: async ({ database, options }) => {
      const rotated = await rotateSecrets(database, { isDryRun: options['dry-run'] === true });
      return isApiError(rotated) ? rotated : [{ ...rotated }];
    },
  },
];

interface Rotated {
  secrets: number;
  key: string;
}

/**
 * Wraps all secrets again, or none. A key file gets a new key, and holds both until the rows are
 * written. With keys from the environment, the first one wraps what the others had wrapped.
 */
async function rotateSecrets(
  database: Database,
  { isDryRun }: { isDryRun: boolean },
): Promise<Rotated | ApiError> {
  const { keyring } = database;
  const before = keyring.keys();
  if (keyring.file === null && before.length === 1) {
    return notAllowedNow(
      'SECRETS_KEY must hold the new key and the old one, separated by a comma.',
    );
  }
  const keys = keyring.file === null ? before : [newKey(), ...before];
  // Such as for a backup that is to be restored: this process has wrapped nothing by them.
  const added = await readAddedKeys(keyring);
  const [first] = keys;
  if (!first) throw new Error('There is no key to wrap secrets with');
  if (keyring.file && !isDryRun) await writeKeyFile(keyring.file, [...keys, ...added]);
  keyring.replaceKeys(keys);
  try {
    const secrets = await database.transaction(rewrapSecrets);
    if (isDryRun) keyring.replaceKeys(before);
    else if (keyring.file) {
      await writeKeyFile(keyring.file, [first, ...added]);
      keyring.replaceKeys([first]);
    }
    return { secrets, key: keyIdOf(first) };
  } catch (error) {
    // The file keeps both keys, since the commit may have succeeded all the same.
    if (isDryRun) keyring.replaceKeys(before);
    throw error;
  }
}
