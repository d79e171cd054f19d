import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { getTransparencyEndpoint, transparencyFiles } from '../../src/contract/transparency.ts';
import { appendToLedger } from '../../src/gateway/ledger/append-entries.ts';
import { findLogFile, findLogFolder } from '../../src/gateway/ledger/log-files.ts';
import {
  countLuckyNumbers,
  type SeriesCount,
} from '../../src/gateway/rewards/lucky-number-queries.ts';
import { transparencyReader } from '../../src/gateway/transparency/summary.ts';
import {
  readBundle,
  readTile,
  type Tile,
  TiledTree,
  tilePath,
} from '../../src/rules/log/log-tiles.ts';
import { leafHash } from '../../src/rules/log/merkle.ts';
import { readCheckpoint } from '../../src/rules/log/signed-note.ts';
import { passTheEnd } from '../support/draws.ts';
import { openGateway } from '../support/gateway.ts';
import { sendFullReceipt, signUpWithAllFields } from '../support/gateway-actions.ts';
import { moderate } from '../support/moderation.ts';

const site = await openGateway({ variant: 'all' });
const ana = await signUpWithAllFields(site);
afterAll(() => site.close());

async function summary() {
  await site.publishLog();
  return (await site.call(getTransparencyEndpoint)).body;
}

async function file(path: string): Promise<string> {
  const response = await site.send(path);
  expect(response.status).toBe(200);
  return response.text();
}

function sizeOf(checkpoint: string): number {
  return readCheckpoint(checkpoint)?.size ?? 0;
}

