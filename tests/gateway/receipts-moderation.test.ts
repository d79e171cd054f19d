import { afterAll, afterEach, expect, test } from 'vitest';
import { listLuckyNumbersEndpoint } from '../../src/contract/engines.ts';
import {
  getReceiptDetailsEndpoint,
  replaceReceiptImageEndpoint,
} from '../../src/contract/receipts.ts';
import { openGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { receiptBody, smallPicture } from '../support/receipt-body.ts';

const site = await openGateway();
const ana = await site.signUp();
const { now: start } = site.clock;
afterEach(() => {
  site.clock.now = start;
});
afterAll(() => site.close());

async function newReceipt(): Promise<number> {
  return Number((await site.sendReceipt(ana)).body.id);
}

async function receiptDetails(couponId: number) {
  const parameters = { couponId };
  return (await site.call(getReceiptDetailsEndpoint, { token: ana.token, parameters })).body;
}

async function replaceImage(couponId: number, { imageBase64 = '', token = ana.token } = {}) {
  const body = { imageBase64: imageBase64 || (await smallPicture('jpeg')) };
  return site.call(replaceReceiptImageEndpoint, { body, token, parameters: { couponId } });
}

test('an approved receipt can become done, but not go back', async () => {
  const id = await newReceipt();
  expect(await moderate(site, id, { to: 'APPROVED' })).toEqual({
    from: 'IN_ANALYSIS',
    to: 'APPROVED',
    consumerId: ana.id,
    endedDoubts: [],
  });
  expect(await moderate(site, id, { to: 'NOT_ELIGIBLE' })).toMatchObject({
    code: 'NOT_ALLOWED_NOW',
  });
  await moderate(site, id, { to: 'DONE' });
  expect(await moderate(site, id, { to: 'APPROVED' })).toMatchObject({ code: 'NOT_ALLOWED_NOW' });
  expect((await receiptDetails(id)).status).toBe('DONE');
});

test('a rejection needs a reason, which its owner sees first, without notes beside other verdicts', async () => {
  const id = await newReceipt();
  expect(await moderate(site, id, { to: 'REJECTED', reason: ' ' })).toMatchObject({
    fields: [{ field: 'rejectionReason', message: 'Campo obrigatório' }],
  });
  await moderate(site, id, { to: 'FRAUD_SUSPECT', reason: 'Parece montagem' });
  await moderate(site, id, { to: 'REJECTED', reason: 'Nota ilegível' });
  const { status, moderationList } = await receiptDetails(id);
  expect(status).toBe('REJECTED');
  expect(moderationList).toEqual([
    { rejectionReason: 'Nota ilegível', rejectionCode: null },
    { rejectionReason: null, rejectionCode: null },
  ]);
});

test('a rejected receipt’s numbers stay listed as void and its rewards are taken back', async () => {
  const id = await newReceipt();
  const before = await receiptDetails(id);
  const [number] = before.engineOrders[0]?.details?.luckyNumbers ?? [];
  await moderate(site, id, { to: 'REJECTED', reason: 'Nota de outra loja' });
  const after = await receiptDetails(id);
  expect(after.rewarded).toBe(false);
  expect(after.engineOrders.map(({ status, rewarded }) => [status, rewarded])).toEqual([
    ['CANCELLED', false],
    ['CANCELLED', false],
  ]);
  const voided = { ...number, voided: true };
  expect(after.engineOrders[0]?.details?.luckyNumbers).toEqual([voided]);
  const listed = await site.call(listLuckyNumbersEndpoint, { token: ana.token });
  expect(listed.body).toContainEqual(voided);
});

test('a new image is taken once, only when asked for and allowed, and only a picture', async () => {
  const id = await newReceipt();
  const pdf = Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF').toString('base64');
  expect((await replaceImage(id)).status).toBe(409);
  expect((await replaceImage(id, { imageBase64: pdf })).status).toBe(409);
  await moderate(site, id, { to: 'REQUESTED_NEW_IMAGE' });
  expect((await receiptDetails(id)).allowImageReplacement).toBe(true);

  expect((await replaceImage(id, { imageBase64: pdf })).error.fields).toEqual([
    { field: 'imageBase64', message: 'Formato de arquivo inválido' },
  ]);
  const bruno = await site.signUp();
  expect((await replaceImage(id, { token: bruno.token })).status).toBe(404);

  const replaced = await replaceImage(id);
  expect(replaced.body).toMatchObject({
    id,
    status: 'IMAGE_REPLACED',
    allowImageReplacement: false,
  });
  const file = await site.app(new Request(replaced.body?.imageUrl ?? ''));
  expect(file.headers.get('content-type')).toBe('image/jpeg');
  expect((await replaceImage(id)).status).toBe(409);
});

test('a receipt that may not get a new image takes none, although its status asks for one', async () => {
  const id = await newReceipt();
  const to = 'REQUESTED_NEW_IMAGE';
  await moderate(site, id, { to });
  expect(await moderate(site, id, { to })).toMatchObject({ code: 'NOT_ALLOWED_NOW' });
  await site.gateway.database.query(
    'update receipts set allow_image_replacement = false where id = $1',
    [id],
  );
  expect((await receiptDetails(id)).allowImageReplacement).toBe(false);
  expect((await replaceImage(id)).status).toBe(409);
});

test('a requested image is still taken after the end of the campaign', async () => {
  const id = await newReceipt();
  await moderate(site, id, { to: 'REQUESTED_NEW_IMAGE' });
  site.passTime(100 * 86_400_000);
  const token = await site.signIn(ana);
  const replaced = await replaceImage(id, { token });
  expect(replaced.status).toBe(200);
});

test('a denied receipt is not released once the promotion is over, when it cannot be sent again', async () => {
  const id = Number((await site.sendReceipt(ana)).body.id);
  await moderate(site, id, { to: 'REJECTED', reason: 'ILLEGIBLE' });
  const before = site.clock.now;
  const release = () => site.operate('receipts', 'release', id);
  site.clock.now = new Date(Date.parse(site.gateway.snapshot.campaign.endsAt) + 1000);
  expect(await release()).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('A promoção acabou: a recusa não se desfaz'),
  });
  site.clock.now = before;
  expect((await release()).exitCode, 'while it runs').toBe(0);
});

test('a receipt denied by mistake may be sent once more when it is released, and waits then', async () => {
  const body = receiptBody(ana, site.clock.now);
  const sendAgain = () => site.sendReceipt(ana, body);
  const id = Number((await sendAgain()).body.id);
  const releaseReceipt = () => site.operate('receipts', 'release', id);
  expect((await releaseReceipt()).text).toContain('Só uma nota recusada pode ser liberada');
  await moderate(site, id, { to: 'REJECTED', reason: 'ILLEGIBLE' });
  expect((await sendAgain()).status).toBe(409);
  expect(await releaseReceipt()).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining(String(id)),
  });
  expect((await releaseReceipt()).exitCode).toBe(1);
  const again = await sendAgain();
  expect([again.status, again.body.status]).toEqual([201, 'PENDING_ANALYSIS']);
  expect((await receiptDetails(id)).status).toBe('REJECTED');
  expect((await sendAgain()).status).toBe(409);
  await moderate(site, Number(again.body.id), { to: 'APPROVED' });
  const [draw] = (await receiptDetails(Number(again.body.id))).engineOrders;
  expect(draw?.details?.luckyNumbers).toHaveLength(1);
});
