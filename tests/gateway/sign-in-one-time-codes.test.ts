import { decodeJwt } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { getMeEndpoint, requestNewPasswordEndpoint } from '../../src/contract/consumer.ts';
import {
  createOneTimeCodeEndpoint,
  endSessionEndpoint,
  exchangeOneTimeCodeEndpoint,
  readOneTimeCodeEndpoint,
} from '../../src/contract/sign-in.ts';
import { maskEmail } from '../../src/rules/people/person-fields.ts';
import { passwordCodeFor } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { callToolkit, refused, renewToken, signInAs } from '../support/identity-toolkit.ts';

let ana: TestConsumer;

const site = await openGateway({
  settings: { rateLimited: true, allowedOrigins: ['https://loja.example'] },
});
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.signUp();
});

/** The page that asks for codes, unless a test says another. */
const origin = 'https://loja.example';

async function newCode(
  headers: Record<string, string> = { origin },
  token = ana.token,
): Promise<string> {
  return (await site.call(createOneTimeCodeEndpoint, { token, headers })).body.code;
}

const exchangeCode = (code: string, at = site) =>
  at.call(exchangeOneTimeCodeEndpoint, { body: { code, from: origin } });
const readCode = (code: string, token?: string, at = site) =>
  at.call(readOneTimeCodeEndpoint, { body: { code }, ...(token && { token }) });

const signInWithToken = (token: string, tenantId = 'embedded') =>
  callToolkit(site, 'signInWithCustomToken', { token, tenantId, returnSecureToken: true });

test('a user who signed in inside a frame continues at the site as the same person', async () => {
  const { customToken } = (await exchangeCode(await newCode())).body;
  const { body } = await signInWithToken(customToken);
  expect((await site.call(getMeEndpoint, { token: body.idToken })).body.id).toBe(ana.id);
  expect((await renewToken(site, body.refreshToken)).body.user_id).toBe(decodeJwt(ana.token).sub);
});

test('the new session is as old as the password that was typed', async () => {
  const typed = decodeJwt(ana.token)['auth_time'];
  site.passTime(50_000);
  const { customToken } = (await exchangeCode(await newCode())).body;
  const { body } = await signInWithToken(customToken);
  expect(decodeJwt(body.idToken)['auth_time']).toBe(typed);
});

test('signing out in the frame or at the site ends both sessions, and no other', async () => {
  site.passTime(1000);
  const { body: elsewhere } = await signInAs(site, ana);
  for (const left of ['frame', 'site'] as const) {
    site.passTime(1000);
    const { body: frame } = await signInAs(site, ana);
    const code = await newCode({ origin }, frame.idToken);
    const unused = await newCode({ origin }, frame.idToken);
    const { customToken } = (await exchangeCode(code)).body;
    const sessions = { frame, site: (await signInWithToken(customToken)).body };
    const { refreshToken } = sessions[left];
    expect((await site.call(endSessionEndpoint, { body: { refreshToken } })).status).toBe(200);
    for (const { idToken } of Object.values(sessions)) {
      expect((await site.call(getMeEndpoint, { token: idToken })).status).toBe(401);
    }
    expect((await exchangeCode(unused)).status).toBe(401);
  }
  expect((await site.call(getMeEndpoint, { token: elsewhere.idToken })).status).toBe(200);
});

