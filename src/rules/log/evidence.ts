import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ChainHead } from './ledger-entry-types.ts';
import { type ReadTile, tileWidth } from './log-tiles.ts';
import { isInTree } from './merkle.ts';
import {
  fromBase64,
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

export function readInclusionPromise(text: string): InclusionPromise | null {
  const [, name, from, until, hashes] = promisePattern.exec(text) ?? [];
  if (!name || !until || !hashes) return null;
  return { name, from: Number(from), until, leaves: hashes.trimEnd().split('\n') };
}

/** C2SP (c2sp.org/tlog-proof): an entry, its position, its path to the root, a checkpoint. */
interface LogProof {
  entry: string;
  index: number;
  path: readonly Uint8Array[];
  checkpoint: string;
}

const heading = 'c2sp.org/tlog-proof@v1';

/** The proof carries the entry's text as its extra data. */
export function formatProof({ entry, index, path, checkpoint }: LogProof): string {
  const extra = `extra ${toBase64(utf8ToBytes(entry))}`;
  return [heading, extra, `index ${index}`, ...path.map(toBase64), '', checkpoint].join('\n');
}

const proofPattern =
  /^c2sp\.org\/tlog-proof@v1\nextra ([\w+/]+={0,2})\nindex (0|[1-9]\d{0,14})\n((?:[\w+/]{43}=\n)*)\n([\s\S]+)$/;

interface ReadProof {
  entry: Uint8Array;
  index: number;
  path: string[];
  checkpoint: string;
  head: TreeHead;
}

/** Null for other text, and when the path does not lead to the checkpoint's root. */
export function readProof(text: string): ReadProof | null {
  const [, extra = '', index, hashes = '', checkpoint = ''] = proofPattern.exec(text) ?? [];
  const entry = fromBase64(extra);
  const head = readCheckpoint(checkpoint);
  if (index === undefined || !entry || !head) return null;
  const path = hashes.split('\n').flatMap((hash) => (hash ? hexOf(hash) : []));
  const read = { entry, index: Number(index), path, checkpoint, head };
  const claim = { index: read.index, size: head.size, proof: path, root: head.root };
  return isInTree(entry, claim) ? read : null;
}

function hexOf(base64: string): string {
  return bytesToHex(fromBase64(base64) ?? new Uint8Array());
}

/** Positions of leaves in the part of a log from `from` on; null while one of them is not there. */
export async function findLeaves(
  leaves: readonly Uint8Array[],
  { from, size }: { from: number; size: number },
  readTile: ReadTile,
): Promise<number[] | null> {
  const wantedLeaves = leaves.map(toBase64);
  const foundLeaves = new Map<string, number>();
  for (let index = Math.floor(from / tileWidth); index * tileWidth < size; index += 1) {
    const width = Math.min(tileWidth, size - index * tileWidth);
    for (const [offset, hash] of (await readTile({ level: 0, index, width })).entries()) {
      const position = index * tileWidth + offset;
      if (position >= from) foundLeaves.set(toBase64(hash), position);
    }
    const positions = wantedLeaves.flatMap((leaf) => foundLeaves.get(leaf) ?? []);
    if (positions.length === wantedLeaves.length) return positions;
  }
  return null;
}

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
