import { fileURLToPath } from 'node:url';
import { createStorage, type Driver } from 'unstorage';
import folder from 'unstorage/drivers/fs-lite';
import bucket from 'unstorage/drivers/s3';
import { Unavailable } from '../unavailable.ts';

/** Keeps the receipts' files under names that this gateway made up. */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes; null when there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(key: string): Promise<void>;
}

/** @param url `file:///…`, or `s3://key:secret@host/bucket?region=…` for any service that speaks S3 */
export function openStorage(url: string): Storage {
  const storage = createStorage({ driver: driverOf(new URL(url)) });
  return {
    put: (key, bytes) => reach(storage.setItemRaw(key, bytes)),
    async get(key) {
      const bytes = await reach(storage.getItemRaw<Uint8Array | ArrayBuffer>(key));
      return bytes === null ? null : new Uint8Array(bytes);
    },
    remove: (key) => reach(storage.removeItem(key)),
  };
}

function driverOf(url: URL): Driver {
  if (url.protocol === 'file:') return folder({ base: fileURLToPath(url) });
  const isLocal = /^(localhost|127\.)/.test(url.hostname);
  return bucket({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `${isLocal ? 'http' : 'https'}://${url.host}`,
    bucket: url.pathname.slice(1),
    region: url.searchParams.get('region') ?? 'auto',
  });
}

async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Unavailable('file storage', error);
  }
}
