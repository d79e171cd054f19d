import { hash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createConsumerEndpoint,
  getMeEndpoint,
  requestNewPasswordEndpoint,
  type SignUpBody,
  setInstantPaymentKeyEndpoint,
  updateConsumerEndpoint,
} from '../../src/contract/consumer.ts';
import { listLuckyNumbersEndpoint } from '../../src/contract/engines.ts';
import {
  getReceiptDetailsEndpoint,
  listReceiptsEndpoint,
  listReceiptsV2Endpoint,
} from '../../src/contract/receipts.ts';
import {
  createAnonymousIncidentEndpoint,
  createIncidentEndpoint,
  getSupportIncidentEndpoint,
} from '../../src/contract/support.ts';
import { transparencyFiles } from '../../src/contract/transparency.ts';
import { Unavailable } from '../../src/gateway/failures.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { validSignUp } from '../support/people.ts';

const reset = { campaignId: 19, email: 'ninguem@exemplo.com.br' };

let site: TestGateway;

beforeEach(async () => {
  site = await openGateway({ settings: { rateLimited: true } });
});
afterEach(() => site.close());

/** As if so many calls had been counted where some were already. */
async function count(calls: number, gateway = site, bucket = 'address %'): Promise<void> {
  const text = 'update rate_limits set hits = $1 where bucket like $2';
  await gateway.query(text, [calls, bucket]);
}

/** 300 as they come, and three that wait for their moment. */
async function askUntilRefused(address: string): Promise<number> {
  const ask = async () =>
    (await site.call(requestNewPasswordEndpoint, { body: reset, address })).status;
  expect(await ask()).toBe(200);
  await count(299);
  let calls = 300;
  while ((await ask()) === 200) calls += 1;
  return calls;
}

test('an address that calls too often has to wait, and no other', async () => {
  expect(await askUntilRefused('203.0.113.7')).toBe(304);
  const refused = await site.call(requestNewPasswordEndpoint, {
    body: reset,
    address: '203.0.113.7',
  });
  expect(refused.status).toBe(429);
  expect(refused.error.code).toBe('TOO_MANY_REQUESTS');
  expect(refused.headers.get('retry-after')).toBe('6');
  expect(
    (await site.call(requestNewPasswordEndpoint, { body: reset, address: '203.0.113.8' })).status,
  ).toBe(200);

  site.passTime(6000);
  expect(
    (await site.call(requestNewPasswordEndpoint, { body: reset, address: '203.0.113.7' })).status,
  ).toBe(200);
});

test('an IPv6 customer’s networks have ten networks’ calls together', async () => {
  const ask = async (address: string) =>
    (await site.call(requestNewPasswordEndpoint, { body: reset, address })).status;
  expect(await ask('2001:db8:1:1::1')).toBe(200);
  await count(3000, site, 'address 2001:db8:1::/48 %');
  const statuses = [];
  for (let network = 2; network < 6; network += 1) {
    statuses.push(await ask(`2001:db8:1:${network}::1`));
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await ask('2001:db8:2:1::1')).toBe(200);
});

describe('sign-ups that are no sign-ups', () => {
  const address = '203.0.113.7';
  const signUp = (overrides: Partial<SignUpBody> = {}) =>
    site.call(createConsumerEndpoint, {
      body: validSignUp(site.gateway.snapshot, overrides),
      address,
    });
  const empty = { name: '', email: '', document: '', phone: '', password: '' };

  test('keep no one else from signing up there, and soon have to wait themselves', async () => {
    expect((await signUp(empty)).status).toBe(400);
    await count(1199);
    expect((await signUp(empty)).status).toBe(400);
    const refused = await signUp(empty);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await signUp()).status).toBe(201);
  });

  test('with an unknown consent wait too, since every version is searched for it', async () => {
    const unknown = () => signUp({ optIns: ['PRIVACY', 'FREE_MONEY'] });
    expect((await unknown()).status).toBe(400);
    await count(600);
    const answers = await Promise.all([unknown(), unknown(), unknown(), unknown()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 429]);
  });

  test('register at most 600 people an hour, and then one every six seconds', async () => {
    const { document } = validSignUp(site.gateway.snapshot);
    expect((await signUp({ document })).status).toBe(201);
    expect((await signUp({ document })).status).toBe(409);
    await count(599);
    expect((await signUp({ document })).status).toBe(409);
    const slow = await Promise.all([signUp(), signUp(), signUp(), signUp()]);
    const [refused, ...more] = slow.filter(({ status }) => status !== 201);
    expect([refused?.status, refused?.headers.get('retry-after'), more]).toEqual([429, '6', []]);
    site.passTime(6000);
    expect((await signUp()).status).toBe(201);
  });
});

