import { afterAll, expect, test } from 'vitest';
import { Unavailable } from '../../src/gateway/failures.ts';
import { openTimeStamps } from '../../src/gateway/services/time-stamps.ts';
import { findStamps } from '../../src/gateway/time-stamps/stamp-ledger.ts';
import { instantOf } from '../../src/rules/dates.ts';
import { readTimeStamp } from '../../src/rules/log/time-stamp.ts';
import { drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import { openGateway } from '../support/gateway.ts';
import { readLedger } from '../support/read-ledger.ts';
import { openStampService } from '../support/stamp-service.ts';

const service = await openStampService();
const site = await openGateway({
  fetch: service.fetch,
  settings: { timestampUrl: 'https://carimbo.example' },
});
afterAll(async () => {
  await site.close();
  await service.close();
});

const hours = (count: number) => {
  site.passTime(count * 3_600_000);
};
const sizes = async () => (await findStamps(site.gateway.database, 19)).map(({ size }) => size);

test('the first head is stamped, then one a day while the ledger grows, as OpenSSL confirms', async () => {
  expect((await readLedger(site))[0]).toMatchObject({ type: 'COMMITMENTS', timeStamps: true });
  service.failures = 1;
  await expect(site.stamp()).rejects.toThrow(Unavailable);
  expect(await sizes()).toEqual([]);
  await site.stamp();
  await site.stamp();
  const [first = 0] = await sizes();
  expect([await sizes(), service.asked.length]).toEqual([[first], 1]);
  await site.sendReceipt(await site.signUp());
  await site.publishLog();
  await site.stamp();
  expect(await sizes()).toEqual([first]);
  hours(25);
  await site.stamp();
  await site.stamp();
  const [, second = 0] = await sizes();
  expect(second).toBeGreaterThan(first);
  expect(service.asked).toHaveLength(2);

  for (const size of [first, second]) {
    const answer = await site.send(`/api/transparency/stamps/${size}.tsr`);
    expect(answer.headers.get('content-type')).toBe('application/timestamp-reply');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const text = await (await site.send(`/api/transparency/stamps/${size}.txt`)).text();
    await service.verify(bytes, text);
    await expect(service.verify(bytes, `${text}.`)).rejects.toThrow();
    expect(readTimeStamp(bytes)?.at).toMatch(/^\d{4}-\d\d-\d\dT/);
    // Cut off or changed anywhere, it is another stamp or none, and never an exception.
    for (let index = 0; index < bytes.length; index += 7) {
      const changed = Uint8Array.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 0x41;
      readTimeStamp(changed);
      expect(readTimeStamp(bytes.slice(0, index))).toBeNull();
    }
  }
  expect((await site.send('/api/transparency/stamps/999.tsr')).status).toBe(404);
  const lines = (await (await site.send('/api/transparency/stamps.jsonl')).text())
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line).size)).toEqual([first, second]);
});

test('a start without the service warns while a draw that needs a stamp is still to be made', async () => {
  const before = { variant: 'all', window: 'before', now: new Date() } as const;
  const settings = { timestampUrl: 'https://carimbo.example' };
  const stamped = await openGateway({ ...before, fetch: service.fetch, settings });
  expect(stamped.lines).toEqual([]);
  const { database } = stamped.gateway;
  const without = await openGateway({ ...before, database });
  expect(without.lines.join()).toContain('The commitments promise time stamps');
  await without.close();

  stamped.clock.now = instantOf(stamped.gateway.snapshot.campaign.startsAt);
  stamped.passTime(3_600_000);
  await giveNumber(stamped, await stamped.signUp(), [4, 50_151]);
  passTheEnd(stamped);
  expect(await stamped.operate('close')).toMatchObject({ exitCode: 0 });
  expect(await drawToday(stamped, '--force')).toMatchObject({ exitCode: 0 });
  const drawn = await openGateway({ ...before, database, clock: stamped.clock });
  expect(drawn.lines.join()).not.toContain('TIMESTAMP_URL');
  await drawn.close();
  await stamped.close();
});

test('an answer about another text counts for nothing', async () => {
  hours(25);
  await site.sendReceipt(await site.signUp());
  await site.publishLog();
  const before = await sizes();
  const [stamp] = await findStamps(site.gateway.database, 19);
  const other = await openGateway({
    database: site.gateway.database,
    clock: site.clock,
    fetch: async () => new Response(Buffer.from(stamp?.answerBase64 ?? '', 'base64')),
    settings: { timestampUrl: 'https://carimbo.example' },
  });
  await expect(other.stamp()).rejects.toThrow(Unavailable);
  expect(await sizes()).toEqual(before);
  await other.close();
});

test('an answer without end is not read to its end', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(16 * 1024));
      if (sent === 1000) controller.close();
    },
  });
  const stamps = openTimeStamps(
    { timestampUrl: 'https://carimbo.example' },
    async () => new Response(endless),
    10_000,
  );
  await expect(stamps?.stamp('a text')).rejects.toThrow(Unavailable);
  expect(sent).toBeLessThan(10);
});

test('a gateway without a time-stamp service requests and promises no stamps', async () => {
  const own = await openGateway();
  await own.stamp();
  expect((await readLedger(own))[0]).not.toHaveProperty('timeStamps');
  expect(await (await own.send('/api/transparency/stamps.jsonl')).text()).toBe('');
  await own.close();
});
