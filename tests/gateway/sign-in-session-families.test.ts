import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getMeEndpoint, updateConsumerEndpoint } from '../../src/contract/consumer.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import {
  createOneTimeCodeEndpoint,
  endSessionEndpoint,
  exchangeOneTimeCodeEndpoint,
} from '../../src/contract/sign-in.ts';
import {
  deleteSignIn,
  findUserByEmail,
  insertSession,
} from '../../src/gateway/db/queries/identity.ts';
import { hashOfToken, newSecretToken } from '../../src/gateway/services/identity/refresh-tokens.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { openGateways } from '../support/gateways.ts';
import { callToolkit, refused, renewToken, signInAs } from '../support/identity-toolkit.ts';
import { holdTransaction, untilOneWaitsForLock } from '../support/lock-wait.ts';
import { createPostgresDatabase } from '../support/postgres.ts';

const second = 1_000;

/** Two tabs that renew at once are two processes and two connections on a server. */
describe.each(['PGlite', 'PostgreSQL and four gateways'])('a session, on %s', (kind) => {
  let site: TestGateway;
  let ana: TestConsumer;

  beforeAll(async () => {
    site =
      kind === 'PGlite'
        ? await openGateway()
        : await openGateways(4, { databaseUrl: await createPostgresDatabase() });
  }, 60_000);
  afterAll(() => site.close());
  beforeEach(async () => {
    ana = await site.signUp();
  });

  const signIn = async () => (await signInAs(site, ana)).body;
  const renew = (refreshToken: string) => renewToken(site, refreshToken);
  const statusWith = async (token: string) => (await site.call(getMeEndpoint, { token })).status;
  const ended = refused('TOKEN_EXPIRED');

  test('gets another refresh token at each use, and each ID token opens the account', async () => {
    let { refreshToken } = await signIn();
    const seen = new Set([refreshToken]);
    for (let use = 0; use < 4; use += 1) {
      site.passTime(120 * second);
      const { status, body } = await renew(refreshToken);
      expect([status, await statusWith(body.id_token)]).toEqual([200, 200]);
      refreshToken = body.refresh_token;
      seen.add(refreshToken);
    }
    expect(seen.size).toBe(5);
  });

  test('gets another ID token at each use, also within one second', async () => {
    const { idToken, refreshToken } = await signIn();
    const first = (await renew(refreshToken)).body;
    const second = (await renew(first.refresh_token)).body;
    expect(new Set([idToken, first.id_token, second.id_token]).size).toBe(3);
  });

  test('renewed by many tabs at once continues in all of them, with one successor', async () => {
    const { refreshToken } = await signIn();
    const answers = await Promise.all(Array.from({ length: 12 }, () => renew(refreshToken)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const successors = new Set(answers.map(({ body }) => body.refresh_token));
    expect(successors.size).toBe(1);
    const [next] = successors;
    site.passTime(61 * second);
    expect((await renew(next)).status).toBe(200);
  });

  test('is renewed again within a minute of a lost answer, by any of its last tokens', async () => {
    const { refreshToken: first } = await signIn();
    const { body: lost } = await renew(first);
    site.passTime(30 * second);
    await renew(lost.refresh_token);
    site.passTime(30 * second);
    expect((await renew(first)).status).toBe(200);
    const { status, body } = await renew(lost.refresh_token);
    expect([status, await statusWith(body.id_token)]).toEqual([200, 200]);
  });

  test('is renewed again when the connection is back, within 15 minutes of a lost answer', async () => {
    const { refreshToken } = await signIn();
    const { body: lost } = await renew(refreshToken);
    site.passTime(899 * second);
    const { status, body } = await renew(refreshToken);
    expect([status, body.refresh_token]).toEqual([200, lost.refresh_token]);
    expect((await renew(body.refresh_token)).status).toBe(200);
  });

  test.each([
    ['the last token is used again more than 15 minutes later', 901, 0],
    ['an older one is used again more than a minute later', 61, 1],
  ])('ends for thief and owner when %s', async (_, seconds, later) => {
    const stolen = (await signIn()).refreshToken;
    const elsewhere = await signIn();
    let { body: owner } = await renew(stolen);
    if (later) owner = (await renew(owner.refresh_token)).body;
    site.passTime(seconds * second);
    expect(await renew(stolen)).toEqual(ended);
    expect(await renew(owner.refresh_token)).toEqual(ended);
    expect(await statusWith(owner.id_token)).toBe(401);
    expect(await statusWith(elsewhere.idToken)).toBe(200);
    expect((await renew(elsewhere.refreshToken)).status).toBe(200);
  });

  test('ends too if newer tokens were issued since', async () => {
    const { refreshToken: first } = await signIn();
    let latest = first;
    for (let use = 0; use < 3; use += 1) {
      latest = (await renew(latest)).body.refresh_token;
      site.passTime(25 * second);
    }
    expect(await renew(first)).toEqual(ended);
    expect(await renew(latest)).toEqual(ended);
  });

  test('ends with all its tokens when signed out, and other devices stay signed in', async () => {
    const here = await signIn();
    site.passTime(second);
    const there = await signIn();
    const { body: renewed } = await renew(here.refreshToken);
    const signOut = (refreshToken: string) =>
      site.call(endSessionEndpoint, { body: { refreshToken } });
    expect((await signOut(renewed.refresh_token)).status).toBe(200);
    expect(await renew(renewed.refresh_token)).toEqual(ended);
    expect(await statusWith(here.idToken)).toBe(401);
    expect(await statusWith(renewed.id_token)).toBe(401);
    expect(await callToolkit(site, 'lookup', { idToken: here.idToken })).toEqual(ended);
    expect(await statusWith(there.idToken)).toBe(200);
    // The answer does not tell whether there was such a session.
    for (const token of [renewed.refresh_token, 'rubbish', newSecretToken()]) {
      expect((await signOut(token)).status).toBe(200);
    }
    expect(await statusWith(there.idToken)).toBe(200);
  });

  /** Sends another phone in a body that is held open until `meanwhile` is over. */
  const changePhone = (token: string, meanwhile: () => Promise<unknown>) => {
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await meanwhile();
          controller.enqueue(new TextEncoder().encode('{"phone":"51988887777"}'));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = { method: updateConsumerEndpoint.method, headers, body, duplex: 'half' };
    return site.send(pathOf(updateConsumerEndpoint.path, {}), call);
  };

  test('that ends while a body arrives slowly changes nothing any more', async () => {
    const { idToken, refreshToken } = await signIn();
    const { status } = await changePhone(idToken, async () => {
      await site.call(endSessionEndpoint, { body: { refreshToken } });
      site.passTime(2 * second);
    });
    expect(status).toBe(401);
    const { body } = await site.call(getMeEndpoint, { token: (await signIn()).idToken });
    expect(body.phone).toBe(ana.consumer.phone);
  });

  test('goes on for a body during which its ID token expires', async () => {
    const { idToken } = await signIn();
    const { status } = await changePhone(idToken, async () => site.passTime(3601 * second));
    expect([status, await statusWith(idToken)]).toEqual([200, 401]);
  });

  test('is not renewed by a forged token', async () => {
    const { refreshToken } = await signIn();
    const { refreshToken: foreign } = await signIn();
    const [id, , mac] = refreshToken.split('.');
    const [otherId, generation] = foreign.split('.');
    const unknown = refused('INVALID_REFRESH_TOKEN');
    expect(await renew(`${id}.1.${mac}`)).toEqual(unknown);
    expect(await renew(`${otherId}.${generation}.${mac}`)).toEqual(unknown);
    expect((await renew(refreshToken)).status).toBe(200);
  });

  test('continues if it began when sessions had one token, which counts as its first', async () => {
    const token = newSecretToken();
    const user = await findUserByEmail(site.gateway.database, 'embedded', ana.consumer.email);
    await site.query(
      'insert into identity_sessions (token_hash, user_id, created_at) values ($1, $2, $3)',
      [hashOfToken(token), user?.id, site.clock.now],
    );
    const { status, body } = await renew(token);
    expect([status, await statusWith(body.id_token)]).toEqual([200, 200]);
    site.passTime(61 * second);
    const { body: next } = await renew(body.refresh_token);
    expect(await renew(token)).toEqual(ended);
    expect(await renew(next.refresh_token)).toEqual(ended);
  });

  test('goes on over a database that was restored, and still knows which tokens are old', async () => {
    const { refreshToken: first } = await signIn();
    const { body: one } = await renew(first);
    site.passTime(61 * second);
    const { body: two } = await renew(one.refresh_token);
    await site.query(
      "update identity_sessions set generation = 0, renewals = '[]' where id::text = $1",
      [first.split('.')[0]],
    );
    site.passTime(61 * second);
    const { status, body: three } = await renew(two.refresh_token);
    expect(status).toBe(200);
    expect(await renew(one.refresh_token)).toEqual(ended);
    expect(await renew(three.refresh_token)).toEqual(ended);
  });

  test('ends when two hundred newer ones of its user have begun', async () => {
    const first = await signIn();
    site.passTime(second);
    const next = await signIn();
    await site.query(
      `insert into identity_sessions (id, user_id, created_at)
       select gen_random_uuid(), $1, $2 from generate_series(1, 198)`,
      [first.localId, site.clock.now],
    );
    expect(await statusWith(first.idToken)).toBe(200);
    site.passTime(second);
    const last = await signIn();
    const statuses = [first, next, last].map(({ idToken }) => statusWith(idToken));
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
  });

  test('does not begin with a password that was changed while it was checked', async () => {
    const { database } = site.gateway;
    const user = await findUserByEmail(database, 'embedded', ana.consumer.email);
    if (!user) throw new Error('Ana has no account');
    const id = crypto.randomUUID();
    const before = { ...user, validSince: new Date(user.validSince.getTime() - 1) };
    const createdAt = site.clock.now;
    expect(await insertSession(database, { id, user: before, createdAt })).toBe(false);
    expect(await insertSession(database, { id, user, createdAt })).toBe(true);
  });
});

describe('a session that a one-time code begins', () => {
  let site: TestGateway;

  beforeAll(async () => {
    site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  }, 60_000);
  afterAll(() => site.close());

  async function signInWithCode() {
    const ana = await site.signUp();
    const { body } = await signInAs(site, ana);
    const code = (await site.call(createOneTimeCodeEndpoint, { token: body.idToken })).body.code;
    const exchange = { body: { code, isConfirmed: true } };
    const token = (await site.call(exchangeOneTimeCodeEndpoint, exchange)).body.customToken;
    const [row] = await site.query<{ userId: string; createdAt: Date }>(
      `select user_id as "userId", created_at as "createdAt" from identity_sessions
       order by created_at desc limit 1`,
    );
    if (!row) throw new Error('No session has begun');
    const { refreshToken } = body;
    const { tenantId } = site.gateway.settings.identity;
    return {
      ...row,
      ana,
      begin: () => callToolkit(site, 'signInWithCustomToken', { token, tenantId }),
      leave: () => site.call(endSessionEndpoint, { body: { refreshToken } }),
    };
  }

  test('does not begin while its sign-in ends', async () => {
    const { begin, userId, createdAt } = await signInWithCode();
    const leaving = await holdTransaction(site.gateway.database, async (queries) => {
      await queries.query('select from identity_users where id = $1 for no key update', [userId]);
      await deleteSignIn(queries, { userId, createdAt });
    });
    const beginning = begin();
    await untilOneWaitsForLock(site.gateway.database);
    await leaving.commit();
    expect(await beginning).toEqual(refused('TOKEN_EXPIRED'));
  });

  test('ends with its sign-in also if it has just begun', async () => {
    const { ana, leave, userId, createdAt } = await signInWithCode();
    const { database, settings } = site.gateway;
    const { tenantId } = settings.identity;
    const beginning = await holdTransaction(database, async (queries) => {
      const user = await findUserByEmail(queries, tenantId, ana.consumer.email);
      if (user) await insertSession(queries, { id: randomUUID(), user, createdAt });
    });
    const leaving = leave();
    await untilOneWaitsForLock(database);
    await beginning.commit();
    await leaving;
    const ofUser = 'select from identity_sessions where user_id = $1 and created_at = $2';
    expect(await database.query(ofUser, [userId, createdAt])).toEqual([]);
  });
});
