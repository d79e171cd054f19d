import type { ChainHead } from './ledger-entry-types.ts';
import { readProof } from './log-proof.ts';
import {
  isSignedCheckpoint,
  openNote,
  parseNoteKey,
  readCheckpoint,
  type TreeHead,
  toBase64,
} from './signed-note.ts';

/** Files of a log that people kept. They expose a log that was swapped for another one. */
export interface Evidence {
  name: string;
  text: string;
}

/** Comes with a receipt: hashes (base64) of entries that must be in the log by a given moment. */
export interface InclusionPromise {
  name: string;
  /** The log's size when the gateway promised: the entries are at this position or later. */
  from: number;
  until: string;
  leaves: string[];
}

export type HeldEvidence =
  | { kind: 'promise'; promise: InclusionPromise }
  | { kind: 'tree'; head: TreeHead }
  /** From before the log was a tree. */
  | { kind: 'chain'; heads: ChainHead[]; isSigned: boolean };

/** Lines: `<name of the key>/promise`, the size, the moment, a hash per entry. */
export function promiseText(promise: Omit<InclusionPromise, 'leaves'> & { leaves: Uint8Array[] }) {
  const { name, from, until, leaves } = promise;
  return [`${name}/promise`, from, until, ...leaves.map(toBase64), ''].join('\n');
}

const promisePattern = /^(\S+)\/promise\n(\d{1,15})\n(\d{4}-[\dT:.-]+Z)\n((?:[\w+/]{43}=\n)+)\n— /;
const chainPromisePattern = /^\S+\/promise\n(\d{1,15})\n([0-9a-f]{64})\n\n— /;
const chainLinePattern = /^\{"position":(\d{1,15}),"hash":"([0-9a-f]{64})",/gm;

/** Does not check the signature. Null for a text that is no evidence. */
export function readEvidence(text: string): HeldEvidence | null {
  const promise = readInclusionPromise(text);
  if (promise) return { kind: 'promise', promise };
  const head = readProof(text)?.head ?? readCheckpoint(text);
  if (head) return { kind: 'tree', head };
  const [, position, hash] = chainPromisePattern.exec(text) ?? [];
  if (hash) return { kind: 'chain', heads: [{ position: Number(position), hash }], isSigned: true };
  const heads = Array.from(text.matchAll(chainLinePattern), ([, position, value = '']) => ({
    position: Number(position),
    hash: value,
  }));
  return heads.length > 0 ? { kind: 'chain', heads, isSigned: false } : null;
}

export function readInclusionPromise(text: string): InclusionPromise | null {
  const [, name, from, until, hashes] = promisePattern.exec(text) ?? [];
  if (!name || !until || !hashes) return null;
  return { name, from: Number(from), until, leaves: hashes.trimEnd().split('\n') };
}

/**
 * Whether the log's key signed it; heads of a chain need no signature.
 * @param log the key that the log publishes
 * @throws Error where the browser cannot check Ed25519
 */
export async function isGenuine(text: string, log: string): Promise<boolean> {
  const held = readEvidence(text);
  if (held?.kind === 'chain' && !held.isSigned) return true;
  const key = parseNoteKey(log);
  if (!key) return false;
  if (held?.kind === 'tree') return isSignedCheckpoint(readProof(text)?.checkpoint ?? text, key);
  return (await openNote(text, key))?.startsWith(`${key.name}/promise\n`) ?? false;
}
