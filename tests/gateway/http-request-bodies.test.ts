import { afterAll, expect, test } from 'vitest';
import { setTransferAccountEndpoint, updateConsumerEndpoint } from '../../src/contract/consumer.ts';
import { createAnonymousIncidentEndpoint } from '../../src/contract/support.ts';
import { contractEndpoints, sampleAddress } from '../support/contract-endpoints.ts';
import { openGateway } from '../support/gateway.ts';
import { requestBodies } from '../support/request-bodies.ts';

const site = await openGateway({ variant: 'all' });
const ana = await site.signUp();
const bodies = await requestBodies(site, ana);
afterAll(() => site.close());

const writing = [...contractEndpoints].filter(([, { body }]) => body !== null);
const headers = { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` };

/** Sends a body to a call of the contract, as it is. */
function sendBody(name: string, body: string): Promise<Response> {
  const endpoint = contractEndpoints.get(name);
  if (!endpoint) throw new Error(`No call ${name}`);
  return site.send(sampleAddress(endpoint, { pollId: 32 }), {
    method: endpoint.method,
    headers,
    body,
  });
}

/** Copies of a value, each with one of the parts that `isMeant` replaced; parts by their path. */
function variations(
  value: unknown,
  isMeant: (part: unknown) => boolean,
  replaced: (part: unknown) => unknown,
  path = '',
): { path: string; body: unknown }[] {
  const here = isMeant(value) ? [{ path, body: replaced(value) }] : [];
  if (typeof value !== 'object' || value === null) return here;
  const deeper = Object.entries(value).flatMap(([name, part]) =>
    variations(part, isMeant, replaced, `${path}.${name}`).map((each) => ({
      path: each.path,
      body: Array.isArray(value)
        ? value.with(Number(name), each.body)
        : { ...value, [name]: each.body },
    })),
  );
  return [...here, ...deeper];
}

test('the bodies below cover every call that takes one', () => {
  expect(Object.keys(bodies).sort()).toEqual(writing.map(([name]) => name).sort());
});

test.each(writing.map(([name]) => name))(
  '%s takes no field that it does not know',
  async (name) => {
    const isObject = (part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part);
    for (const field of ['balance', 'status', 'rewarded', 'role', '__proto__', 'constructor']) {
      const more = Object.fromEntries([[field, 'x']]);
      const within = (part: unknown) => Object.assign(Object.create(null), part, more);
      for (const { path, body } of variations(bodies[name], isObject, within)) {
        const answer = await sendBody(name, JSON.stringify(body));
        expect.soft(answer.status, `${path}.${field}`).toBe(400);
        const { error } = await answer.json();
        const fields = error.fields.map((each: { field: string }) => `.${each.field}`);
        expect.soft(fields).toContain(`${path}.${field}`);
      }
    }
  },
);

test.each(writing.map(([name]) => name))('no text makes %s fail', async (name) => {
  const isText = (part: unknown) => typeof part === 'string';
  for (const hostile of ['\0', 'a\0b', '\ud800', 'x\udfff', "'; drop table consumers; --"]) {
    for (const { path, body } of variations(bodies[name], isText, () => hostile)) {
      const { status } = await sendBody(name, JSON.stringify(body));
      expect.soft(status, `${path} ${JSON.stringify(hostile)}`).toBeLessThan(500);
    }
  }
});

test.each(writing.map(([name]) => name))(
  '%s refuses an object that cannot be written as a text',
  async (name) => {
    for (const unwritable of [{ toString: 1 }, [{ toString: null, valueOf: 1 }]]) {
      for (const { path, body } of variations(
        bodies[name],
        () => true,
        () => unwritable,
      )) {
        expect.soft((await sendBody(name, JSON.stringify(body))).status, path).toBe(400);
      }
    }
  },
);

test('no call fails at lists within lists, as many as a form may hold', async () => {
  const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
  for (const [name] of writing) {
    const [field] = Object.keys(Object(bodies[name]));
    for (const body of [deep, `{"${field}":${deep}}`]) {
      expect.soft((await sendBody(name, body)).status, name).toBe(400);
    }
  }
  const signIn = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword';
  for (const value of [deep, '{"toString":1}']) {
    const body = `{"email":${value}}`;
    expect((await site.send(signIn, { method: 'POST', headers, body })).status).toBe(400);
  }
});

test('text that a database cannot store is refused as invalid JSON', async () => {
  for (const spelt of ['\\u0000', '\\ud800', '\\uDC00\\uD800']) {
    const answer = await sendBody('createAnonymousIncident', `{"name":"a${spelt}"}`);
    expect((await answer.json()).error.message).toBe('Os dados enviados não são um JSON válido');
  }
  const emoji = { ...bodies.createAnonymousIncident, description: '🦷' };
  const escaped = JSON.stringify(emoji).replace('🦷', '\\ud83e\\uddb7');
  expect((await sendBody('createAnonymousIncident', escaped)).status).toBe(201);
});

test('a form beside a file has its own limits', async () => {
  const file = 'A'.repeat(1_000_000);
  const { imageBase64: _, ...form } = bodies.createReceipt ?? {};
  const sent = (more: string) =>
    sendBody('createReceipt', `{${more}"imageBase64" : "${file}",${JSON.stringify(form).slice(1)}`);
  const messageOf = async (answer: Response) => (await answer.json()).error.message;
  expect((await sent('')).status).toBe(400);
  expect(await messageOf(await sent(`"x":"${'a b '.repeat(30_000)}",`))).toBe(
    'Os dados enviados são longos demais',
  );
  expect(await messageOf(await sent('"x":"\\u0000",'))).toBe(
    'Os dados enviados não são um JSON válido',
  );
});

test.each([
  ['nested lists', `{"name":${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}}`],
  ['nested lists without an end', '['.repeat(7_000_000)],
  ['unknown fields', `{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`)}}`],
  ['a long list', `{"optIns":[${Array(700_000).fill('"PRIVACY"')}]}`],
  ['a password of accents', `{"password":"A${'\u0315\u0300'.repeat(1_500_000)}"}`],
])('a form of %s costs next to nothing, also where a file may come with it', async (_, body) => {
  for (const name of ['createConsumer', 'createReceipt']) {
    const before = process.cpuUsage();
    const answer = await sendBody(name, body);
    const { user, system } = process.cpuUsage(before);
    expect(answer.status).toBe(413);
    expect((await answer.json()).error.message).toBe('Os dados enviados são longos demais');
    expect((user + system) / 1000).toBeLessThan(500);
  }
});

