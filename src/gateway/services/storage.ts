import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AwsClient } from 'aws4fetch';
import { errorCode, Unavailable } from '../failures.ts';
import { privateFileMode, privateFolderMode } from '../private-files.ts';

export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Reads the file only as fast as its pieces are taken. */
  open(key: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  remove(key: string): Promise<void>;
  /** Where the operator finds a file: a path, or an address without credentials. */
  locate(key: string): string;
}

const defaultTimeoutMs = 10_000;

/**
 * Its methods throw Unavailable when the storage fails or is too slow.
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
    open: (key) => reach(storage.open(key)),
    remove: (key) => reach(storage.remove(key)),
    locate: storage.locate,
  };
}

async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Unavailable('file storage', error);
  }
}

/** S3 asks clients to retry after a 503. */
const retries = 2;

/** Throws when S3 refuses or fails. @param timeoutMs retries included */
function bucketStorage(url: URL, timeoutMs: number): Storage {
  const client = new AwsClient({
    service: 's3',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'auto',
    retries,
  });
  const isLocal = /^(localhost|127\.)/.test(url.hostname);
  const address = `${isLocal ? 'http' : 'https'}://${url.host}${url.pathname}`;

  async function ask(method: string, key: string, body?: Uint8Array<ArrayBuffer>) {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await client.fetch(`${address}/${key}`, {
      method,
      signal,
      body: body ?? null,
    });
    const bytes = await response.arrayBuffer();
    if (!response.ok && response.status !== 404) throw new Error(`Status ${response.status}`);
    return { response, bytes };
  }

  return {
    async put(key, bytes) {
      const { response } = await ask('PUT', key, new Uint8Array(bytes));
      // S3 answers with a tag only once it has stored the object.
      if (!response.headers.has('etag')) throw new Error('The object was not kept');
    },
    async get(key) {
      const { response, bytes } = await ask('GET', key);
      return response.ok ? new Uint8Array(bytes) : null;
    },
    async open(key) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), timeoutMs);
      // Only the beginning has to come in time: the rest waits for its reader.
      const response = await client
        .fetch(`${address}/${key}`, { signal: late.signal })
        .finally(() => clearTimeout(timer));
      if (response.ok) return response.body;
      await response.body?.cancel();
      if (response.status !== 404) throw new Error(`Status ${response.status}`);
      return null;
    },
    async remove(key) {
      await ask('DELETE', key);
    },
    locate: (key) => `${address}/${key}`,
  };
}

function folderStorage(folder: string): Storage {
  return {
    async put(key, bytes) {
      const path = join(folder, key);
      const part = `${path}.${randomUUID()}`;
      await mkdir(dirname(path), { recursive: true, mode: privateFolderMode });
      try {
        // Written under another name first, so that a full disk leaves no half-written file.
        await writeFile(part, bytes, { flush: true, mode: privateFileMode });
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    get: (key) => unlessMissing(readFile(join(folder, key)).then((bytes) => new Uint8Array(bytes))),
    async open(key) {
      const path = join(folder, key);
      const isThere = await unlessMissing(access(path).then(() => true));
      return isThere ? fileStream(path) : null;
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    locate: (key) => join(folder, key),
  };
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Opens the file once its first piece is asked for, which an unread answer never does. */
function fileStream(path: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  let pieces: AsyncIterator<Buffer<ArrayBuffer>> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        pieces ??= createReadStream(path)[Symbol.asyncIterator]();
        const piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(piece.value);
      },
      async cancel() {
        await pieces?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
