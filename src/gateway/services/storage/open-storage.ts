import { fileURLToPath } from 'node:url';
import { Unavailable } from '../../unavailable.ts';
import { bucketStorage } from './bucket-storage.ts';
import { folderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

/** Milliseconds that a file is waited for; the largest has 5 MB. */
const defaultTimeoutMs = 10_000;

/**
 * Opens the storage that the address names; one that fails, or is too slow, is Unavailable.
 * @param url `file:///…`, or `s3://key:secret@host/bucket?region=…` for any service that speaks S3
 */
export function openStorage(url: string, timeoutMs = defaultTimeoutMs): Storage {
  const address = new URL(url);
  const storage =
    address.protocol === 'file:'
      ? folderStorage(fileURLToPath(address))
      : bucketStorage(address, timeoutMs);
  return {
    put: (key, bytes) => reach(storage.put(key, bytes)),
    get: (key) => reach(storage.get(key)),
    remove: (key) => reach(storage.remove(key)),
  };
}

async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Unavailable('file storage', error);
  }
}
