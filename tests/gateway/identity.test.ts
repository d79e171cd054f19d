import { createLocalJWKSet, decodeJwt, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getMe, resetPassword } from '../../src/contract/consumer.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';

const tenantId = 'embedded';
const minute = 60_000;

let site: TestGateway;
let ana: TestConsumer;

beforeAll(async () => {
  site = await openGateway();
});
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.signUp();
});

/** One call as the browser's SDK makes it. */
async function toolkit(action: string, body: unknown, from = '203.0.113.1') {
  const response = await site.send(`/identitytoolkit.googleapis.com/v1/accounts:${action}?key=x`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    from,
  });
  return { status: response.status, body: await response.json() };
}

async function renew(refreshToken: string) {
  const response = await site.send('/securetoken.googleapis.com/v1/token?key=x', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  return { status: response.status, body: await response.json() };
}

const signIn = (body: object = {}, from?: string) =>
  toolkit(
    'signInWithPassword',
    { email: ana.consumer.email, password: ana.password, tenantId, ...body },
    from,
  );

function refused(message: string) {
  return {
    status: 400,
    body: {
      error: { code: 400, message, errors: [{ message, reason: 'invalid', domain: 'global' }] },
    },
  };
}

const wait = (milliseconds: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + milliseconds);
};

const statusWith = async (token: string) => (await site.call(getMe, { token })).status;

describe('signing in', () => {
  test('gives tokens that the published key verifies', async () => {
    const { status, body } = await signIn();
    expect(status).toBe(200);
    expect(body).toMatchObject({ registered: true, email: ana.consumer.email, expiresIn: '3600' });
    const jwks = await (await site.send('/.well-known/jwks.json')).json();
    const { payload } = await jwtVerify(body.idToken, createLocalJWKSet(jwks), {
      issuer: 'https://securetoken.google.com/promocao',
      audience: 'promocao',
      currentDate: site.clock.now,
    });
    expect(payload).toMatchObject({
      sub: body.localId,
      user_id: body.localId,
      email: ana.consumer.email,
      firebase: { sign_in_provider: 'password', tenant: tenantId },
    });
    expect(JSON.stringify(jwks)).not.toMatch(/"(?:d|p|q|dp|dq|qi)"/);
  });

  test('forgives how the address was typed', async () => {
    expect((await signIn({ email: ` ${ana.consumer.email.toUpperCase()} ` })).status).toBe(200);
  });

  test.each([
    ['a wrong password', { password: 'Errada1' }, 'INVALID_LOGIN_CREDENTIALS'],
    ['an unknown e-mail', { email: 'ninguem@exemplo.com.br' }, 'INVALID_LOGIN_CREDENTIALS'],
    ['no tenant', { tenantId: undefined }, 'INVALID_LOGIN_CREDENTIALS'],
    ['another tenant', { tenantId: 'other' }, 'TENANT_NOT_FOUND'],
    ['no e-mail', { email: 'x' }, 'INVALID_EMAIL'],
    ['no password', { password: '' }, 'MISSING_PASSWORD'],
    ['a number for a password', { password: 7 }, 'INVALID_ARGUMENT'],
  ])('with %s is refused', async (_, wrong, message) => {
    expect(await signIn(wrong)).toEqual(refused(message));
  });

  test('is refused to a disabled user who knows the password, and to nobody else in these words', async () => {
    await site.gateway.database.query(
      'update identity_users set disabled = true where email = $1',
      [ana.consumer.email],
    );
    expect(await signIn()).toEqual(refused('USER_DISABLED'));
    expect(await signIn({ password: 'Errada1' })).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
  });

  test('asks for an unknown address as much work as for a known one', async () => {
    const slow = await openGateway({ passwordCost: 14 });
    const email = (await slow.signUp()).consumer.email;
    const time = async (address: string) => {
      const start = performance.now();
      await slow.signIn(address, 'Errada1').catch(() => {});
      return performance.now() - start;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      known.push(await time(email));
      unknown.push(await time(`ninguem-${round}@exemplo.com.br`));
    }
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5);
    expect(median(unknown) / median(known)).toBeLessThan(2);
    await slow.close();
  });
});