test('pictures of the campaign are sent 600 times a minute to an address, from one look at the database', async () => {
  const bytes = randomBytes(3000);
  const sha256 = hash('sha256', bytes, 'hex');
  await site.query(
    'insert into campaign_pictures (campaign_id, sha256, base64) values (19, $1, $2)',
    [sha256, bytes.toString('base64')],
  );
  const download = () => site.send(`/api/campaign/19/picture/${sha256}`, { from: '203.0.113.7' });
  expect(Buffer.from(await (await download()).arrayBuffer())).toEqual(bytes);
  await site.query('delete from campaign_pictures');
  await count(599);
  const again = await download();
  expect(again.headers.get('content-length')).toBe('3000');
  expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
  expect((await download()).status).toBe(429);
});

test('an address opens at most 300 conversations an hour, and then one every six seconds', async () => {
  const incident = { name: 'Ana', subjectId: 2, subject: 'Nota', description: 'Cadê?' };
  const open = (description = 'Cadê?') => {
    const body = { ...incident, description, email: `${crypto.randomUUID()}@exemplo.com.br` };
    return site.call(createAnonymousIncidentEndpoint, { body, address: '203.0.113.7' });
  };
  expect((await open()).status).toBe(201);
  await count(299, site, 'address % conversations');
  expect((await open(' ')).status).toBe(400);
  expect((await open()).status).toBe(201);
  const answers = await Promise.all([open(), open(), open(), open()]);
  const [refused, ...more] = answers.filter(({ status }) => status !== 201);
  expect([refused?.status, refused?.headers.get('retry-after'), more]).toEqual([429, '6', []]);
});

test('an account that writes too often has to wait, and no other behind its address', async () => {
  const [one, other] = [await site.signUp(), await site.signUp()];
  const body = { phone: '41999990001' };
  const write = () => site.call(updateConsumerEndpoint, { body, token: one.token });
  expect((await write()).status).toBe(200);
  await count(59, site, 'account %');
  expect((await write()).status).toBe(200);
  const refused = await write();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await site.call(updateConsumerEndpoint, { body, token: other.token })).status).toBe(200);
  expect((await site.call(getMeEndpoint, { token: one.token })).status).toBe(200);
});

