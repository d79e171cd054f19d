import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Unavailable } from '../../src/gateway/failures.ts';
import { openStorage, type Storage } from '../../src/gateway/services/storage.ts';
import { startBucket } from '../support/bucket.ts';
import { temporaryFolder } from '../support/folder.ts';

/** Null for a file that is not there. */
async function readOpened(storage: Storage, key: string): Promise<Uint8Array | null> {
  const file = await storage.open(key);
  return file && new Response(file).bytes();
}

const bytes = Uint8Array.from({ length: 4096 }, (_, index) => index % 256);

describe('a folder', () => {
  test('keeps files, and forgets them', async () => {
    const folder = await temporaryFolder();
    const storage = openStorage(pathToFileURL(folder.path).href);
    expect(await storage.get('receipts/abc')).toBeNull();
    await storage.put('receipts/abc', bytes);
    expect(await storage.get('receipts/abc')).toEqual(bytes);
    expect(await readOpened(storage, 'receipts/abc')).toEqual(bytes);
    expect(await readOpened(storage, 'receipts/other')).toBeNull();
    expect(await readdir(folder.path)).toEqual(['receipts']);
    await storage.put('receipts/abc', bytes.slice(0, 10));
    expect(await storage.get('receipts/abc')).toEqual(bytes.slice(0, 10));
    await storage.remove('receipts/abc');
    expect(await storage.get('receipts/abc')).toBeNull();
    await folder.remove();
  });
});

describe('a full folder', () => {
  test('keeps what it had, and no partial file', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder.path, 'receipts/abc/in the way'), { recursive: true });
    const storage = openStorage(pathToFileURL(folder.path).href);
    await expect(storage.put('receipts/abc', bytes)).rejects.toThrow(Unavailable);
    expect(await readdir(join(folder.path, 'receipts'))).toEqual(['abc']);
    await folder.remove();
  });
});

describe('a bucket', () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>;

  beforeAll(async () => {
    bucket = await startBucket();
  });
  afterAll(() => bucket.close());

  const open = () => openStorage(`s3://KEY:a%2Fsecret@${bucket.host}/notas?region=sa-east-1`);

  test('keeps files, and forgets them, with signed calls', async () => {
    const storage = open();
    expect(await storage.get('receipts/abc')).toBeNull();
    await storage.put('receipts/abc', bytes);
    expect(await storage.get('receipts/abc')).toEqual(bytes);
    await storage.remove('receipts/abc');
    expect(await storage.get('receipts/abc')).toBeNull();
    expect(bucket.seen.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'DELETE', 'GET']);
    for (const { path, authorization } of bucket.seen) {
      expect(path).toBe('/notas/receipts/abc');
      expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/sa-east-1\/s3\//);
    }
  });

  test('opens files', async () => {
    const storage = open();
    expect(await readOpened(storage, 'receipts/open')).toBeNull();
    await storage.put('receipts/open', bytes);
    expect(await readOpened(storage, 'receipts/open')).toEqual(bytes);
  });

  test('is unavailable when it fails', async () => {
    await expect(open().open('broken')).rejects.toThrow(Unavailable);
    await expect(open().put('broken', bytes)).rejects.toThrow(Unavailable);
    await expect(openStorage('s3://KEY:s@127.0.0.1:1/notas').get('x')).rejects.toThrow(Unavailable);
  });
});
