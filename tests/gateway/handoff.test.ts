import { decodeJwt } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { getMe } from '../../src/contract/consumer.ts';
import { finishHandoff, startHandoff } from '../../src/contract/handoff.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { callToolkit, refused, renewToken, signInAs, wait } from '../support/identity-toolkit.ts';

let ana: TestConsumer;

const site = await openGateway();
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.signUp();
});

async function newCode(): Promise<string> {
  return (await site.call(startHandoff, { token: ana.token })).body.code;
}

const finish = (code: string, at = site) => at.call(finishHandoff, { body: { code } });

const enter = (token: string, tenantId = 'embedded') =>
  callToolkit(site, 'signInWithCustomToken', { token, tenantId, returnSecureToken: true });

test('whoever signed in in a frame goes on at the site as the same person', async () => {
  const { customToken } = (await finish(await newCode())).body;
  const { body } = await enter(customToken);
  expect((await site.call(getMe, { token: body.idToken })).body.id).toBe(ana.id);
  expect((await renewToken(site, body.refreshToken)).body.user_id).toBe(decodeJwt(ana.token).sub);
});

test('the new session is as old as the password that was typed', async () => {
  const typed = decodeJwt(ana.token)['auth_time'];
  wait(site, 50_000);
  const { customToken } = (await finish(await newCode())).body;
  const { body } = await enter(customToken);
  expect(decodeJwt(body.idToken)['auth_time']).toBe(typed);
});

describe('a code', () => {
  test('is for people who are signed in', async () => {
    expect((await site.call(startHandoff)).status).toBe(401);
  });

  test('works once', async () => {
    const code = await newCode();
    expect((await finish(code)).status).toBe(200);
    expect((await finish(code)).error.code).toBe('UNAUTHENTICATED');
  });

  test('brought twice at once lets one in, also under one idempotency key', async () => {
    const code = await newCode();
    const both = await Promise.all(
      [1, 2].map(() => site.call(finishHandoff, { body: { code }, idempotencyKey: 'same' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('is good for 60 seconds', async () => {
    const [early, late] = [await newCode(), await newCode()];
    wait(site, 59_999);
    expect((await finish(early)).status).toBe(200);
    wait(site, 1);
    expect((await finish(late)).status).toBe(401);
  });

  test.each(['', 'x', 'A'.repeat(43)])('that nobody gave (%j) opens nothing', async (code) => {
    expect((await finish(code)).status).toBe(401);
  });

  test('of another campaign of the same database opens nothing', async () => {
    const code = await newCode();
    const { database } = site.gateway;
    const other = await openGateway({ database, now: site.clock.now });
    other.gateway.campaign.campaign.id = 20;
    expect((await finish(code, other)).status).toBe(401);
    await other.close();
  });

  test('is kept as a hash, and written nowhere else', async () => {
    const code = await newCode();
    const { customToken } = (await finish(await newCode())).body;
    for (const table of ['handoffs', 'idempotency_keys']) {
      const rows = await site.gateway.database.query(`select * from ${table}`);
      expect(JSON.stringify(rows)).not.toContain(code);
      expect(JSON.stringify(rows)).not.toContain(customToken);
    }
    expect(site.lines.join()).not.toContain(code);
  });
});

describe('a custom token', () => {
  const newToken = async () => (await finish(await newCode())).body.customToken;

  test('is no bearer token, and a bearer token is none', async () => {
    expect((await site.call(getMe, { token: await newToken() })).status).toBe(401);
    expect(await enter(ana.token)).toEqual(refused('INVALID_CUSTOM_TOKEN'));
  });

  test('is good for a minute', async () => {
    const token = await newToken();
    wait(site, 60_000);
    expect(await enter(token)).toEqual(refused('INVALID_CUSTOM_TOKEN'));
  });

  test('opens no other tenant', async () => {
    expect(await enter(await newToken(), 'other')).toEqual(refused('TENANT_NOT_FOUND'));
  });

  test('opens nothing once the password was changed', async () => {
    const token = await newToken();
    await site.gateway.database.query(
      "update identity_users set valid_since = valid_since + interval '10 seconds'",
    );
    expect(await enter(token)).toEqual(refused('TOKEN_EXPIRED'));
    expect((await signInAs(site, ana)).status).toBe(200);
  });
});
