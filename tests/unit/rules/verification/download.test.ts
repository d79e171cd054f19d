import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { download } from '../../../../src/rules/verification/download.ts';

const answers = [
  { status: 429, headers: { 'retry-after': '7' }, body: '{}' },
  { status: 429, headers: {}, body: '{}' },
  { status: 200, headers: {}, body: 'tile' },
  { status: 503, headers: { 'retry-after': '2' }, body: '' },
];
const server = createServer((_, response) => {
  const { status, headers, body } = answers.shift() ?? { status: 500, headers: {}, body: '' };
  response.writeHead(status, headers).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tile/entries/000`;
afterAll(() => server.close());

test('a gateway that is asked too often is asked again when it says', async () => {
  const waited: number[] = [];
  const wait = async (milliseconds: number) => {
    waited.push(milliseconds);
  };
  expect(await (await download(address, wait)).text()).toBe('tile');
  expect(waited).toEqual([7000, 5000]);
  await expect(download(address, wait)).rejects.toThrow(`${address}: 503`);
});

test('a connection that is closed is opened anew, a few times', async () => {
  const broken = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}/`;
  let requestCount = 0;
  broken.on('request', () => {
    requestCount += 1;
  });
  await expect(download(url, async () => {})).rejects.toThrow(TypeError);
  expect(requestCount).toBe(3);
  broken.removeAllListeners('request');
  let answers = 0;
  broken.on('request', (request, response) => {
    answers += 1;
    if (answers < 3) request.socket.destroy();
    else response.end('tile');
  });
  expect(await (await download(url, async () => {})).text()).toBe('tile');
  broken.close();
});
