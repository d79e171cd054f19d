import type { Command } from '../cli/command.ts';
import type { Database } from '../db/database.ts';
import { rewrapSecrets } from '../db/queries/secrets.ts';
import { keyIdOf, openKeyring } from '../db/wrap-secrets.ts';
import { isRefusal, notAllowedNow, type Refusal } from '../refusal.ts';
import { newKey, oneKeyChangeAtATime, readAddedKeys, writeKeyFile } from './key-file.ts';

export const secretsCommands: Command[] = [
  {
    usage: 'secrets rotate',
    does: `
      wraps the secrets in the database by another key, all of them or none:
      by the first of SECRETS_KEY, which holds the new key and the old one meanwhile;
      beside an embedded database without SECRETS_KEY by a new key in DATA_DIR/secrets.key.
      Backups of before still need the old one`,
    run: async ({ database, options }) => {
      const isDryRun = options['dry-run'] === true;
      const rotated = await oneKeyChangeAtATime(database, () =>
        rotateSecrets(database, { isDryRun }),
      );
      return isRefusal(rotated) ? rotated : [{ ...rotated }];
    },
  },
];

interface Rotated {
  secrets: number;
  from: string;
  key: string;
}

/**
 * Wraps all secrets again, or none. A key file gets a new key, and holds both until the rows are
 * written. With keys from the environment, the first one wraps what the others had wrapped.
 */
async function rotateSecrets(
  database: Database,
  { isDryRun }: { isDryRun: boolean },
): Promise<Rotated | Refusal> {
  const { keyring } = database;
  const before = keyring.keys();
  if (keyring.file === null && before.length === 1) {
    return notAllowedNow(
      `SECRETS_KEY precisa da chave nova e da antiga, separadas por vírgula. ${whoseKeys}`,
    );
  }
  const keys = keyring.file === null ? before : [newKey(), ...before];
  // Keys added for a backup that will be restored; no secret here uses them yet.
  const added = await readAddedKeys(keyring);
  const [first] = keys;
  if (!first) throw new Error('There is no key to wrap secrets with');
  if (!isDryRun) {
    // All of them until the rows are written: a commit may succeed although its answer is lost.
    if (keyring.file) await writeKeyFile(keyring.file, [...keys, ...added]);
    keyring.replaceKeys(keys);
  }
  const key = keyIdOf(first);
  const rewrapped = await database.transaction(async (queries) => {
    const ownKeyring = openKeyring([...keys, ...added]);
    const { secrets, keysBefore } = await rewrapSecrets({ ...queries, keyring: ownKeyring });
    const isNew = keyring.file !== null || keysBefore.some((id) => id !== key);
    return isNew ? { secrets, from: keysBefore.join(', '), key } : notAllowedNow(sameKey(key));
  });
  if (keyring.file && !isDryRun && !isRefusal(rewrapped)) {
    await writeKeyFile(keyring.file, [first, ...added]);
    keyring.replaceKeys([first]);
  }
  return rewrapped;
}

const whoseKeys = 'Com o banco embutido, valem as chaves do gateway que está no ar: pare-o antes.';

function sameKey(key: string): string {
  return `Os segredos já estão cifrados com a primeira chave de SECRETS_KEY, ${key}. Se essa é a antiga, ponha a nova na frente. ${whoseKeys}`;
}
