import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The part of S3 that stores objects: it checks no signature, but records what it saw. */
export async function startBucket() {
  const objects = new Map<string, Buffer>();
  const seen: { method: string; path: string; authorization: string }[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    seen.push({ method, path, authorization: headers.authorization ?? '' });
    const { status, body } = await act(objects, request);
    response.writeHead(status, method === 'PUT' ? { etag: '"an object"' } : {}).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    host: `127.0.0.1:${address.port}`,
    seen,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function act(objects: Map<string, Buffer>, request: IncomingMessage) {
  const { method, url = '' } = request;
  if (url.includes('broken')) return { status: 500 };
  if (method === 'PUT') objects.set(url, await buffer(request));
  if (method === 'DELETE') objects.delete(url);
  const body = objects.get(url);
  return method === 'GET' ? { status: body ? 200 : 404, body } : { status: 200 };
}