describe('too many wrong passwords', () => {
  const guess = (from: string, body: object = {}) => signIn({ password: 'Errada1', ...body }, from);

  test('close an account to the one who guesses, for a quarter of an hour', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await guess('203.0.113.9')).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
    }
    expect(await guess('203.0.113.9')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    expect(await signIn({}, '203.0.113.9')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    expect((await signIn({}, '203.0.113.10')).status).toBe(200);
    wait(15 * minute);
    expect((await signIn({}, '203.0.113.9')).status).toBe(200);
  });

  test('are not counted when the right one comes in between', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1) await guess('203.0.113.11');
      expect((await signIn({}, '203.0.113.11')).status).toBe(200);
    }
  });

  test('are counted over all addresses too', async () => {
    for (let attempt = 0; attempt < 100; attempt += 1) await guess(`198.51.100.${attempt}`);
    expect(await signIn({}, '203.0.113.12')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
  });

  test('are counted over all accounts of one address', async () => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      await guess('192.0.2.1', { email: `ninguem-${attempt}@exemplo.com.br` });
    }
    expect(await signIn({}, '192.0.2.1')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
  });

  test('for an unknown address look the same', async () => {
    const email = 'jamais@exemplo.com.br';
    for (let attempt = 0; attempt < 10; attempt += 1) await guess('203.0.113.14', { email });
    expect(await guess('203.0.113.14', { email })).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
  });
});

describe('a token', () => {
  const key = () =>
    site.gateway.database.query<{ value: string }>(
      "select value from secrets where name = 'identity-signing-key'",
    );

  async function forged(claims: object, header: object = {}): Promise<string> {
    const [row] = await key();
    const jwk = JSON.parse(row?.value ?? '{}');
    const good = decodeJwt(ana.token);
    return new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid, ...header })
      .sign(
        await crypto.subtle.importKey(
          'jwk',
          jwk,
          { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
          false,
          ['sign'],
        ),
      );
  }

  test('opens for an hour what is its owner’s', async () => {
    expect(await statusWith(ana.token)).toBe(200);
    wait(59 * minute);
    expect(await statusWith(ana.token)).toBe(200);
    wait(1 * minute);
    expect(await statusWith(ana.token)).toBe(401);
  });

  test('forged with the right key would pass, so that the cases below fail for their own reason', async () => {
    expect(await statusWith(await forged({}))).toBe(200);
  });

  test.each([
    ['of another tenant', { firebase: { tenant: 'other' } }],
    ['of no tenant', { firebase: {} }],
    ['of another project', { aud: 'other' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/other' }],
    ['of nobody', { sub: undefined }],
    ['of a user who never registered', { sub: 'stranger' }],
    ['without an end', { exp: undefined }],
  ])('%s is none', async (_, claims) => {
    const token = await forged(claims);
    expect(await statusWith(token)).toBe(401);
  });

  test('without a signature, with a broken one, or no token at all is none', async () => {
    const claims = decodeJwt(ana.token);
    expect(await statusWith(new UnsecuredJWT(claims).encode())).toBe(401);
    expect(await statusWith(`${ana.token.slice(0, -4)}AAAA`)).toBe(401);
    expect(await statusWith('rubbish')).toBe(401);
    expect(
      (await site.send('/api/consumer/me', { headers: { authorization: `Basic ${ana.token}` } }))
        .status,
    ).toBe(401);
  });

  test('of another tenant of the same database is none', async () => {
    const identity = { kind: 'embedded', projectId: 'promocao', tenantId: 'other' } as const;
    const { database } = site.gateway;
    const other = await openGateway({ database, settings: { identity }, now: site.clock.now });
    expect((await other.call(getMe, { token: ana.token })).status).toBe(401);
    await expect(other.signIn(ana.consumer.email, ana.password)).rejects.toThrow('refused');
    await other.close();
  });

  test('stays good when the process starts anew', async () => {
    const { database } = site.gateway;
    const restarted = await openGateway({ database, now: site.clock.now });
    expect((await restarted.call(getMe, { token: ana.token })).status).toBe(200);
    await restarted.close();
  });
});

describe('a session', () => {
  test('is renewed for as long as it lasts', async () => {
    const { body: signedIn } = await signIn();
    wait(30 * 24 * 60 * minute);
    const { status, body } = await renew(signedIn.refreshToken);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      expires_in: '3600',
      refresh_token: signedIn.refreshToken,
      token_type: 'Bearer',
      user_id: signedIn.localId,
      project_id: 'promocao',
    });
    expect(body.access_token).toBe(body.id_token);
    expect(await statusWith(body.id_token)).toBe(200);
    expect(decodeJwt(body.id_token).auth_time).toBe(decodeJwt(signedIn.idToken).auth_time);
  });

  test('is not renewed by rubbish, nor for a disabled user', async () => {
    const { body } = await signIn();
    expect(await renew('rubbish')).toEqual(refused('INVALID_REFRESH_TOKEN'));
    await site.gateway.database.query('update identity_users set disabled = true where id = $1', [
      body.localId,
    ]);
    expect(await renew(body.refreshToken)).toEqual(refused('USER_DISABLED'));
    expect(await toolkit('lookup', { idToken: body.idToken })).toEqual(refused('USER_DISABLED'));
  });

  test('is stored so that a reader of the database cannot use it', async () => {
    const { body } = await signIn();
    const rows = await site.gateway.database.query('select * from identity_sessions');
    expect(JSON.stringify(rows)).not.toContain(body.refreshToken);
  });

  test('knows its user, without the password', async () => {
    const { body } = await toolkit('lookup', { idToken: ana.token });
    expect(body.users).toHaveLength(1);
    expect(body.users[0]).toMatchObject({ email: ana.consumer.email, tenantId });
    expect(JSON.stringify(body)).not.toMatch(/passwordHash|salt|scrypt/);
    expect(await toolkit('lookup', { idToken: 'rubbish' })).toEqual(refused('INVALID_ID_TOKEN'));
  });
});

