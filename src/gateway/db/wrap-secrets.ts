import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface WrappedSecret {
  name: string;
  keyId: string;
  /** Base64url of 12 bytes of nonce, 16 of tag, and the secret encrypted with AES-256-GCM. */
  wrapped: string;
}

/** The keys, kept outside the database, without which its secrets cannot be read. */
export interface Keyring {
  /** Where `secrets rotate` writes a new key; null when the environment holds the keys. */
  readonly file: string | null;
  keys(): readonly Uint8Array[];
  replaceKeys(keys: readonly Uint8Array[]): void;
  wrap(name: string, value: string): WrappedSecret;
  /** @throws WrongSecretsKey also for a row that was changed, or swapped with another one */
  unwrap(row: WrappedSecret): string;
}

export const secretsKeyBytes = 32;

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export class WrongSecretsKey extends Error {
  override readonly name = 'WrongSecretsKey';
}

export function openKeyring(first: readonly Uint8Array[], file: string | null = null): Keyring {
  let keys = first;
  return {
    file,
    keys: () => keys,
    replaceKeys(next) {
      keys = next;
    },
    wrap(name, value) {
      const [key] = keys;
      if (!key) throw new Error('There is no key to wrap secrets with');
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce).setAAD(nameData(name));
      const sealed = Buffer.concat([sealing.update(value, 'utf8'), sealing.final()]);
      const wrapped = Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url');
      return { name, keyId: keyIdOf(key), wrapped };
    },
    unwrap({ name, keyId, wrapped }) {
      const key = keys.find((known) => keyIdOf(known) === keyId);
      if (!key) throw new WrongSecretsKey(wrongKeyMessage(keyId, keys.map(keyIdOf)));
      const bytes = Buffer.from(wrapped, 'base64url');
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
        .setAAD(nameData(name))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const sealed = bytes.subarray(nonceBytes + tagBytes);
        return Buffer.concat([opening.update(sealed), opening.final()]).toString('utf8');
      } catch {
        throw new WrongSecretsKey(
          `The secret ${name} in the database is not what was wrapped there: restore it from a backup.`,
        );
      }
    },
  };
}

/** Identifies a key in logs and rows without revealing anything about it. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('secrets-key/1:').update(key).digest('hex').slice(0, 16);
}

/** Binds a secret to its row's name, so that rows cannot be swapped. */
function nameData(name: string): Buffer {
  return Buffer.from(`secret/1:${name}`);
}

function wrongKeyMessage(wanted: string, held: readonly string[]): string {
  return `The secrets in the database are wrapped by the key ${wanted}, and SECRETS_KEY (or secrets.key in DATA_DIR) holds ${held.join(', ')}: start with the key they were wrapped by.`;
}
