import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createConsumerEndpoint, type SignUpBody } from '../../src/contract/consumer.ts';
import { readIdempotencyKey } from '../../src/gateway/http/idempotency.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { validSignUp } from '../support/people.ts';
import { createPostgresDatabase } from '../support/postgres.ts';

/** PGlite has one connection; what calls do to each other shows on a server. */
describe.each(['PGlite', 'PostgreSQL'])('one key, on %s', (kind) => {
  let site: TestGateway;
  let start: Date;

  beforeAll(async () => {
    const databaseUrl = kind === 'PGlite' ? 'memory://' : await createPostgresDatabase();
    site = await openGateway({ databaseUrl });
    start = site.clock.now;
  });
  afterEach(() => {
    site.clock.now = start;
  });
  afterAll(() => site.close());

  const newPerson = () => validSignUp(site.gateway.snapshot);
  const send = (body: SignUpBody, idempotencyKey: string, address?: string) =>
    site.call(createConsumerEndpoint, { body, idempotencyKey, ...(address ? { address } : {}) });
  const peopleWith = async ({ document }: SignUpBody) =>
    (await site.query('select 1 from consumers where document = $1', [document])).length;

  test('gets the first answer again, byte for byte', async () => {
    const body = newPerson();
    const first = await send(body, 'again');
    const again = await send(body, 'again');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await peopleWith(body)).toBe(1);
  });

  test('is the same call with a fresh bot token', async () => {
    const body = newPerson();
    const first = await send(body, 'token');
    expect((await send({ ...body, recaptchaToken: 'another' }, 'token')).text).toBe(first.text);
  });

  test('is refused with another body', async () => {
    const body = newPerson();
    await send(body, 'other');
    const answer = await send({ ...body, name: 'Bia' }, 'other');
    expect(answer.status).toBe(422);
    expect(answer.error).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', fields: [] });
  });

  test('is another key from another caller', async () => {
    expect((await send(newPerson(), 'mine', '203.0.113.1')).status).toBe(201);
    expect((await send(newPerson(), 'mine', '203.0.113.2')).status).toBe(201);
  });

  test('is the same call from another address, such as a phone that changed networks', async () => {
    const body = newPerson();
    const first = await send(body, 'wandering', '203.0.113.1');
    const again = await send(body, 'wandering', '203.0.113.2');
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  test('does not store refusals', async () => {
    const body = newPerson();
    expect((await send({ ...body, document: '1' }, 'mended')).status).toBe(400);
    expect((await send(body, 'mended')).status).toBe(201);
  });

  test('is forgotten after 48 hours', async () => {
    const body = newPerson();
    await send(body, 'old');
    site.clock.now = new Date(start.getTime() + 48 * 3_600_000 - 1);
    expect((await send(body, 'old')).status).toBe(201);
    site.clock.now = new Date(start.getTime() + 48 * 3_600_000);
    expect((await send(body, 'old')).status).toBe(409);
    expect((await send(newPerson(), 'old')).status).toBe(201);
  });

  test.each(['', 'a b', 'é', 'x'.repeat(201)])('%j is no key', async (key) => {
    const answer = await site.send('/api/consumer', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(newPerson()),
    });
    expect(answer.status).toBe(400);
  });

  test('is not stored in a form that would help to guess the password', async () => {
    const body = newPerson();
    await send(body, 'a-key-that-only-the-caller-knows');
    const rows = await site.query('select * from idempotency_keys');
    const storedRows = JSON.stringify(rows);
    expect(storedRows).not.toContain('a-key-that-only-the-caller-knows');
    expect(storedRows).not.toContain(body.email);
  });

  test('sent fifty times at once registers one person', async () => {
    const body = newPerson();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(body, 'burst')));
    expect(await peopleWith(body)).toBe(1);
    const registered = answers.filter(({ status }) => status === 201);
    expect(registered.length).toBeGreaterThan(0);
    expect(new Set(registered.map(({ text }) => text)).size).toBe(1);
    for (const { status, error } of answers.filter(({ status }) => status !== 201)) {
      expect(status).toBe(409);
      expect(error).toMatchObject({ code: 'REQUEST_IN_PROGRESS', fields: [] });
    }
    expect((await send(body, 'burst')).text).toBe(registered[0]?.text);
  });

  test('a document sent by forty people at once registers one', async () => {
    const { document } = newPerson();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => send({ ...newPerson(), document }, `many-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, error } of answers.filter(({ status }) => status !== 201)) {
      expect(status).toBe(409);
      expect(error.fields).toEqual([{ field: 'document', message: 'Documento já cadastrado' }]);
    }
  });
});

test('a file counts like the rest of the body', () => {
  const headers = { 'idempotency-key': 'nota' };
  const request = new Request('http://localhost/nota', { method: 'POST', headers });
  const macOf = (body: object) => {
    const key = readIdempotencyKey(request, { key: 'ana', isSignedIn: true }, body);
    return key && 'bodyMac' in key ? key.bodyMac : null;
  };
  const body = { identifier: '1', imageBase64: 'data:image/png;base64,AA/+', totalAmount: 2 };
  const whole = createHmac('sha256', 'nota').update(JSON.stringify(body)).digest('base64url');
  expect(macOf({ ...body, recaptchaToken: 'fresh' })).toBe(whole);
  expect(macOf({ ...body, imageBase64: 'AAAB' })).not.toBe(whole);
});
