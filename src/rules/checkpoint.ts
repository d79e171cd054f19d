import { bytesToHex } from '@noble/hashes/utils.js';
import { fromBase64, type NoteKey, openNote, toBase64 } from './signed-note.ts';

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

/** Checked by no signature yet. Null for another text. */
export function readCheckpoint(note: string): TreeHead | null {
  const [, size, base64 = ''] = head.exec(note) ?? [];
  const root = fromBase64(base64);
  return size !== undefined && root ? { size: Number(size), root: bytesToHex(root) } : null;
}

/** Throws where the browser cannot check Ed25519. */
export async function isSignedCheckpoint(note: string, key: NoteKey): Promise<boolean> {
  return (await openNote(note, key))?.startsWith(`${key.name}\n`) ?? false;
}
