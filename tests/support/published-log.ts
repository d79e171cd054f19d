import { generateKeyPairSync, sign } from 'node:crypto';
import {
  formatBundle,
  formatTile,
  type Tile,
  TiledTree,
  tilePath,
  tileWidth,
} from '../../src/rules/log/log-tiles.ts';
import { leafHash } from '../../src/rules/log/merkle.ts';
import { checkpointText, formatNote, formatNoteKey } from '../../src/rules/log/signed-note.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { x = '' } = publicKey.export({ format: 'jwk' });
const key = {
  name: 'promo.example/promocao/19',
  publicKey: Uint8Array.from(Buffer.from(x, 'base64url')),
};

/** For every log that a test itself writes. */
const testLogKey = formatNoteKey(key);

export function signAsLog(text: string): string {
  return formatNote(text, key, sign(null, Buffer.from(text), privateKey));
}

interface WrittenLog {
  checkpoint: string;
  /** By their paths. */
  files: Map<string, Uint8Array>;
}

/** A log as it is published that holds these entries after the one that opens it. */
export function writeLog(entries: readonly string[], chain: unknown = null): WrittenLog {
  const at = '2026-01-01T00:00:00.000Z';
  const opening = JSON.stringify({ at, type: 'LOG_OPENED', log: testLogKey, chain });
  const all = [opening, ...entries];
  const tree = new TiledTree();
  const files = new Map<string, Uint8Array>();
  const addFile = (tile: Tile, bytes: Uint8Array) => files.set(tilePath(tile), bytes);
  for (const entry of all) {
    for (const tile of tree.add(leafHash(entry))) addFile(tile, formatTile(tile.hashes));
  }
  for (const [level, hashes] of tree.open.entries()) {
    const index = Math.floor(tree.size / tileWidth ** (level + 1));
    if (hashes.length > 0) addFile({ level, index, width: hashes.length }, formatTile(hashes));
  }
  for (let index = 0; index * tileWidth < all.length; index += 1) {
    const bundle = all.slice(index * tileWidth, (index + 1) * tileWidth);
    addFile({ level: 'entries', index, width: bundle.length }, formatBundle(bundle));
  }
  const { name } = key;
  return { checkpoint: signAsLog(checkpointText(name, tree.size, tree.root())), files };
}

/** Reads from files by their paths; throws for one that is not there. */
export function logFrom(files: ReadonlyMap<string, Uint8Array>) {
  return async (path: string): Promise<Uint8Array> => {
    const bytes = files.get(path);
    if (!bytes) throw new Error(`There is no ${path}`);
    return bytes;
  };
}
