import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createConsumerEndpoint, getMeEndpoint } from '../../src/contract/consumer.ts';
import { listReceiptsEndpoint } from '../../src/contract/receipts.ts';
import { Unavailable } from '../../src/gateway/failures.ts';
import { writeErasureList } from '../../src/gateway/privacy/erasure-list.ts';
import { deleteDueFiles } from '../../src/gateway/receipts/file-deletion.ts';
import { faults, startFaultyServer } from '../support/faulty-server.ts';
import { openGateway, type TestAnswer, type TestGateway } from '../support/gateway.ts';
import { validSignUp } from '../support/people.ts';
import { receiptBody } from '../support/receipt-body.ts';

const timeoutMs = 300;
const server = await startFaultyServer();

/** The internet, of which only the faulty server is left. */
const outside: typeof fetch = (input, init) =>
  fetch(`http://127.0.0.1:${server.port}/${new URL(String(input)).hostname}`, init);

const withPlatform = await openGateway({
  fetch: outside,
  timeoutMs,
  settings: {
    identity: { kind: 'platform', projectId: 'project', tenantId: 'tenant-7', apiKey: 'api-key' },
  },
});
const withBotCheck = await openGateway({
  fetch: outside,
  timeoutMs,
  settings: { recaptchaSecret: 'the-secret' },
});
const withBucket = await openGateway({
  timeoutMs,
  settings: { storageUrl: `s3://KEY:a-secret@127.0.0.1:${server.port}/notas` },
});
const ana = await withBucket.signUp();

/** A token as Google's look, signed by a key that has to be asked for. */
const token = [{ alg: 'RS256', kid: 'google-1' }, { sub: 'ana' }, 'signature']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

afterAll(async () => {
  for (const site of [withPlatform, withBotCheck, withBucket]) await site.close();
  await server.close();
});

/** 503 in the words that people are to read, and nothing personal on the record. */
function expectUnavailable(site: TestGateway, answer: TestAnswer<unknown>, personal: string[]) {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toBe('2');
  expect(answer.error).toEqual({
    code: 'UNAVAILABLE',
    message: 'Sistema indisponível no momento, entre com contato com o suporte.',
    fields: [],
  });
  const record = site.lines.splice(0).join('\n');
  expect(record).toContain('"event":"unavailable"');
  for (const text of personal) expect(record).not.toContain(text);
}

const consumers = (site: TestGateway) => site.query('select id from consumers');

describe.each(faults)('a service that %s', (fault) => {
  beforeEach(() => {
    server.fault = fault;
  });

  test('answers 503 as identity service, and no one is half registered', async () => {
    const body = validSignUp(withPlatform.gateway.snapshot);
    const { name, document, email, phone, password } = body;
    const answer = await withPlatform.call(createConsumerEndpoint, { body });
    const personal = [name, document, email, phone, password, 'api-key'];
    expectUnavailable(withPlatform, answer, personal);
    expect(await consumers(withPlatform)).toEqual([]);
  });

  test('answers 503 as source of the identity service’s keys, and no one is signed out', async () => {
    expectUnavailable(withPlatform, await withPlatform.call(getMeEndpoint, { token }), [token]);
  });

  test('answers 503 as bot check, and no one gets in unchecked', async () => {
    const body = validSignUp(withBotCheck.gateway.snapshot, { recaptchaToken: 'a-token' });
    const answer = await withBotCheck.call(createConsumerEndpoint, { body });
    expectUnavailable(withBotCheck, answer, [body.document, body.email, 'a-token', 'the-secret']);
    expect(await consumers(withBotCheck)).toEqual([]);
  });

  test('answers 503 as file storage, and no receipt is stored without its picture', async () => {
    const body = receiptBody(ana, withBucket.clock.now);
    const answer = await withBucket.sendReceipt(ana, body);
    const personal = [ana.consumer.document, ana.token, 'a-secret', String(body.imageBase64)];
    expectUnavailable(withBucket, answer, personal);
    expect((await withBucket.call(listReceiptsEndpoint, { token: ana.token })).body).toEqual([]);
  });
});

test.each([
  ['a file is deleted', deleteDueFiles],
  ['the list of erasures is written', writeErasureList],
])('a file storage that hangs while %s holds up no other call', async (_, work) => {
  const { database, storage } = withBucket.gateway;
  await database.query("insert into files_to_remove (file_key) values ('receipts/gone')");
  const [isAsked, isAnswered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hang = async () => {
    isAsked.resolve();
    await isAnswered.promise;
    throw new Unavailable('file storage');
  };
  const hanging = { ...storage, get: hang, remove: hang };
  const working = work({ ...withBucket.gateway, storage: hanging }).catch(() => {});
  await isAsked.promise;
  expect((await withBucket.call(listReceiptsEndpoint, { token: ana.token })).status).toBe(200);
  isAnswered.resolve();
  await working;
  await database.query('delete from files_to_remove');
});

test('a failing file storage does not stop failed emails from being forgotten in time', async () => {
  server.fault = 'refuses';
  const { database } = withBucket.gateway;
  await database.query("insert into files_to_remove (file_key) values ('receipts/gone')");
  await database.query(
    `insert into emails
       (campaign_id, kind, dedupe_key, to_address, state, created_at, ended_at)
     values (19, 'WELCOME', 'old', 'ana@exemplo.com.br', 'FAILED', $1, $1)`,
    [new Date(withBucket.clock.now.getTime() - 31 * 86_400_000)],
  );
  await withBucket.tidy();
  const [email] = await database.query(
    "select to_address as to from emails where dedupe_key = 'old'",
  );
  expect(email).toEqual({ to: null });
  expect(withBucket.lines.splice(0).join('\n')).toContain('"during":"tidy"');
});
