import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** C2SP (c2sp.org/signed-note), Ed25519; lines `— <name> <base64 of key id and signature>`. */

/** A signer's name, without blanks and plus signs, and public key of 32 bytes. */
interface NoteKey {
  name: string;
  publicKey: Uint8Array<ArrayBuffer>;
}

const ed25519 = Uint8Array.of(1);
const keyIdLength = 4;

/** A key as it is published: `<name>+<key id in hexadecimal>+<base64 of the kind and the key>`. */
export function formatNoteKey({ name, publicKey }: NoteKey): string {
  const id = bytesToHex(keyId({ name, publicKey }));
  return `${name}+${id}+${toBase64(concatBytes(ed25519, publicKey))}`;
}

/** Null for text that is no key, or whose id does not match its key. */
export function parseNoteKey(text: string): NoteKey | null {
  const [, name = '', id, base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(base64);
  if (bytes?.length !== 33 || bytes[0] !== ed25519[0]) return null;
  const key = { name, publicKey: bytes.slice(1) };
  return bytesToHex(keyId(key)) === id ? key : null;
}

export function formatNote(text: string, key: NoteKey, signature: Uint8Array): string {
  return `${text}\n— ${key.name} ${toBase64(concatBytes(keyId(key), signature))}\n`;
}

/** Null unless the key has signed it. Throws where the browser cannot check Ed25519. */
export async function openNote(note: string, key: NoteKey): Promise<string | null> {
  const end = note.lastIndexOf('\n\n');
  if (end < 0) return null;
  const text = note.slice(0, end + 1);
  const verifier = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, [
    'verify',
  ]);
  for (const line of note.slice(end + 2).split('\n')) {
    const [, name, base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(base64);
    if (name !== key.name || !bytes) continue;
    if (bytesToHex(bytes.slice(0, keyIdLength)) !== bytesToHex(keyId(key))) continue;
    const signature = bytes.slice(keyIdLength);
    const signed = new Uint8Array(utf8ToBytes(text));
    if (await crypto.subtle.verify('Ed25519', verifier, signature, signed)) return text;
  }
  return null;
}

/** Null when the browser cannot check Ed25519, as those from before 2025. */
export function signatureHolds(checked: Promise<boolean>): Promise<boolean | null> {
  return checked.catch(() => null);
}

function keyId({ name, publicKey }: NoteKey): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(`${name}\n`), ed25519, publicKey)).slice(0, keyIdLength);
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** How many entries a log has, and the root of their tree in hexadecimal. */
export interface TreeHead {
  size: number;
  root: string;
}

/** C2SP (c2sp.org/tlog-checkpoint): the log's name, its size, its root in base64. */
export function checkpointText(origin: string, size: number, root: Uint8Array): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

const head = /^[^\s+]+\n(0|[1-9]\d{0,14})\n([\w+/]{43}=)\n\n— /;

/** Does not check the signature. Null for other text. */
export function readCheckpoint(note: string): TreeHead | null {
  const [, size, base64 = ''] = head.exec(note) ?? [];
  const root = fromBase64(base64);
  return size !== undefined && root ? { size: Number(size), root: bytesToHex(root) } : null;
}

/** Throws where the browser cannot check Ed25519. */
export async function isSignedCheckpoint(note: string, key: NoteKey): Promise<boolean> {
  return (await openNote(note, key))?.startsWith(`${key.name}\n`) ?? false;
}