test('a body that says it is too long is refused before the database is asked who sends it', async () => {
  const init = { method: 'POST', headers: { 'content-length': '7500001' }, body: '{}' };
  const answer = await site.send('/api/ocr/execute', init);
  expect((await answer.json()).error.code).toBe('TOO_LARGE');
});

test.each(['/api/consumer', '/securetoken.googleapis.com/v1/token'])(
  '%s reads no more than a form',
  async (path) => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 10_000;
        controller.enqueue(new Uint8Array(10_000).fill(0x20));
      },
    });
    const request = { method: 'POST', headers, body, duplex: 'half' };
    const answer = await site.send(path, request);
    expect(answer.ok).toBe(false);
    expect(sent).toBeLessThan(200_000);
  },
);

test('no line of a form may be longer than any real one', async () => {
  const long = 'x'.repeat(201);
  const refused = { message: 'O texto deve ter no máximo 200 caracteres' };
  for (const [endpoint, field] of [
    [setTransferAccountEndpoint, 'bank'],
    [setTransferAccountEndpoint, 'accountNumber'],
    [createAnonymousIncidentEndpoint, 'name'],
    [createAnonymousIncidentEndpoint, 'subject'],
    [updateConsumerEndpoint, 'address.street'],
    [updateConsumerEndpoint, 'address.complement'],
    [updateConsumerEndpoint, 'address.state'],
  ] as const) {
    const [name = ''] = writing.find(([, each]) => each === endpoint) ?? [];
    const isField = (part: unknown) => part === valueAt(bodies[name], field);
    const [variation] = variations(bodies[name], isField, () => long);
    const answer = await sendBody(name, JSON.stringify(variation?.body));
    expect((await answer.json()).error.fields).toEqual([{ field, ...refused }]);
  }
});

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => Object(part)[name], value);
}