test('a Pix key is changed ten times an hour, so that no mailbox is flooded with the news', async () => {
  const { token } = await site.signUp();
  const changeKey = async (index: number) => {
    const body = { instantPaymentKeyType: index % 2 === 0 ? 'CPF' : 'PHONE' } as const;
    return (await site.call(setInstantPaymentKeyEndpoint, { token, body })).status;
  };
  const statuses = [];
  for (let index = 0; index < 11; index += 1) statuses.push(await changeKey(index));
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test('an account reads its whole lists sixty times a minute, since they may hold hundreds', async () => {
  const { token } = await site.signUp();
  const readReceipts = async (list = listReceiptsEndpoint) =>
    (await site.call(list, { token })).status;
  const readNumbers = async () => (await site.call(listLuckyNumbersEndpoint, { token })).status;
  for (const read of [readReceipts, readNumbers]) {
    expect(await read()).toBe(200);
    await count(60, site, 'account %');
    expect(await read()).toBe(429);
  }
  expect(await readReceipts(listReceiptsV2Endpoint), 'by its other route').toBe(429);
});

test('an account stores at most two hundred files a day, so that it cannot fill the disk', async () => {
  const who = await site.signUp();
  const send = () => site.sendReceipt(who);
  expect((await send()).status).toBe(201);
  await count(199, site, 'account % stored files');
  expect((await send()).status).toBe(201);
  const refused = await send();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400']);

  await count(199, site, 'account % stored files');
  const { storage } = site.gateway;
  const { put } = storage;
  storage.put = () => Promise.reject(new Unavailable('file storage'));
  expect((await send()).status).toBe(503);
  storage.put = put;
  expect((await send()).status).toBe(201);
});

test('one address cannot read the promotion’s figures and published lists without end', async () => {
  await site.query('update ledgers set secrets_revealed_at = now()');
  const published = [transparencyFiles.numbers, '/api/transparency'];
  const read = () =>
    Promise.all(
      published.map(async (path) => {
        return (await site.send(path, { headers: { 'if-none-match': '*' } })).status;
      }),
    );
  expect(await read()).toEqual([304, 304]);
  await count(599);
  expect(await read()).toEqual([304, 304]);
  expect(await read()).toEqual([429, 429]);
});

test('one address cannot read the files of the log and of its stamps without end', async () => {
  const files = ['log/checkpoint', 'log/tile/entries/000.p/1', 'stamps/1.tsr'];
  const read = (file: string) => site.send(`/api/transparency/${file}`);
  for (const file of files) expect((await read(file)).status).not.toBe(429);
  await site.query(
    "update rate_limits set hits = case when bucket like '%log' then 12000 else 600 end",
  );
  for (const file of files) {
    const refused = await read(file);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  }
});

test('a caller who guesses links of conversations learns nothing, and soon has to wait', async () => {
  const answers = new Set<string>();
  const guess = (token: string) =>
    site.call(getSupportIncidentEndpoint, { headers: { token, email: 'ana@exemplo.com.br' } });
  for (let tried = 0; tried < 120; tried += 1) {
    const { status, text } = await guess(randomBytes(tried % 40).toString('base64url') || 'x');
    answers.add(`${status} ${text}`);
  }
  expect([...answers]).toEqual([expect.stringMatching(/^404 /)]);
  expect((await guess('x')).status).toBe(429);
});

const message = { name: 'Eva', subjectId: 2, subject: 'Nota', description: 'Cadê?' };

/** How many emails are queued that say this, or have been sent. */
async function emailsOf(kind: string): Promise<number> {
  const rows = await site.query('select from emails where kind = $1', [kind]);
  return rows.length;
}

test('no mailbox is flooded by messages to support, from however many addresses, and each is stored', async () => {
  const write = async (email: string, network: number) => {
    const body = { ...message, email };
    const address = `203.0.113.${network}`;
    const { status } = await site.call(createAnonymousIncidentEndpoint, { body, address });
    return [status, await emailsOf('SUPPORT_OPENED')];
  };
  expect(await write('Ana@exemplo.com.br', 1)).toEqual([201, 1]);
  await count(19, site, 'SUPPORT_OPENED %');
  expect(await write('Ana@exemplo.com.br', 2)).toEqual([201, 2]);
  expect(await write('ana@exemplo.com.br ', 99)).toEqual([201, 2]);
  expect(await write('ana+nota@exemplo.com.br', 99)).toEqual([201, 2]);
  expect(await write('bia.lima@gmail.com', 99)).toEqual([201, 3]);
  await count(20, site, 'SUPPORT_OPENED %');
  expect(await write('bialima@googlemail.com', 99)).toEqual([201, 3]);
  expect(await site.query('select from incidents')).toHaveLength(6);
});

test('a signed-in person writes to support, and gets the email, whatever strangers wrote in their name', async () => {
  const ana = await site.signUp();
  const body = { ...message, email: ana.consumer.email };
  await site.call(createAnonymousIncidentEndpoint, { body });
  await count(20, site, 'SUPPORT_OPENED %');
  const write = () => site.call(createIncidentEndpoint, { body, token: ana.token });
  expect((await write()).status).toBe(201);
  expect(await emailsOf('SUPPORT_OPENED')).toBe(2);
  await count(20, site, 'account %');
  expect((await write()).status).toBe(429);
});

test('no mailbox is flooded by sign-ups, and its owner can still sign up and write to support', async () => {
  const signUp = async (email: string, network: number) => {
    const body = validSignUp(site.gateway.snapshot, { email });
    const call = { body, address: `203.0.113.${network}` };
    return [(await site.call(createConsumerEndpoint, call)).status, await emailsOf('WELCOME')];
  };
  expect(await signUp('ana@exemplo.com.br', 1)).toEqual([201, 1]);
  await count(20, site, 'WELCOME %');
  expect(await signUp('ana+2@exemplo.com.br', 2)).toEqual([201, 1]);
  expect(await signUp('bia@exemplo.com.br', 2)).toEqual([201, 2]);
  const body = { ...message, email: 'ana@exemplo.com.br' };
  expect((await site.call(createAnonymousIncidentEndpoint, { body })).status).toBe(201);
});

test('sign-ups that come to nothing leave the mailbox its welcome', async () => {
  const one = validSignUp(site.gateway.snapshot, { email: 'bia+0@exemplo.com.br' });
  const tries = Array.from({ length: 3 }, (_, position) =>
    site.call(createConsumerEndpoint, {
      body: { ...one, email: `bia+${position}@exemplo.com.br` },
    }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 409, 409]);
  const hits = "select hits from rate_limits where bucket like 'WELCOME %'";
  expect(await site.query(hits)).toEqual([{ hits: 1 }]);
});

test('a clock that was a day ahead leaves no one locked out once it is set right', async () => {
  const day = 24 * 3_600_000;
  const address = '203.0.113.9';
  site.passTime(day);
  expect(await askUntilRefused(address)).toBe(304);
  site.passTime(-day);
  expect(await askUntilRefused(address)).toBe(304);
});

test('the gateways of a database count calls together', async () => {
  const { database } = site.gateway;
  const settings = { rateLimited: true };
  const other = await openGateway({ database, now: site.clock.now, settings });
  const body = { phone: '41999990001' };
  const { token } = await site.signUp();
  const both = async () => {
    const answers = [site, other].map((gateway) =>
      gateway.call(updateConsumerEndpoint, { body, token }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await both()).toEqual([200, 200]);
  await count(58, site, 'account %');
  expect(await both()).toEqual([200, 200]);
  expect(await both()).toEqual([429, 429]);
  await other.close();
});

test('rate limits that are switched off count no address', async () => {
  const free = await openGateway({ settings: { rateLimited: false } });
  expect((await free.call(requestNewPasswordEndpoint, { body: reset })).status).toBe(200);
  expect(
    await free.query('select bucket from rate_limits where bucket like $1', ['address %']),
  ).toEqual([]);
  await free.close();
});

test('the address of a caller is taken from a trusted proxy', async () => {
  const behind = await openGateway({ settings: { rateLimited: true, trustedProxies: 1 } });
  const answer = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    return (await behind.call(requestNewPasswordEndpoint, { body: reset, headers })).status;
  };
  expect(await answer('1.1.1.1, 203.0.113.7')).toBe(200);
  await count(300, behind);
  for (const first of [2, 3, 4]) expect(await answer(`${first}.1.1.1, 203.0.113.7`)).toBe(200);
  expect(await answer('203.0.113.7')).toBe(429);
  expect(await answer('203.0.113.8')).toBe(200);
  await behind.close();
});

test('the file of a receipt, which needs no token, is read 600 times a minute from an address', async () => {
  const { token, consumer } = await site.signUp();
  const { body } = await site.sendReceipt({ token, consumer });
  const parameters = { couponId: Number(body.id) };
  const details = await site.call(getReceiptDetailsEndpoint, { token, parameters });
  const { pathname, search } = new URL(details.body.imageUrl ?? '');
  const read = async (from: string) => {
    const response = await site.send(pathname + search, { from });
    await response.body?.cancel();
    return response.status;
  };
  expect(await read('203.0.113.7')).toBe(200);
  await count(600, site, 'address 203.0.113.7 %');
  expect([await read('203.0.113.7'), await read('203.0.113.8')]).toEqual([429, 200]);
});
