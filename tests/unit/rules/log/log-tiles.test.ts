import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatProof, readProof } from '../../../../src/rules/log/evidence.ts';
import {
  formatBundle,
  formatTile,
  pathFromTiles,
  readBundle,
  readTile,
  readTilePath,
  type Tile,
  TiledTree,
  tilePath,
} from '../../../../src/rules/log/log-tiles.ts';
import { leafHash, merkleTree, rootOf } from '../../../../src/rules/log/merkle.ts';
import { logFrom, signAsLog, writeLog } from '../../../support/published-log.ts';

const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');

/** Entries of the test tree that RFC 6962's own implementation uses, in hexadecimal, and its roots. */
const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((text) => Buffer.from(text, 'hex'));
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('the tree is that of the standard’s test vectors', () => {
  const tree = new TiledTree();
  expect(hex(tree.root())).toBe(createHash('sha256').digest('hex'));
  for (const [index, entry] of entries.entries()) {
    tree.add(leafHash(entry));
    expect(hex(tree.root())).toBe(roots[index]);
  }
});

test('places are named as the standard names them', () => {
  const whole = { level: 0, index: 1_234_067, width: 256 };
  expect(tilePath(whole)).toBe('tile/0/x001/x234/067');
  expect(tilePath({ level: 'entries', index: 0, width: 256 })).toBe('tile/entries/000');
  expect(tilePath({ level: 1, index: 999, width: 17 })).toBe('tile/1/999.p/17');
  fc.assert(
    fc.property(
      fc.record<Tile>({
        level: fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
        index: fc.nat({ max: 2_000_000_000 }),
        width: fc.integer({ min: 1, max: 256 }),
      }),
      (tile) => {
        expect(readTilePath(tilePath(tile))).toEqual(tile);
      },
    ),
  );
});

/** 70,000 entries have full tiles and open ones on three levels, as the standard's example counts them. */
test('70,000 entries are 273 full tiles and one of 112, one and one of 17, and one of 1', () => {
  const tree = new TiledTree();
  const full = new Map<number | string, number>();
  for (let index = 0; index < 70_000; index += 1) {
    for (const { level } of tree.add(leafHash(`${index}`))) {
      full.set(level, (full.get(level) ?? 0) + 1);
    }
  }
  expect(Object.fromEntries(full)).toEqual({ 0: 273, 1: 1 });
  expect(tree.open.map(({ length }) => length)).toEqual([112, 17, 1]);
});

test('a tree goes on from its open tiles, and its root is that of all leaves', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1500 }), fc.nat(), (size, split) => {
      const leaves = Array.from({ length: size }, (_, index) => `${index}`);
      const first = new TiledTree();
      for (const leaf of leaves.slice(0, split % size)) first.add(leafHash(leaf));
      const open = first.open.map((hashes) => readTile(formatTile(hashes)));
      const tree = new TiledTree(first.size, open);
      for (const leaf of leaves.slice(split % size)) tree.add(leafHash(leaf));
      const { root } = merkleTree(leaves);
      expect(hex(tree.root())).toBe(root);
      expect(hex(rootOf(leaves.map(leafHash)))).toBe(root);
    }),
    { numRuns: 60 },
  );
});

test('bundles hold entries of any bytes, and say what is left over', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 300 }), (texts) => {
      const read = readBundle(formatBundle(texts));
      expect(read.map((bytes) => Buffer.from(bytes).toString())).toEqual(texts);
    }),
  );
  const bytes = formatBundle(['ab', 'cd']);
  expect(readBundle(Uint8Array.of(...bytes, 0)).length).toBe(3);
});

test('an entry is proved from tiles alone, at any place of a log of any size', async () => {
  const texts = Array.from({ length: 65_600 }, (_, index) => `${index}`);
  const logs = new Map<number, ReturnType<typeof writeLog>>();
  const sizes = [2, 200, 256, 257, 511, 512, 700, 65_536, 65_537];
  for (const size of sizes) logs.set(size, writeLog(texts.slice(0, size - 1)));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sizes), fc.nat(), async (size, place) => {
      const log = logs.get(size);
      if (!log) throw new Error('Each size has one');
      const index = 1 + (place % (size - 1));
      const read = logFrom(log.files);
      const path = await pathFromTiles(index, size, async (tile) =>
        readTile(await read(tilePath(tile))),
      );
      const entry = texts[index - 1] ?? '';
      const { checkpoint } = log;
      const proof = formatProof({ entry, index, path, checkpoint });
      expect(readProof(proof)).toMatchObject({ index, checkpoint });
      expect(readProof(formatProof({ entry: `${entry}x`, index, path, checkpoint }))).toBeNull();
      expect(readProof(formatProof({ entry, index: index - 1, path, checkpoint }))).toBeNull();
    }),
    { numRuns: 120 },
  );
}, 60_000);

test('a proof has the form of the standard', () => {
  const checkpoint = signAsLog(
    `promo.example/promocao/19\n1\n${Buffer.from(leafHash('a')).toString('base64')}\n`,
  );
  const proof = formatProof({ entry: 'a', index: 0, path: [], checkpoint });
  expect(proof).toBe(`c2sp.org/tlog-proof@v1\nextra YQ==\nindex 0\n\n${checkpoint}`);
  expect(readProof(proof)?.head.size).toBe(1);
  expect(readProof(proof.replace('index 0', 'index 00'))).toBeNull();
});