describe('a forgotten password', () => {
  const forget = (email: string) =>
    site.call(resetPassword, { body: { campaignId: 19, email, recaptchaToken: 'error' } });

  /** The code of the newest letter, as the person would find it. */
  async function codeFor(email: string): Promise<string> {
    await forget(email);
    const letters = (await site.letters()).filter((letter) => letter.includes(`To: ${email}`));
    const source = letters.at(-1)?.replaceAll('=\n', '').replaceAll('=3D', '=') ?? '';
    return /\/senha\?codigo=([\w-]+)/.exec(source)?.[1] ?? '';
  }
  const reset = (oobCode: string, newPassword?: string) =>
    toolkit('resetPassword', { oobCode, newPassword, tenantId });

  test('is replaced by the link of the letter, once', async () => {
    const before = (await signIn()).body;
    wait(2000);
    const code = await codeFor(ana.consumer.email);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect((await reset(code)).body).toMatchObject({
      email: ana.consumer.email,
      requestType: 'PASSWORD_RESET',
    });
    expect(await reset(code, 'curta')).toEqual(
      refused('WEAK_PASSWORD : A senha deve ter no mínimo 6 caracteres'),
    );
    expect((await reset(code, 'Novinha1')).status).toBe(200);
    expect(await reset(code, 'Outra-1')).toEqual(refused('INVALID_OOB_CODE'));
    expect(await reset(code)).toEqual(refused('INVALID_OOB_CODE'));
    expect(await signIn()).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
    expect((await signIn({ password: 'Novinha1' })).status).toBe(200);
    expect(await renew(before.refreshToken)).toEqual(refused('TOKEN_EXPIRED'));
    expect(await toolkit('lookup', { idToken: before.idToken })).toEqual(refused('TOKEN_EXPIRED'));
  });

  test('opens an account that was closed to guesses', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) await signIn({ password: 'Errada1' });
    expect(await signIn()).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    await reset(await codeFor(ana.consumer.email), 'Novinha1');
    expect((await signIn({ password: 'Novinha1' })).status).toBe(200);
  });

  test('has an hour, and the newest letter alone counts', async () => {
    const first = await codeFor(ana.consumer.email);
    wait(1000);
    const second = await codeFor(ana.consumer.email);
    expect(await reset(first, 'Novinha1')).toEqual(refused('INVALID_OOB_CODE'));
    wait(60 * minute);
    expect(await reset(second, 'Novinha1')).toEqual(refused('EXPIRED_OOB_CODE'));
  });

  test('spent twice at once is spent once', async () => {
    const code = await codeFor(ana.consumer.email);
    const both = await Promise.all([reset(code, 'Novinha1'), reset(code, 'Novinha2')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('of an unknown address is answered the same, and nothing is sent', async () => {
    const letters = (await site.letters()).length;
    const unknown = await forget('ninguem@exemplo.com.br');
    const known = await forget(ana.consumer.email);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(unknown.status).toBe(200);
    const toolkitUnknown = await toolkit('sendOobCode', {
      requestType: 'PASSWORD_RESET',
      email: 'ninguem@exemplo.com.br',
      tenantId,
    });
    expect(toolkitUnknown.status).toBe(200);
    expect(await site.letters()).toHaveLength(letters + 1);
  });

  test('sends no more than five letters an hour', async () => {
    const letters = (await site.letters()).length;
    for (let times = 0; times < 7; times += 1)
      expect((await forget(ana.consumer.email)).status).toBe(200);
    expect(await site.letters()).toHaveLength(letters + 5);
  });

  test('needs an address', async () => {
    const { status, error } = await forget('x');
    expect(status).toBe(400);
    expect(error.fields).toEqual([{ field: 'email', message: 'Email inválido' }]);
    expect(await toolkit('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'x' })).toEqual(
      refused('INVALID_EMAIL'),
    );
    expect(
      await toolkit('sendOobCode', { requestType: 'VERIFY_EMAIL', email: ana.consumer.email }),
    ).toEqual(refused('INVALID_REQ_TYPE'));
  });
});

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