describe('a code', () => {
  test('is for people who are signed in', async () => {
    expect((await site.call(createOneTimeCodeEndpoint)).status).toBe(401);
  });

  test('works once', async () => {
    const code = await newCode();
    expect((await exchangeCode(code)).status).toBe(200);
    expect((await exchangeCode(code)).error.code).toBe('UNAUTHENTICATED');
  });

  test('used twice at once works once, even with one idempotency key', async () => {
    const code = await newCode();
    const both = await Promise.all(
      [1, 2].map(() =>
        site.call(exchangeOneTimeCodeEndpoint, {
          body: { code, from: origin },
          idempotencyKey: 'same',
        }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('is good for 60 seconds', async () => {
    const [early, late] = [await newCode(), await newCode()];
    site.passTime(59_999);
    expect((await exchangeCode(early)).status).toBe(200);
    site.passTime(1);
    expect((await exchangeCode(late)).status).toBe(401);
  });

  test.each(['', 'x', 'A'.repeat(43)])(
    'opens nothing if it was never issued (%j)',
    async (code) => {
      expect((await exchangeCode(code)).status).toBe(401);
      expect((await readCode(code)).status).toBe(401);
    },
  );

  test('opens nothing in another campaign of the same database', async () => {
    const code = await newCode();
    const { database } = site.gateway;
    const other = await openGateway({ database, now: site.clock.now });
    Object.assign(other.gateway, { campaignId: 20 });
    expect((await readCode(code, undefined, other)).status).toBe(401);
    expect((await exchangeCode(code, other)).status).toBe(401);
    await other.close();
  });

  test('is stored only as a hash', async () => {
    const code = await newCode();
    const { customToken } = (await exchangeCode(await newCode())).body;
    for (const table of ['handoffs', 'idempotency_keys']) {
      const rows = await site.query(`select * from ${table}`);
      expect(JSON.stringify(rows)).not.toContain(code);
      expect(JSON.stringify(rows)).not.toContain(customToken);
    }
    expect(site.lines.join()).not.toContain(code);
  });
});

describe('a code that does not come from the page that asked for it', () => {
  const bring = (code: string, about: { from?: string; isConfirmed?: boolean }, token?: string) =>
    site.call(exchangeOneTimeCodeEndpoint, { body: { code, ...about }, ...(token && { token }) });

  test.each([
    {},
    { from: '' },
    { from: 'null' },
    { from: 'https://mau.example' },
    { from: `${origin}.mau.example` },
    { from: `${origin}:444` },
    { from: 'http://loja.example' },
  ])('waits for a yes, and is not spent by the question: %j', async (about) => {
    const code = await newCode();
    expect((await bring(code, about)).error.code).toBe('CONFIRM_FIRST');
    expect((await readCode(code)).body.signedInAs).toBeNull();
    expect((await bring(code, { ...about, isConfirmed: false })).error.code).toBe('CONFIRM_FIRST');
    const { customToken } = (await bring(code, { ...about, isConfirmed: true })).body;
    const { body } = await signInWithToken(customToken);
    expect((await site.call(getMeEndpoint, { token: body.idToken })).body.id).toBe(ana.id);
    expect((await bring(code, { isConfirmed: true })).error.code).toBe('UNAUTHENTICATED');
    expect((await readCode(code)).error.code).toBe('UNAUTHENTICATED');
  });

  test('waits for confirmation, also if it was requested without a page', async () => {
    for (const from of [origin, 'http://127.0.0.1:4321', '', 'null']) {
      expect((await bring(await newCode({}), { from })).error.code).toBe('CONFIRM_FIRST');
    }
  });

  test('signs in without a question only a person who is already signed in', async () => {
    const bia = await site.signUp();
    const code = await newCode();
    expect((await bring(code, {}, bia.token)).error.code).toBe('CONFIRM_FIRST');
    expect((await bring(code, {}, ana.token)).status).toBe(200);
  });

  test('replaces another account only after a yes, also from the page that asked for it', async () => {
    const bia = await site.signUp();
    const code = await newCode();
    expect((await bring(code, { from: origin }, bia.token)).error.code).toBe('CONFIRM_FIRST');
    expect((await bring(code, { from: origin, isConfirmed: true }, bia.token)).status).toBe(200);
  });

  test('is confirmed with the masked addresses of its person and of the signed-in user', async () => {
    const bia = await site.signUp({ email: 'bia.lima@exemplo.com.br' });
    const code = await newCode();
    const { text, body } = await readCode(code, bia.token);
    expect(body.signedInAs).toBe('bi•••@exemplo.com.br');
    expect(body.email).toBe(maskEmail(ana.consumer.email));
    expect(text).not.toContain(ana.consumer.email);
    expect((await readCode(code, 'no-token')).body.signedInAs).toBeNull();
  });

  test('is asked about as long as it is good', async () => {
    const code = await newCode();
    site.passTime(59_999);
    expect((await readCode(code)).status).toBe(200);
    site.passTime(1);
    expect((await readCode(code)).status).toBe(401);
  });

  test('cannot be requested by a page that may not call', async () => {
    const headers = { origin: 'https://mau.example' };
    expect(
      (await site.call(createOneTimeCodeEndpoint, { token: ana.token, headers })).error.code,
    ).toBe('ORIGIN_NOT_ALLOWED');
  });

  test('is not guessed at: questions from one address have a limit', async () => {
    const address = '203.0.113.9';
    const guess = async () =>
      (await site.call(readOneTimeCodeEndpoint, { body: { code: 'A'.repeat(43) }, address }))
        .status;
    expect(await guess()).toBe(401);
    const counted = `update rate_limits set hits = 1199 where bucket like 'address ${address} %'`;
    await site.query(counted);
    expect([await guess(), await guess()]).toEqual([401, 429]);
  });
});

describe('a custom token', () => {
  const newToken = async () => (await exchangeCode(await newCode())).body.customToken;

  test('is no bearer token, and a bearer token is none', async () => {
    expect((await site.call(getMeEndpoint, { token: await newToken() })).status).toBe(401);
    expect(await signInWithToken(ana.token)).toEqual(refused('INVALID_CUSTOM_TOKEN'));
  });

  test('is good for a minute', async () => {
    const token = await newToken();
    site.passTime(60_000);
    expect(await signInWithToken(token)).toEqual(refused('INVALID_CUSTOM_TOKEN'));
  });

  test('opens no other tenant', async () => {
    expect(await signInWithToken(await newToken(), 'other')).toEqual(refused('TENANT_NOT_FOUND'));
  });

  test('opens nothing once the password was changed', async () => {
    const token = await newToken();
    await site.query("update identity_users set valid_since = valid_since + interval '10 seconds'");
    expect(await signInWithToken(token)).toEqual(refused('TOKEN_EXPIRED'));
    expect((await signInAs(site, ana)).status).toBe(200);
  });

  test('opens nothing once its sign-in has ended', async () => {
    site.passTime(1000);
    const { body: frame } = await signInAs(site, ana);
    const { customToken } = (await exchangeCode(await newCode({ origin }, frame.idToken))).body;
    await site.call(endSessionEndpoint, { body: { refreshToken: frame.refreshToken } });
    expect(await signInWithToken(customToken)).toEqual(refused('TOKEN_EXPIRED'));
  });
});

describe('a sign-in within the second of others', () => {
  /** In each of these seconds from now on, as a flood of sign-ins would leave them. */
  const signInEachSecond = (first: number, last: number) =>
    site.query(
      `insert into identity_sessions (id, user_id, created_at)
       select gen_random_uuid(), $1, $2::timestamptz + second * interval '1 second'
       from generate_series($3::int, $4::int) as second`,
      [decodeJwt(ana.token).sub, site.clock.now, first, last],
    );
  const secondsAhead = async () => {
    const { idToken } = (await signInAs(site, ana)).body;
    return Number(decodeJwt(idToken)['auth_time']) - Math.floor(site.clock.now.getTime() / 1000);
  };

  test('is dated in the next free one, at most two minutes ahead, also when a clock was set back', async () => {
    await signInEachSecond(86_400, 86_401);
    expect(await secondsAhead()).toBe(1);
    await signInEachSecond(2, 118);
    expect(await secondsAhead()).toBe(119);
    expect(await secondsAhead()).toBe(120);
    expect(await secondsAhead()).toBe(0);
  });

  test('ends with a new password, with its codes', async () => {
    await signInEachSecond(1, 119);
    const { body: thief } = await signInAs(site, ana);
    const code = await newCode({ origin }, thief.idToken);
    await site.call(requestNewPasswordEndpoint, {
      body: { campaignId: 19, email: ana.consumer.email },
    });
    const oobCode = await passwordCodeFor(site, ana.consumer.email);
    const newPassword = 'Novinha1';
    expect((await callToolkit(site, 'resetPassword', { oobCode, newPassword })).status).toBe(200);
    site.passTime(20_000);
    const { customToken } = (await exchangeCode(code)).body;
    site.passTime(20_000);
    await signInEachSecond(80, 80);
    expect(await signInWithToken(customToken)).toEqual(refused('TOKEN_EXPIRED'));
    expect((await signInAs(site, { ...ana, password: newPassword })).status).toBe(200);
  });
});
