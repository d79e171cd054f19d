import { createCipheriv, createHash } from 'node:crypto';

/**
 * Systems of shops encrypt receipts so that they are not changed; these open with the empty
 * password, as their keys show (ISO 32000-2, 7.6.4). What is not understood counts as locked.
 */
export function asksForPassword(latin1: string): boolean {
  const encryptReference = /\/Encrypt\s*(?:(\d{1,9})\s+(\d{1,9})\s+R|<<)/.exec(latin1);
  if (!encryptReference) return false;
  const [, object, generation] = encryptReference;
  const start = object
    ? latin1.search(new RegExp(`(?<!\\d)${object}\\s+${generation}\\s+obj\\s*<<`))
    : encryptReference.index;
  const encryption = readTopEntries(startingAt(latin1, start));
  const opens = Number(encryption.get('/R')) < 5 ? opensWithMd5 : opensWithSha;
  return !opens(encryption, readFileId(latin1));
}

type Entries = ReadonlyMap<string, string>;

/** Twice what the longest keys take. */
const maxDictionaryLength = 2048;

const token = /<<|>>|<[\da-f\s]*>|\/?[^\s()<>[\]/]+/gi;

function startingAt(text: string, start: number): string {
  return start < 0 ? '' : inHex(text.slice(start, start + maxDictionaryLength));
}

const stringPart = /\\(?:[0-7]{1,3}|\r\n|[\s\S])|[()]|[^\\()]+/g;

/** Writes strings in brackets, which may hold brackets in pairs, as hex like the others. */
function inHex(text: string): string {
  let hexText = '';
  let characters = '';
  let depth = 0;
  for (const [part] of text.matchAll(stringPart)) {
    if (part === ')') depth -= 1;
    if (depth > 0) characters += unescaped(part);
    else if (part === ')') {
      hexText += `<${Buffer.from(characters, 'latin1').toString('hex')}>`;
      characters = '';
      depth = 0;
    } else if (part !== '(') hexText += part;
    if (part === '(') depth += 1;
  }
  return hexText;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(part: string): string {
  if (!part.startsWith('\\')) return part;
  const escaped = part.slice(1);
  if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
  return /^[\r\n]/.test(escaped) ? '' : (escapes[escaped] ?? escaped);
}

function readTopEntries(text: string): Entries {
  const entries = new Map<string, string>();
  let depth = 0;
  let previous = '';
  for (const [read] of text.slice(text.indexOf('<<')).matchAll(token)) {
    if (read === '>>') depth -= 1;
    else if (depth === 1) entries.set(previous, read);
    if (read === '<<') depth += 1;
    if (depth === 0) break;
    previous = read;
  }
  return entries;
}

function readFileId(latin1: string): Buffer {
  const [, id] = startingAt(latin1, latin1.search(/\/ID\s*\[/)).match(token) ?? [];
  return bytesOf(id);
}

function bytesOf(hex = ''): Buffer {
  return Buffer.from(hex.replaceAll(/[<>\s]/g, ''), 'hex');
}

const emptyPassword = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);

function opensWithMd5(encryption: Entries, id: Buffer): boolean {
  const revision = Number(encryption.get('/R'));
  const bits = Number(encryption.get('/Length') ?? (revision === 4 ? 128 : 40));
  const owner = bytesOf(encryption.get('/O')).subarray(0, 32);
  const user = bytesOf(encryption.get('/U'));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(Number(encryption.get('/P')) | 0);
  const isMetadataPlain = revision === 4 && encryption.get('/EncryptMetadata') === 'false';
  const end = Buffer.alloc(isMetadataPlain ? 4 : 0, 0xff);
  const keyOf = (...parts: Uint8Array[]) => md5(...parts).subarray(0, bits / 8);
  let key = keyOf(emptyPassword, owner, permissions, id, end);
  if (revision === 2) return user.subarray(0, 32).equals(rc4(key, emptyPassword));
  for (let round = 0; round < 50; round += 1) key = keyOf(key);
  let check: Uint8Array = md5(emptyPassword, id);
  for (let round = 0; round < 20; round += 1) {
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  }
  return user.subarray(0, 16).equals(check);
}

function md5(...parts: Uint8Array[]): Uint8Array {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

/** Written out here, as OpenSSL 3 no longer offers it. */
function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (first: number, second: number) => {
    [state[first], state[second]] = [at(second), at(first)];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 255;
    swap(index, other);
  }
  let other = 0;
  return data.map((byte, before) => {
    const index = (before + 1) & 255;
    other = (other + at(index)) & 255;
    swap(index, other);
    return byte ^ at(at(index) + at(other));
  });
}

function opensWithSha(encryption: Entries): boolean {
  const user = bytesOf(encryption.get('/U'));
  const salt = user.subarray(32, 40);
  const first = createHash('sha256').update(salt).digest();
  const expected = encryption.get('/R') === '5' ? first : hardened(first);
  return user.subarray(0, 32).equals(expected);
}

/** Made slow on purpose: at least 64 rounds, at most 288. */
function hardened(first: Buffer): Buffer {
  let hash = first;
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const key = hash.subarray(0, 16);
    const start = hash.subarray(16, 32);
    const cipher = createCipheriv('aes-128-cbc', key, start).setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array<Buffer>(64).fill(hash)));
    last = mixed.at(-1) ?? 0;
    const sum = mixed.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    const size = ([256, 384, 512] as const)[sum % 3];
    hash = createHash(`sha${size}`).update(mixed).digest();
  }
  return hash.subarray(0, 32);
}
