import { afterAll, expect, test } from 'vitest';
import { executeOcr } from '../../src/contract/receipt-reading.ts';
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
  return site.call(executeOcr, { body: { imageBase64 }, token });
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
  await site.send(executeOcr.path, {
    method: executeOcr.method,
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

test('one account that sends many pictures delays its own readings, not another account’s', async () => {
  const begun: Uint8Array[] = [];
  const ends: (() => void)[] = [];
  const ocr: Ocr = {
    read: async (file) => {
      begun.push(file);
      await new Promise<void>((end) => ends.push(end));
      return nothingRead;
    },
    waiting: () => 0,
    close: async () => {},
  };
  const busy = await openGateway({ ocr });
  const [eva, bia] = [await busy.signUp(), await busy.signUp()];
  const read = (imageBase64: string, { token }: TestConsumer) =>
    busy.call(executeOcr, { body: { imageBase64 }, token });
  const readings: Promise<unknown>[] = [];
  const send = async (who: TestConsumer, waitingThen: number) => {
    const picture = newPicture();
    readings.push(read(picture, who));
    await expect.poll(() => begun.length + busy.gateway.readingQueue.waiting()).toBe(waitingThen);
    return picture;
  };
  for (let sent = 1; sent <= 4; sent += 1) await send(eva, sent);
  const biasPicture = await send(bia, 5);
  for (let ended = 0; ended < 2; ended += 1) {
    ends.shift()?.();
    await expect.poll(() => begun.length).toBe(3 + ended);
  }
  expect(begun.map((file) => Buffer.from(file).toString('base64')).indexOf(biasPicture)).toBe(3);
  while (begun.length < 5 || ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(readings);
  await busy.close();
});
