import { afterAll, expect, test } from 'vitest';
import { executeOcrEndpoint } from '../../src/contract/receipt-reading.ts';
import type { Ocr } from '../../src/gateway/services/ocr/ocr.ts';
import { nothingRead } from '../../src/gateway/services/ocr/ocr-answer.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { newPicture, smallPicture } from '../support/receipt-body.ts';
import { renderReceipt } from '../support/receipts/render-receipt.ts';

const site = await openGateway();
const ana = await site.signUp();
afterAll(() => site.close());

/** Members that nothing but the tax office and the print know. */
const unasked = { purchaseTime: null, totalAmount: null, items: null, taxOffice: null };

function readPicture(imageBase64: string, token = ana.token) {
  return site.call(executeOcrEndpoint, { body: { imageBase64 }, token });
}

test('a receipt’s PDF is read, and other calls are answered meanwhile', async () => {
  const { bytes, expected } = await renderReceipt({
    cnpj: '11222333000181',
    issuedAt: new Date('2025-10-20T12:00:00-03:00'),
    total: 2590,
    state: 'PR',
    seed: 3,
    format: 'pdf',
    condition: 'text',
  });
  const done: string[] = [];
  const reading = readPicture(Buffer.from(bytes).toString('base64')).finally(() =>
    done.push('reading'),
  );
  // The process that reads starts first, which takes far longer than these calls.
  for (let call = 0; call < 20; call += 1) expect((await site.send('/healthz')).status).toBe(200);
  expect(done).toEqual([]);
  const { status, body } = await reading;
  expect(status).toBe(200);
  expect(body.data.coupon).toEqual({
    number: expected.key,
    issueDate: expected.day,
    company: { cnpj: expected.cnpj },
    ...unasked,
    purchaseTime: '12:00:00',
    totalAmount: 25.9,
  });
});

test('a picture that says nothing is no error', async () => {
  const { status, body } = await readPicture(await smallPicture('jpeg'));
  expect(status).toBe(200);
  expect(body.data.coupon).toEqual({
    number: null,
    issueDate: null,
    company: { cnpj: null },
    ...unasked,
  });
});

test('a broken picture is no error', async () => {
  const picture = Buffer.from(await smallPicture('jpeg'), 'base64');
  const { status, body } = await readPicture(picture.subarray(0, 200).toString('base64'));
  expect(status).toBe(200);
  expect(body.data.coupon?.number).toBeNull();
});

test('a reading abandoned by its page is no failure', async () => {
  const imageBase64 = await smallPicture('jpeg');
  await site.send(executeOcrEndpoint.path, {
    method: executeOcrEndpoint.method,
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ imageBase64 }),
    signal: AbortSignal.abort(),
  });
  expect(site.lines.filter((line) => line.includes('failure'))).toEqual([]);
});

test('a file that is no picture or PDF is refused, and so are signed-out callers', async () => {
  const { status, error } = await readPicture(Buffer.from('GIF89a').toString('base64'));
  expect(status).toBe(400);
  expect(error.fields).toEqual([{ field: 'imageBase64', message: 'Formato de arquivo inválido' }]);
  expect((await readPicture(await smallPicture(), 'no-token')).status).toBe(401);
});

test('the metrics count readings and their results', async () => {
  const text = await (await site.send('/metrics')).text();
  expect(text).toContain('promo_ocr_duration_seconds_count{outcome="whole"} 1');
  expect(text).toContain('promo_ocr_duration_seconds_count{outcome="nothing"} 2');
  expect(text).toContain('promo_ocr_duration_seconds_count{outcome="left"} 1');
  expect(text).toContain('promo_ocr_waiting 0');
});

/** A gateway whose reader reads on until the test ends each reading. */
async function openBusyReader() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ocr: Ocr = {
    read: async (file) => {
      begun.push(Buffer.from(file).toString('base64'));
      await new Promise<void>((end) => ends.push(end));
      return nothingRead;
    },
    waiting: () => 0,
    close: async () => {},
  };
  const busy = await openGateway({ ocr });
  const readings: Promise<unknown>[] = [];
  let answered = 0;
  let ended = 0;
  return {
    site: busy,
    begun,
    /** @returns the picture, once it is being read or waits, maybe in another's place */
    async send({ token }: TestConsumer, address = '192.0.2.1') {
      const imageBase64 = newPicture();
      const arrived = () => begun.length + busy.gateway.readingQueue.waiting() + (answered - ended);
      const before = arrived();
      const body = { imageBase64 };
      readings.push(
        busy.call(executeOcrEndpoint, { body, token, address }).then(() => {
          answered += 1;
        }),
      );
      await expect.poll(arrived).toBe(before + 1);
      return imageBase64;
    },
    async endNext() {
      const before = begun.length;
      ends.shift()?.();
      ended += 1;
      await expect.poll(() => begun.length).toBe(before + 1);
      return begun.at(-1);
    },
    async close() {
      while (busy.gateway.readingQueue.waiting() > 0 || ends.length > 0) {
        ends.shift()?.();
        await new Promise(setImmediate);
      }
      await Promise.all(readings);
      await busy.close();
    },
  };
}

test('one account that sends many pictures delays its own readings, not another account’s', async () => {
  const reader = await openBusyReader();
  const [eva, bia] = [await reader.site.signUp(), await reader.site.signUp()];
  for (let sent = 1; sent <= 4; sent += 1) await reader.send(eva);
  const biasPicture = await reader.send(bia);
  await reader.endNext();
  await reader.endNext();
  expect(reader.begun.indexOf(biasPicture)).toBe(3);
  await reader.close();
});

test.each([
  ['network', () => '192.0.2.1'],
  ['customer with many networks', (account: number) => `2001:db8:1:${account}::1`],
])(
  'ten accounts of one %s that fill the reader leave others their turn, those whose receipt was approved first',
  async (_, addressOf) => {
    const reader = await openBusyReader();
    const known = await reader.site.signUp();
    const receipt = await reader.site.sendReceipt(known);
    await reader.site.operate('receipts', 'move', receipt.body.id, 'approved');
    for (let account = 0; account < 10; account += 1) {
      await reader.send(await reader.site.signUp(), addressOf(account));
    }
    const bia = await reader.site.signUp();
    const biasPicture = await reader.send(bia, '198.51.100.7');
    const knownPicture = await reader.send(known, addressOf(10));
    const next = [await reader.endNext(), await reader.endNext(), await reader.endNext()];
    expect([next[0], next[2]]).toEqual([knownPicture, biasPicture]);
    await reader.close();
  },
);
