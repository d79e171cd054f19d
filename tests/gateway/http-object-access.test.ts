import { afterAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { listLuckyNumbersEndpoint } from '../../src/contract/engines.ts';
import { getReceiptDetailsEndpoint, listReceiptsEndpoint } from '../../src/contract/receipts.ts';
import { contractEndpoints, sampleAddress } from '../support/contract-endpoints.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import {
  enteredTexts,
  enterTexts,
  redeemKits,
  sendApproved,
  sendFullReceipt,
  signUpWithAllFields,
} from '../support/gateway-actions.ts';
import { receiptBody } from '../support/receipt-body.ts';
import { requestBodies } from '../support/request-bodies.ts';

const site = await openGateway({ variant: 'all' });
const zuleica = await signUpWithAllFields(site);
const bruno = await site.signUp({ name: 'Bruno Alves' });
await sendFullReceipt(site, zuleica);
await sendApproved(site, zuleica);
await enterTexts(site, zuleica);
await redeemKits(site, zuleica);
const hers = (await site.call(listReceiptsEndpoint, { token: zuleica.token })).body;
const herNumbers = (await site.call(listLuckyNumbersEndpoint, { token: zuleica.token })).body;
afterAll(() => site.close());

/** Texts that no answer to anybody else may hold. */
const secrets = [
  ...Object.values(enteredTexts),
  zuleica.consumer.email,
  zuleica.consumer.document,
  zuleica.consumer.phone,
  zuleica.consumer.mgmCode ?? '',
  ...hers.flatMap(({ identifier, imageUrl }) => [identifier, imageUrl ?? '']),
].filter(Boolean);

const bodies = await requestBodies(site, bruno);
const reachable = [...contractEndpoints].filter(([name]) => name !== 'eraseMe');

function callAs(
  name: string,
  { method, path }: Pick<Endpoint<unknown, unknown>, 'method' | 'path'>,
  {
    parameters = {},
    who,
  }: { parameters?: Record<string, string | number>; who?: TestConsumer } = {},
): Promise<Response> {
  const id = Number(hers[0]?.id);
  const ids = { couponId: id, incidentId: 1, pollId: 32, code: 'BRAND', ...parameters };
  const body = JSON.stringify({ ...bodies[name], ...('id' in (bodies[name] ?? {}) && { id: 1 }) });
  return site.send(`${sampleAddress({ path }, ids)}?consumerId=${zuleica.id}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(who && { authorization: `Bearer ${who.token}` }),
    },
    ...(bodies[name] && { body }),
  });
}

test('the owner has data of every kind that others could request', () => {
  expect(hers).toHaveLength(2);
  expect(herNumbers.length).toBeGreaterThan(0);
  expect(secrets.length).toBeGreaterThan(12);
});

describe.each(reachable)('%s', (name, endpoint) => {
  test('gives other users and visitors nothing of hers', async () => {
    for (const who of [bruno, undefined]) {
      const answer = await callAs(name, endpoint, who ? { who } : {});
      const text = await answer.text();
      for (const secret of secrets) expect.soft(text).not.toContain(secret);
      if (!who && endpoint.access === 'consumer') expect(answer.status).toBe(401);
    }
  });

  test('knows no other campaign', async () => {
    if (!endpoint.path.includes(':campaignId')) return;
    for (const campaignId of [20, 1, '19 ', '19.0', '019', 'x', '__proto__']) {
      const answer = await callAs(name, endpoint, { who: bruno, parameters: { campaignId } });
      expect.soft(answer.status, String(campaignId)).toBe(404);
    }
  });
});

test.each(['getReceiptDetails', 'replaceReceiptImage', 'listLuckyNumbers', 'commentIncident'])(
  '%s answers for her things as for those that are not there',
  async (name) => {
    const endpoint = contractEndpoints.get(name);
    if (!endpoint) throw new Error(`No call ${name}`);
    const there = await callAs(name, endpoint, { who: bruno });
    const parameters = { couponId: 999_999, incidentId: 999_999 };
    const nowhere = await callAs(name, endpoint, { who: bruno, parameters });
    expect([there.status, await there.text()]).toEqual([404, await nowhere.text()]);
  },
);

test('guessed ids lead to no one’s receipts', async () => {
  const guesses = [
    ...Array(40).keys(),
    -1,
    1.5,
    '1e0',
    '0x1',
    ' 1',
    '1 ',
    '+1',
    '１',
    '1;2',
    '1,2',
  ];
  const ownIds = (await site.call(listReceiptsEndpoint, { token: bruno.token })).body.map(
    ({ id }) => id,
  );
  for (const couponId of guesses) {
    if (ownIds.includes(couponId)) continue;
    const answer = await site.call(getReceiptDetailsEndpoint, {
      token: bruno.token,
      parameters: { couponId },
    });
    expect.soft(answer.status, String(couponId)).toBe(404);
    const file = await site.send(
      `/api/campaign/19/coupon/${encodeURIComponent(couponId)}/file?expires=9999999999&signature=`,
    );
    expect.soft(file.status, String(couponId)).toBe(404);
  }
});

test('no one can send a receipt for another user, or get another user’s stored answer', async () => {
  const { document } = zuleica.consumer;
  const refused = await site.sendReceipt(bruno, { customerDocument: document });
  expect(refused.error.fields).toEqual([{ field: 'customerDocument', message: 'CPF Inválido' }]);
  const body = receiptBody(zuleica, site.clock.now);
  const sameKey = { idempotencyKey: 'mesma-chave' };
  expect((await site.sendReceipt(zuleica, body, sameKey)).status).toBe(201);
  const second = await site.sendReceipt(bruno, body, sameKey);
  expect(second.headers.get('idempotency-replayed')).toBeNull();
  expect(second.status).toBe(400);
});
