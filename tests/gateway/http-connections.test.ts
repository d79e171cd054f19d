import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createReceipt, listReceipts } from '../../src/contract/receipts.ts';
import { listen } from '../../src/gateway/http/listen.ts';
import { freePort } from '../support/free-port.ts';
import { openGateway } from '../support/gateway.ts';
import { receiptBody } from '../support/receipt-body.ts';

const site = await openGateway();
const ana = await site.signUp();
const port = await freePort();
const limits = { headers: 200, request: 1_500, idle: 5_000, look: 50 };
const finish = await listen(site.app, { host: '127.0.0.1', port }, limits);
/** Where a request may take all day, and its headers no longer than anywhere else. */
const leisurePort = await freePort();
const leisure = { ...limits, request: 86_400_000 };
const finishLeisure = await listen(site.app, { host: '127.0.0.1', port: leisurePort }, leisure);
afterAll(async () => {
  await finish();
  await finishLeisure();
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

test('headers that never end are ended', async () => {
  expect(await answerTo(head('x: '), leisurePort)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that never ends is ended', async () => {
  const answer = await answerTo(`${upload}content-length: 5000\r\n\r\n{"identifier": "`);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body without a length is refused at the limit, before it ends', async () => {
  const socket = connect(port, '127.0.0.1');
  const answered = once(socket, 'data');
  const chunk = `80000\r\n${'x'.repeat(0x80000)}\r\n`;
  socket.write(`${upload}transfer-encoding: chunked\r\n\r\n${chunk.repeat(15)}`);
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('an upload that is cut is no failure of the gateway’s, enters nothing, and the next try enters it once', async () => {
  const body = receiptBody(ana, site.clock.now);
  const json = JSON.stringify(body);
  const socket = connect(port, '127.0.0.1');
  socket.write(`${upload}content-length: ${json.length}\r\n\r\n${json.slice(0, 200)}`, () =>
    socket.resetAndDestroy(),
  );
  await once(socket, 'close');
  await expect.poll(() => site.lines.join('\n')).toMatch(/POST .*coupon","status":400/);
  expect(site.lines.join('\n')).not.toContain('"failure"');
  const list = async () => (await site.call(listReceipts, { token: ana.token })).body;
  expect(await list()).toEqual([]);
  const again = { body, token: ana.token, idempotencyKey: 'nota-1' };
  expect((await site.call(createReceipt, again)).status).toBe(201);
  expect(await list()).toHaveLength(1);
});
