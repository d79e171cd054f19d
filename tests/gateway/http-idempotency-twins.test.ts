import { expect, test } from 'vitest';
import { createConsumerEndpoint } from '../../src/contract/consumer.ts';
import { readIdempotencyKey, withIdempotencyKey } from '../../src/gateway/http/idempotency.ts';
import { isRefusal, type Refusal } from '../../src/gateway/refusal.ts';
import { openDatabase } from '../support/database.ts';
import { openGateway } from '../support/gateway.ts';
import { validSignUp } from '../support/people.ts';
import { createPostgresDatabase } from '../support/postgres.ts';

const now = new Date('2026-03-10T15:00:00Z');

function keyOf(name: string) {
  const headers = { 'Idempotency-Key': name };
  const request = new Request('http://127.0.0.1/api/act', { method: 'POST', headers });
  const key = readIdempotencyKey(request, { key: 'consumer:1', isSignedIn: true }, { amount: 1 });
  if (key === null || isRefusal(key)) throw new Error('This is a good key');
  return key;
}

test('a call’s twin is refused while the call runs, and gets its answer afterwards', async () => {
  const database = await openDatabase(await createPostgresDatabase());
  const call = { key: keyOf('twins'), status: 201, now };
  const started = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  let runs = 0;
  const first = withIdempotencyKey(database, call, async () => {
    runs += 1;
    started.resolve();
    await mayEnd.promise;
    return { id: 7 };
  });
  await started.promise;
  const other = { id: 8 };
  expect(await withIdempotencyKey(database, call, async () => other)).toMatchObject({
    code: 'REQUEST_IN_PROGRESS',
    status: 409,
    fields: [],
  });
  const { value } = await unrefused(
    withIdempotencyKey(database, { ...call, key: keyOf('free') }, async () => other),
  );
  expect(value).toBe(other);
  mayEnd.resolve();
  expect((await unrefused(first)).storedResponse).toEqual({
    answer: '{"id":7}',
    status: 201,
    replayed: false,
  });
  expect(
    (await unrefused(withIdempotencyKey(database, call, async () => other))).storedResponse,
  ).toEqual({
    answer: '{"id":7}',
    status: 201,
    replayed: true,
  });
  expect(runs).toBe(1);
  await database.close();
});

test('a call that its own twin overtook gets the answer of the twin', async () => {
  let overtake: () => Promise<unknown> = async () => {};
  const site = await openGateway({
    settings: { recaptchaSecret: 'secret' },
    // The first call waits for the bot check while the second one is answered.
    fetch: async (_, init) => {
      const slow = String(init?.body).includes('response=slow');
      if (slow) await overtake();
      const hostname = '127.0.0.1';
      return Response.json({ success: true, action: 'signup', score: 1, hostname });
    },
  });
  const body = validSignUp(site.gateway.snapshot);
  const send = (recaptchaToken: string) =>
    site.call(createConsumerEndpoint, {
      body: { ...body, recaptchaToken },
      idempotencyKey: 'overtaken',
    });
  let quick = '';
  overtake = async () => {
    quick = (await send('quick')).text;
  };
  const slow = await send('slow');
  expect([slow.status, slow.text]).toEqual([201, quick]);
  expect(slow.headers.get('idempotency-replayed')).toBe('true');
  await site.close();
});

async function unrefused<T>(outcome: Promise<T | Refusal>): Promise<T> {
  const result = await outcome;
  if (isRefusal(result)) throw new Error(`Refused: ${result.code}`);
  return result;
}