/** A file of the log, as a browser gets it. */
async function logFile(tile: Tile): Promise<Uint8Array> {
  const response = await site.send(`${transparencyFiles.log}/${tilePath(tile)}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes;
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

test('the summary counts what was given out, voided and won', async () => {
  const before = await summary();
  expect(before).toMatchObject({
    campaignId: 19,
    phase: 'open',
    revealedAt: null,
    draws: [{ engine: 101, seriesQuantity: 10, numbersPerSeries: 100_000, voided: 0, key: null }],
    schedules: [{ engine: 102, total: 500, left: 500, seed: null }],
    results: [],
  });
  expect(before.draws[0]?.issued).toEqual(new Array(10).fill(0));
  const { id } = await sendFullReceipt(site, ana);
  const bia = await signUpWithAllFields(site);
  await sendFullReceipt(site, bia);
  await moderate(site, id, { to: 'REJECTED', reason: 'x' });
  const after = await summary();
  expect(total(after.draws[0]?.issued ?? [])).toBe(2);
  expect(after.draws[0]?.voided).toBe(1);
  // The prize that comes back is shown with its next win only.
  expect(after.schedules[0]?.left).toBe(498);
  expect(sizeOf(after.checkpoint)).toBe(sizeOf(before.checkpoint) + 6);
});

test('a gateway that recounts says the same as one that kept counting', async () => {
  await sendFullReceipt(site, ana);
  const counted = await summary();
  const other = await openGateway({ variant: 'all', database: site.gateway.database });
  expect((await other.call(getTransparencyEndpoint)).body).toEqual(counted);
  await other.close();
});

test('simultaneous requests for the summary share one count, the sum of its parts', async () => {
  const { database } = site.gateway;
  let counts = 0;
  const watched: typeof database = {
    ...database,
    transaction: (work) =>
      database.transaction(({ query, ...queries }) =>
        work({
          ...queries,
          query: (text, values) => {
            if (text.includes('count(voided_at)')) counts += 1;
            return query(text, values);
          },
        }),
      ),
  };
  const read = transparencyReader({ ...site.gateway, database: watched });
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => read(site.clock.now)));
  expect(others).toEqual([first, first]);
  expect(counts).toBe(1);
  const issued = (parts: readonly SeriesCount[]) => total(parts.map((part) => part.issued));
  const voided = (parts: readonly SeriesCount[]) => total(parts.map((part) => part.voided));
  const [whole, parts] = [
    await countLuckyNumbers(database, 19),
    await countLuckyNumbers(database, 19, 1),
  ];
  expect(parts.length).toBeGreaterThan(1);
  expect([issued(parts), voided(parts)]).toEqual([issued(whole), voided(whole)]);
});

test('a summary holds one state of the log, also while another call reads a later one', async () => {
  const { database } = site.gateway;
  const counted = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const released = Promise.withResolvers<void>();
  let calls = 0;
  const slow: typeof database = {
    ...database,
    query: async (text, values) => {
      if (text.includes('from prize_stock')) {
        counted[calls]?.resolve();
        calls += 1;
        await released.promise;
      }
      return database.query(text, values);
    },
  };
  const read = transparencyReader({ ...site.gateway, database: slow });
  const first = read(site.clock.now);
  await counted[0]?.promise;
  await sendFullReceipt(site, ana);
  const { checkpoint } = await summary();
  await database.query(
    `insert into time_stamps (campaign_id, size, checkpoint, answer_base64, stamped_at)
     values (19, $1, $2, '', now())`,
    [sizeOf(checkpoint), checkpoint],
  );
  const second = read(site.clock.now);
  await counted[1]?.promise;
  released.resolve();
  expect(sizeOf((await first).checkpoint)).toBeLessThan(sizeOf(checkpoint));
  expect(await first).toMatchObject({ stamps: [] });
  expect(await second).toMatchObject({ checkpoint, stamps: [{ checkpoint }] });
  await database.query('delete from time_stamps');
});

test('an entry that is not in the log yet is not counted', async () => {
  const before = await summary();
  await sendFullReceipt(site, ana);
  const other = await openWithoutSealing();
  expect((await other.call(getTransparencyEndpoint)).body).toEqual(before);
  await other.close();
  expect(total((await summary()).draws[0]?.issued ?? [])).toBe(
    total(before.draws[0]?.issued ?? []) + 1,
  );
});

/** Counts anew, as of the checkpoint that is published. */
async function openWithoutSealing() {
  const { database } = site.gateway;
  const held = {
    ...database,
    query: <Row>(text: string, values?: readonly unknown[]) =>
      text.startsWith('select from ledger_entries') ? [] : database.query<Row>(text, values),
  };
  return openGateway({ variant: 'all', database: held as typeof database });
}

test('checkpoint, tiles and bundles are one tree, of more than a tile', async () => {
  const entries = new Array(700).fill({ type: 'WITHDRAWAL_SETTLED', withdrawal: 1, status: 'x' });
  const { database } = site.gateway;
  const { now } = site.clock;
  const early = sizeOf((await summary()).checkpoint);
  const tileOf = (level: 0 | 'entries', index: number, size: number): Tile => ({
    level,
    index,
    width: Math.min(256, size - index * 256),
  });
  const firstPart = await logFile(tileOf('entries', 0, early));
  await database.transaction((queries) => appendToLedger(queries, 19, { now, entries }));
  const { checkpoint } = await summary();
  expect(await file(`${transparencyFiles.log}/checkpoint`)).toBe(checkpoint);
  const size = sizeOf(checkpoint);
  const tree = new TiledTree();
  for (let index = 0; index * 256 < size; index += 1) {
    const bundle = readBundle(await logFile(tileOf('entries', index, size)));
    const hashes = readTile(await logFile(tileOf(0, index, size)));
    expect(bundle.map(leafHash).map(toHex)).toEqual(hashes.map(toHex));
    for (const hash of hashes) tree.add(hash);
  }
  expect(toHex(tree.root())).toBe(readCheckpoint(checkpoint)?.root);
  const above = await logFile({ level: 1, index: 0, width: Math.floor(size / 256) });
  expect(readTile(above).map(toHex)).toEqual(tree.open[1]?.map(toHex));
  // A reader of an earlier checkpoint still finds its parts.
  expect(await logFile(tileOf('entries', 0, early))).toEqual(firstPart);
  const part = await logFile(tileOf(0, 0, early));
  expect(part).toEqual((await logFile(tileOf(0, 0, size))).slice(0, early * 32));
});

test('a lost file is rebuilt identically from the database', async () => {
  const { database, storage, settings } = site.gateway;
  const log = { database, storage, campaignId: 19 };
  const tile = { level: 'entries' as const, index: 1, width: 256 };
  const folder = join(
    fileURLToPath(settings.storageUrl),
    await findLogFolder(database, 19),
    'tile',
  );
  const before = await findLogFile(log, tilePath(tile));
  await rm(folder, { recursive: true });
  expect(await findLogFile(log, tilePath(tile))).toEqual(before);
  expect(await readFile(join(folder, 'entries/001'))).toEqual(Buffer.from(before?.bytes ?? []));
});

test.each([
  'tile/0/099',
  'tile/0/000.p/256',
  'tile/0/000.p/0',
  'tile/00/000',
  'tile/9/000',
  'tile/entries/0',
  'tile/entries/x000/000',
  'tile/0/../../x',
])('the log has no file %s', async (path) => {
  expect((await site.send(`${transparencyFiles.log}/${path}`)).status).toBe(404);
});

test('the storage is not asked for a file that the log does not have yet', async () => {
  const { database, storage } = site.gateway;
  const requestedKeys: string[] = [];
  const get = (key: string) => {
    requestedKeys.push(key);
    return storage.get(key);
  };
  const log = { database, storage: { ...storage, get }, campaignId: 19 };
  for (const path of ['tile/entries/099', 'tile/5/x999/999', 'tile/0/x999/x999/x999/999']) {
    expect(await findLogFile(log, path)).toBeNull();
  }
  expect(requestedKeys).toEqual([]);
  await findLogFile(log, 'tile/entries/001');
  expect(requestedKeys).toEqual([`${await findLogFolder(database, 19)}/tile/entries/001`]);
});

test('lists and keys are published once the secrets are revealed', async () => {
  const refused = await site.send(transparencyFiles.numbers);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('A lista é publicada quando a promoção for encerrada.');
  expect((await site.send(transparencyFiles.schedule)).status).toBe(409);

  passTheEnd(site);
  expect((await site.operate('close')).exitCode).toBe(0);
  const { revealedAt, draws, schedules } = await summary();
  expect(revealedAt).toBe(site.clock.now.toISOString());
  expect(draws[0]?.key).toMatch(/^[0-9a-f]{64}$/);
  expect(schedules[0]?.seed).toMatch(/^[0-9a-f]{64}$/);

  const [heading, first, ...others] = (await file(transparencyFiles.numbers)).split('\n');
  expect(heading).toBe('engine,counter,number,voided_at');
  expect(first).toMatch(/^101,0,\d\.\d{5},\d{4}-.*Z$/);
  const unmarked = others.filter((line, index) =>
    RegExp(`^101,${index + 1},\\d\\.\\d{5},$`).test(line),
  );
  expect(unmarked).toHaveLength(total(draws[0]?.issued ?? []) - 1);
  const prizes = (await file(transparencyFiles.schedule)).trimEnd().split('\n');
  expect(prizes).toHaveLength(501);
  expect(prizes[1]).toMatch(/^102,0,\d{4}-.*Z,902,[0-9a-f]{64}$/);
});
