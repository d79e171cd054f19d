import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { listReceiptsEndpoint } from '../../src/contract/receipts.ts';
import { readBytes } from '../../src/gateway/http/body.ts';
import { listen } from '../../src/gateway/http/listen.ts';
import { openUploadSlots } from '../../src/gateway/services/queues.ts';
import { freePort } from '../support/free-port.ts';
import { openGateway } from '../support/gateway.ts';
import { receiptBody } from '../support/receipt-body.ts';

const site = await openGateway();
const ana = await site.signUp();
const port = await freePort();
/** What no test of a busy machine reaches, unless it says another limit. */
const limits = {
  headersMs: 60_000,
  requestMs: 60_000,
  idleMs: 60_000,
  unreadMs: 60_000,
  checkEveryMs: 50,
  drainMs: 60_000,
  drainBytes: 20_000_000,
  maxDrains: 2,
};
const finish = await listen(site.app, { host: '127.0.0.1', port }, limits);
afterAll(async () => {
  await finish();
  await site.close();
});

/** Sends this and no more; all that is answered until the connection ends. */
async function answerTo(request: string, to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

const head = (name: string) => `POST /api/campaign/19/coupon HTTP/1.1\r\nhost: x\r\n${name}`;
const upload = head(
  `authorization: Bearer ${ana.token}\r\ncontent-type: application/json\r\nidempotency-key: nota-1\r\n`,
);

/** What a gateway of other limits answers to this. */
async function answerWithin(own: Partial<typeof limits>, request: string): Promise<string> {
  const hurried = await freePort();
  const hurry = { ...limits, ...own };
  const end = await listen(site.app, { host: '127.0.0.1', port: hurried }, hurry);
  const answer = await answerTo(request, hurried);
  await end();
  return answer;
}

test('headers that never end are ended', async () => {
  expect(await answerWithin({ headersMs: 200 }, head('x: '))).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that never ends is ended', async () => {
  const begun = `${upload}content-length: 5000\r\n\r\n{"identifier": "`;
  const answer = await answerWithin({ headersMs: 1_000, requestMs: 1_000 }, begun);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('an answer of which nothing is read is ended, and what it was made from', async () => {
  const cancelled = Promise.withResolvers<void>();
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => cancelled.resolve(),
  });
  const silent = await freePort();
  const end = await listen(
    async () => new Response(endless),
    { host: '127.0.0.1', port: silent },
    { ...limits, unreadMs: 200 },
  );
  const socket = connect(silent, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'readable');
  await cancelled.promise;
  socket.destroy();
  await end();
});

test('a body without a length is refused at the limit, before it ends', async () => {
  const socket = connect(port, '127.0.0.1');
  const answered = once(socket, 'data');
  const chunk = `80000\r\n${'x'.repeat(0x80000)}\r\n`;
  socket.write(`${upload}transfer-encoding: chunked\r\n\r\n${chunk.repeat(15)}`);
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('a refused upload may be sent to its end on a slow line, and its answer is there then', async () => {
  const socket = connect(port, '127.0.0.1');
  let answers = '';
  socket.on('data', (bytes) => {
    answers += bytes;
  });
  const ended = once(socket, 'close');
  socket.write(`${upload}content-length: 9000000\r\n\r\n`);
  // Longer than the library's own cleanup waits: browsers look for an answer only after that.
  for (let sent = 0; sent < 9_000_000; sent += 600_000) {
    socket.write(Buffer.alloc(600_000, 'x'));
    await pause(50);
  }
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await ended;
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('a refused upload that is longer than any browser’s is cut', async () => {
  const socket = connect(port, '127.0.0.1');
  const ended = new Promise((end) => socket.once('close', end).on('error', () => {}));
  const part = Buffer.alloc(1_000_000);
  socket.write(`${upload}content-length: 9000000000\r\n\r\n`);
  const more = (error?: Error | null) => error || socket.write(part, more);
  more();
  await ended;
  // The limit, and what stood in the buffers of both ends.
  expect(socket.bytesWritten).toBeLessThan(3 * limits.drainBytes);
});

test('the oldest of simultaneous refused uploads are cut after their answer', async () => {
  const refused = [1, 2, 3].map(() => {
    const socket = connect(port, '127.0.0.1');
    return { socket, answered: once(socket, 'data'), ended: once(socket, 'close') };
  });
  for (const { socket, answered } of refused) {
    socket.write(`${upload}content-length: 9000000\r\n\r\n`);
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 413 /);
  }
  const [first, ...others] = refused;
  await first?.ended;
  for (const { socket } of others) {
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  }
});

const maxBytes = 1_000_000;

/** The first upload waits until the second one takes its room, the others are out of room. */
async function openCrowded(timeoutMs: number) {
  const slots = openUploadSlots({ atOnce: 9, maxWaiting: 9, maxBytes, timeoutMs });
  const crowded = await freePort();
  const end = await listen(
    async (request) => {
      if (request.method === 'GET') return new Response('here');
      const work = (limit: number) =>
        slots.run('one', (upload) => readBytes(request, limit, upload));
      const limit = new URL(request.url).pathname === '/small' ? maxBytes / 2 : 9 * maxBytes;
      return work(limit).then(
        (bytes) => new Response(null, { status: bytes ? 201 : 413 }),
        () => new Response(null, { status: 503 }),
      );
    },
    { host: '127.0.0.1', port: crowded },
    { ...limits, requestMs: 86_400_000, idleMs: 86_400_000 },
  );
  return { crowded, end };
}

/** A connection that is kept, with all that was answered on it. */
function openSocket(to: number) {
  const socket = connect(to, '127.0.0.1');
  let answers = '';
  let isOver = false;
  socket.on('data', (bytes) => {
    answers += bytes;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isOver = true;
  });
  return {
    socket,
    send: (bytes: number) => socket.write(Buffer.alloc(bytes, 'x')),
    answered: () => [...(answers.match(/HTTP\/1\.1 \d+/g) ?? []), ...(isOver ? ['over'] : [])],
  };
}

const next = 'GET /next HTTP/1.1\r\nhost: x\r\n\r\n';
const large = (path: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n`;

test.each([0, 500])(
  'an upload refused part-way for want of room leaves its connection for the next call (%i KB later)',
  async (kilobytes) => {
    const { crowded, end } = await openCrowded(86_400_000);
    const { socket, send, answered } = openSocket(crowded);
    const rest = kilobytes * 1000;
    socket.write(large('/', 2_000_000 + rest));
    send(2_000_000);
    await expect.poll(answered).toEqual(['HTTP/1.1 503']);
    send(rest);
    socket.write(next);
    await expect.poll(answered).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200']);
    socket.destroy();
    await end();
  },
);

test('an upload that gives way while it says nothing is answered, and may go on later', async () => {
  const { crowded, end } = await openCrowded(0);
  const silent = openSocket(crowded);
  silent.socket.write(large('/', 1_500_000));
  silent.send(900_000);
  const other = openSocket(crowded);
  other.socket.write(large('/', 900_000));
  other.send(900_000);
  await expect.poll(silent.answered).toEqual(['HTTP/1.1 503']);
  silent.send(600_000);
  silent.socket.write(next);
  await expect.poll(silent.answered).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200']);
  await expect.poll(other.answered).toEqual(['HTTP/1.1 201']);
  silent.socket.destroy();
  other.socket.destroy();
  await end();
});

test('a body of unknown length that is refused at the limit leaves its connection for the next call', async () => {
  const { crowded, end } = await openCrowded(86_400_000);
  const { socket, answered } = openSocket(crowded);
  const chunk = `186a0\r\n${'x'.repeat(100_000)}\r\n`;
  socket.write('POST /small HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  socket.write(chunk.repeat(8));
  await expect.poll(answered).toEqual(['HTTP/1.1 413']);
  socket.write(`${chunk}0\r\n\r\n${next}`);
  await expect.poll(answered).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  socket.destroy();
  await end();
});

test('the rest of a refused upload is not waited for endlessly', async () => {
  const answer = await answerWithin({ drainMs: 50 }, `${upload}content-length: 9000000\r\n\r\n{`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('a body over the limit is answered, not cut off', async () => {
  const body = 'x'.repeat(9_000_000);
  const headers = { 'content-type': 'application/json' };
  const address = `http://127.0.0.1:${port}/api/consumer`;
  const response = await fetch(address, { method: 'POST', headers, body });
  expect(response.status).toBe(413);
  expect((await response.json()).error.code).toBe('TOO_LARGE');
});

test.each([
  'Content-Length: 4\r\nTransfer-Encoding: chunked',
  'Content-Length: 4\r\nContent-Length: 9',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Content-Length: +4',
  'Content-Length : 4',
  'X: y\r\n Content-Length: 4',
])(
  'a request that says two things about its length brings no second one in: %j',
  async (lengths) => {
    const second = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const socket = connect(port, '127.0.0.1');
    socket.end(`POST /api/consumer HTTP/1.1\r\nHost: x\r\n${lengths}\r\n\r\n0\r\n\r\n${second}`);
    const answers = await text(socket);
    expect(answers).toMatch(/^HTTP\/1\.1 400 /);
    expect(answers.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  },
);

test('an interrupted upload is no failure of the gateway, enters nothing, and the next try enters it once', async () => {
  const body = receiptBody(ana, site.clock.now);
  const json = JSON.stringify(body);
  const socket = connect(port, '127.0.0.1');
  socket.write(`${upload}content-length: ${json.length}\r\n\r\n${json.slice(0, 200)}`, () =>
    socket.resetAndDestroy(),
  );
  await once(socket, 'close');
  await expect.poll(() => site.lines.join('\n')).toMatch(/POST .*coupon","status":400/);
  expect(site.lines.join('\n')).not.toContain('"failure"');
  const list = async () => (await site.call(listReceiptsEndpoint, { token: ana.token })).body;
  expect(await list()).toEqual([]);
  const again = await site.sendReceipt(ana, body, { idempotencyKey: 'nota-1' });
  expect(again.status).toBe(201);
  expect(await list()).toHaveLength(1);
});
