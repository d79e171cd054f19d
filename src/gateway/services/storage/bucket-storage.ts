import { AwsClient } from 'aws4fetch';
import type { Storage } from './storage.ts';

/** S3 asks whoever gets a 503 to come again; twice is enough before the person is told. */
const retries = 2;

/**
 * Objects of a bucket, over the REST interface of S3. Its methods throw when it refuses or fails.
 * @param url `s3://key:secret@host/bucket?region=…`
 * @param timeoutMs milliseconds that an answer is waited for, retries included
 */
export function bucketStorage(url: URL, timeoutMs: number): Storage {
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
      // Of what it keeps, and of nothing else, S3 answers the tag.
      if (!response.headers.has('etag')) throw new Error('The object was not kept');
    },
    async get(key) {
      const { response, bytes } = await ask('GET', key);
      return response.ok ? new Uint8Array(bytes) : null;
    },
    async remove(key) {
      await ask('DELETE', key);
    },
  };
}
