import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getCampaignEndpoint } from '../../src/contract/campaign.ts';
import {
  createConsumerEndpoint,
  getMeEndpoint,
  requestNewPasswordEndpoint,
  setInstantPaymentKeyEndpoint,
} from '../../src/contract/consumer.ts';
import { eraseMeEndpoint } from '../../src/contract/personal-data.ts';
import { createOneTimeCodeEndpoint } from '../../src/contract/sign-in.ts';
import { getCashbackWalletEndpoint, withdrawCashbackEndpoint } from '../../src/contract/wallets.ts';
import { insertSecret, receiptLinkKeyName } from '../../src/gateway/db/queries/secrets.ts';
import { openPlatform } from '../../src/gateway/services/identity/identity-platform.ts';
import { readEmail } from '../support/email.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { postponePrizes, sendApproved, withdraw } from '../support/gateway-actions.ts';
import { validSignUp } from '../support/people.ts';

const { privateKey, publicKey } = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(publicKey)), kid: 'google-1', alg: 'RS256', use: 'sig' };

/** As much of Identity Platform as the gateway asks: what it was sent, and its accounts. */
class Google {
  readonly passwords = new Map<string, string>();
  /** What the service says of any account: its word on it, or the code of a refusal. */
  account: { validSince?: string; disabled?: boolean } | string = {};
  readonly asked: { action: string; body: Record<string, unknown> }[] = [];
  isAway = false;
  onDelete = async () => {};
  onSignIn = () => {};
  /** How many calls of an action fail from now on. */
  failures = { action: '', left: 0 };

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (this.isAway) throw new TypeError('fetch failed');
    if (url.pathname.startsWith('/service_accounts/')) return Response.json({ keys: [jwk] });
    expect(url.origin).toBe('https://identitytoolkit.googleapis.com');
    expect(url.searchParams.get('key')).toBe('api-key');
    const action = url.pathname.split(':').at(-1) ?? '';
    const body = JSON.parse(String(init?.body));
    this.asked.push({ action, body });
    if (action === this.failures.action && this.failures.left > 0) {
      this.failures.left -= 1;
      throw new TypeError('fetch failed');
    }
    if (action === 'lookup') return this.lookUp();
    if (action === 'delete') await this.onDelete();
    if (action === 'signInWithPassword') this.onSignIn();
    expect(body.tenantId).toBe('tenant-7');
    return this.answer(action, body);
  };

  private lookUp() {
    return typeof this.account === 'string'
      ? refusal(this.account)
      : Response.json({ users: [{ localId: 'any', ...this.account }] });
  }

  private answer(action: string, { email = '', password = '' }: Record<string, string>) {
    if (action === 'delete') {
      this.passwords.clear();
      return Response.json({});
    }
    const known = this.passwords.get(email);
    if (action === 'signUp' && known !== undefined) return refusal('EMAIL_EXISTS');
    if (action === 'signUp') this.passwords.set(email, password);
    if (action === 'signInWithPassword' && known !== password) {
      return refusal('INVALID_LOGIN_CREDENTIALS');
    }
    if (action === 'sendOobCode' && known === undefined) return refusal('EMAIL_NOT_FOUND');
    return Response.json({ localId: idOf(email), email });
  }
}

const platform = {
  kind: 'platform' as const,
  projectId: 'project',
  tenantId: 'tenant-7',
  apiKey: 'api-key',
};
let google: Google;
let site: TestGateway;
let onWait = async () => {};

beforeEach(async () => {
  google = new Google();
  onWait = async () => {};
  site = await openGateway({
    fetch: google.fetch,
    wait: () => onWait(),
    settings: { identity: platform },
  });
});
afterEach(() => site.close());

const signUp = (body = validSignUp(site.gateway.snapshot)) =>
  site.call(createConsumerEndpoint, { body });

function tokenOf(email: string, claims: object = {}) {
  const issuedAt = Math.floor(site.clock.now.getTime() / 1000);
  return new SignJWT({ auth_time: issuedAt, firebase: { tenant: 'tenant-7' }, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'google-1' })
    .setIssuer('https://securetoken.google.com/project')
    .setAudience('project')
    .setSubject(idOf(email))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 3600)
    .sign(privateKey);
}

test('a sign-up makes a user of the tenant, and its tokens open the account', async () => {
  const body = validSignUp(site.gateway.snapshot);
  expect((await signUp(body)).status).toBe(201);
  expect(google.asked.map(({ action }) => action)).toEqual(['signUp']);
  const token = await tokenOf(body.email);
  expect((await site.call(getMeEndpoint, { token })).body.email).toBe(body.email);
  for (const claims of [{ firebase: { tenant: 'tenant-8' } }, { firebase: {} }]) {
    const foreign = await tokenOf(body.email, claims);
    expect((await site.call(getMeEndpoint, { token: foreign })).status).toBe(401);
  }
});

test('an e-mail is corrected once it was entered in its console, as the emails about it say', async () => {
  const body = validSignUp(site.gateway.snapshot);
  const { id } = (await signUp(body)).body;
  const change = ['consumers', 'change-email', Number(id), 'nova@exemplo.com.br'] as const;
  const early = await site.operate(...change);
  expect(early).toMatchObject({ exitCode: 1, text: expect.stringContaining('--at-platform') });
  const subjects = async () => (await site.emails()).map((email) => readEmail(email).subject);
  expect((await subjects()).join()).not.toContain('alterado');
  const earlyToken = await tokenOf(body.email);
  expect((await site.call(getMeEndpoint, { token: earlyToken })).body.email).toBe(body.email);
  expect((await site.operate(...change, '--at-platform')).exitCode).toBe(0);
  expect((await subjects()).filter((subject) => subject.includes('alterado'))).toHaveLength(2);
  const token = await tokenOf(body.email);
  expect((await site.call(getMeEndpoint, { token })).body.email).toBe('nova@exemplo.com.br');
});

test('an e-mail that another person has is refused before anyone enters it in the console', async () => {
  const { id } = (await signUp(validSignUp(site.gateway.snapshot))).body;
  const bia = validSignUp(site.gateway.snapshot);
  await signUp(bia);
  const { text } = await site.operate('consumers', 'change-email', Number(id), bia.email);
  expect(text).toContain('DUPLICATE');
  expect(text).not.toContain('--at-platform');
});

test('what the platform alone knows of a person’s sessions is not shown as if there were none', async () => {
  const { id } = (await signUp()).body;
  const shown = await site.operateRows('consumers', 'show', Number(id));
  const facts = shown.map(({ what }) => what);
  expect(facts).toContain('registeredAt');
  expect(facts).not.toContain('sessions');
  expect(facts).not.toContain('lastSignInAt');
});

test('the embedded service is not there', async () => {
  expect((await site.send('/.well-known/jwks.json')).status).toBe(404);
  await expect(site.signIn({ email: 'ana@exemplo.com.br', password: 'Escova1' })).rejects.toThrow(
    '404',
  );
});

test('the platform’s sign-in makes no one-time codes: users who leave a frame sign in again', async () => {
  const body = validSignUp(site.gateway.snapshot);
  await signUp(body);
  const answer = await site.call(createOneTimeCodeEndpoint, { token: await tokenOf(body.email) });
  expect(answer.error.code).toBe('NOT_ALLOWED_NOW');
});

test('the platform’s sessions are ended in its own console, and a leaked key of links is replaced here', async () => {
  const { id } = (await signUp()).body;
  const atPlatform = expect.stringContaining('As sessões são do Identity Platform');
  const signOut = (...words: (string | number)[]) =>
    site.operate('consumers', 'sign-out', ...words);
  expect((await signOut(Number(id))).text).toEqual(atPlatform);
  const { database, snapshot } = site.gateway;
  await insertSecret(database, { name: receiptLinkKeyName, value: 'leaked' });
  const keys = () => site.query('select from secrets where name = $1', [receiptLinkKeyName]);
  const { name } = snapshot.campaign;
  expect((await signOut('all')).text).toContain(`--confirm "${name}"`);
  expect(await keys()).toHaveLength(1);
  const { exitCode, progress } = await signOut('all', '--confirm', name);
  expect([exitCode, progress]).toEqual([0, [atPlatform, expect.stringContaining('Stop all')]]);
  expect(await keys()).toEqual([]);
});

describe('a user without a registration', () => {
  test('registers when the password is theirs', async () => {
    const body = validSignUp(site.gateway.snapshot);
    google.passwords.set(body.email, body.password);
    expect((await signUp(body)).status).toBe(201);
    const token = await tokenOf(body.email);
    expect((await site.call(getMeEndpoint, { token })).status).toBe(200);
  });

  test('can be taken by no one else', async () => {
    const body = validSignUp(site.gateway.snapshot);
    google.passwords.set(body.email, 'Outra-1');
    const { status, error } = await signUp(body);
    expect(status).toBe(409);
    expect(error.fields).toEqual([{ field: 'email', message: 'Email já cadastrado' }]);
  });
});

test('a refused sign-up makes no user', async () => {
  const first = validSignUp(site.gateway.snapshot);
  await signUp(first);
  google.asked.length = 0;
  const { document } = first;
  expect((await signUp(validSignUp(site.gateway.snapshot, { document }))).status).toBe(409);
  expect((await signUp(validSignUp(site.gateway.snapshot, { phone: '1' }))).status).toBe(400);
  expect(google.asked).toEqual([]);
});

test('the service emails about forgotten passwords, for known and unknown addresses alike', async () => {
  const known = validSignUp(site.gateway.snapshot);
  await signUp(known);
  google.asked.length = 0;
  const answers = [];
  for (const email of [known.email, 'ninguem@exemplo.com.br']) {
    answers.push(
      (await site.call(requestNewPasswordEndpoint, { body: { campaignId: 19, email } })).text,
    );
  }
  expect(answers).toEqual(['{}', '{}']);
  expect((await site.emails()).join()).not.toContain('/senha?');
  expect(google.asked).toEqual(
    [known.email, 'ninguem@exemplo.com.br'].map((email) => ({
      action: 'sendOobCode',
      body: { requestType: 'PASSWORD_RESET', email, tenantId: 'tenant-7' },
    })),
  );
  expect(site.lines.join('\n')).not.toContain('failed');
});

test('an erasure deletes the identity service’s user too', async () => {
  const body = validSignUp(site.gateway.snapshot);
  await signUp(body);
  google.asked.length = 0;
  const idToken = await tokenOf(body.email);
  expect((await site.call(eraseMeEndpoint, { token: idToken })).status).toBe(200);
  await site.settle();
  const removed = { action: 'delete', body: { idToken, tenantId: 'tenant-7' } };
  expect(google.asked).toEqual([{ action: 'lookup', body: { idToken } }, removed]);
  expect((await site.call(getMeEndpoint, { token: idToken })).status).toBe(401);
});

test('an erasure tries again while the service is away, and then names the user to the operator', async () => {
  for (const failures of [3, 4]) {
    const body = validSignUp(site.gateway.snapshot);
    const { id } = (await signUp(body)).body;
    google.asked.length = 0;
    google.failures = { action: 'delete', left: failures };
    const idToken = await tokenOf(body.email);
    expect((await site.call(eraseMeEndpoint, { token: idToken })).status).toBe(200);
    await site.settle();
    const unremoved = await site.operateRows('consumers', 'unremoved');
    expect(unremoved).toEqual(
      failures === 3
        ? []
        : [{ id: Number(id), identityId: idOf(body.email), erasedAt: expect.anything() }],
    );
    if (failures === 3) continue;
    expect((await site.operate('consumers', 'removed', Number(id))).exitCode).toBe(0);
    expect((await site.operate('consumers', 'removed', Number(id))).exitCode).toBe(1);
    expect(await site.operateRows('consumers', 'unremoved')).toEqual([]);
  }
});

describe('an erased person who signs up again', () => {
  const deletions = () => google.asked.filter(({ action }) => action === 'delete').length;
  const eraseAndReturn = async () => {
    const body = validSignUp(site.gateway.snapshot);
    await signUp(body);
    const again = async () => {
      expect((await signUp(body)).status).toBe(201);
    };
    const erase = async () => {
      const token = await tokenOf(body.email);
      expect((await site.call(eraseMeEndpoint, { token })).status).toBe(200);
      await site.settle();
    };
    const status = async () =>
      (await site.call(getMeEndpoint, { token: await tokenOf(body.email) })).status;
    return { email: body.email, again, erase, status };
  };

  test('between two tries keeps the user', async () => {
    const { again, erase, status } = await eraseAndReturn();
    google.failures = { action: 'delete', left: 1 };
    onWait = again;
    await erase();
    expect([deletions(), google.passwords.size, await status()]).toEqual([1, 1, 200]);
    expect(await site.operateRows('consumers', 'unremoved')).toEqual([]);
  });

  test('after the last try keeps the user, whom the operator sees no more', async () => {
    const { again, erase, status } = await eraseAndReturn();
    google.failures = { action: 'delete', left: 4 };
    await erase();
    expect(await site.operateRows('consumers', 'unremoved')).toHaveLength(1);
    await again();
    expect([deletions(), google.passwords.size, await status()]).toEqual([4, 1, 200]);
    expect(await site.operateRows('consumers', 'unremoved')).toEqual([]);
  });

  test('while the service removes the user gets a new one', async () => {
    const { email, again, erase, status } = await eraseAndReturn();
    let returned: Promise<void> | null = null;
    google.onDelete = async () => {
      google.onDelete = async () => {};
      const signedIn = new Promise<void>((resolve) => {
        google.onSignIn = resolve;
      });
      returned = again();
      await signedIn;
    };
    await erase();
    await returned;
    expect([google.passwords.has(email), await status()]).toEqual([true, 200]);
  });
});

test('after a restore only users whom the service still has are named', async () => {
  const people = ['ana@exemplo.com.br', 'bia@exemplo.com.br'];
  for (const email of people) await signUp(validSignUp(site.gateway.snapshot, { email }));
  await site.operate('backup', 'copia');
  for (const [index, email] of people.entries()) {
    google.failures = { action: 'delete', left: index * 4 };
    await site.call(eraseMeEndpoint, { token: await tokenOf(email) });
    await site.settle();
  }
  const before = await site.operateRows('consumers', 'unremoved');
  expect(before).toMatchObject([{ identityId: idOf('bia@exemplo.com.br') }]);
  expect(await site.operateRows('restore', 'copia', '--force')).toMatchObject([{ erased: 2 }]);
  const after = await site.operateRows('consumers', 'unremoved');
  expect(after).toMatchObject([{ identityId: idOf('bia@exemplo.com.br') }]);
});

test('a stopping gateway tries no removal again', async () => {
  const stopping = new AbortController();
  const identity = await openPlatform(platform, {
    now: () => site.clock.now,
    fetch: google.fetch,
    timeoutMs: 1_000,
    wait: async () => stopping.abort(),
    stopping: stopping.signal,
    report: () => {},
    onSessionsEnded: async () => {},
  });
  google.failures = { action: 'delete', left: 4 };
  await expect(identity.removeUser('token', (remove) => remove())).rejects.toThrow();
  expect(google.asked).toHaveLength(1);
});

async function openWithThief() {
  const own = await openGateway({
    variant: 'all',
    fetch: google.fetch,
    clock: site.clock,
    settings: { identity: platform },
  });
  await postponePrizes(own);
  const { email, password } = validSignUp(own.gateway.snapshot);
  const signedUp = await own.call(createConsumerEndpoint, {
    body: validSignUp(own.gateway.snapshot, { email }),
  });
  const signIn = async () => {
    const token = await tokenOf(email);
    const { body: consumer } = await own.call(getMeEndpoint, { token });
    return { id: Number(signedUp.body.id), token, consumer, email, password };
  };
  return { own, signIn, thief: await signIn() };
}

const endSessions = () => {
  google.account = { validSince: String(Math.floor(site.clock.now.getTime() / 1000)) };
};

const pastSignUpMs = 6 * 60_000;

test('a new password returns withdrawals that were asked for before it, once the person signs in', async () => {
  const { own, signIn, thief } = await openWithThief();
  await sendApproved(own, thief);
  const first = await withdraw(own, thief);
  own.passTime(pastSignUpMs);
  endSessions();
  const owner = await signIn();
  const statuses = () =>
    own.query('select id, status from cashback_entries where type = $1 order by id', ['WITHDRAW']);
  expect(await statuses()).toEqual([{ id: first, status: 'ERROR' }]);
  expect(owner.consumer.bankInfo).toBeNull();

  own.passTime(60_000);
  const second = await withdraw(own, owner);
  own.passTime(60_000);
  expect((await signIn()).consumer.bankInfo).toMatchObject({ instantPaymentKeyType: 'EMAIL' });
  expect(await statuses()).toEqual([
    { id: first, status: 'ERROR' },
    { id: second, status: 'PENDING' },
  ]);
  await own.close();
});

test('a new password forgets the Pix key of before it, though no withdrawal waits', async () => {
  const { own, signIn, thief } = await openWithThief();
  const body = { instantPaymentKeyType: 'EMAIL' } as const;
  const enterKey = async ({ token }: { token: string }) =>
    expect((await own.call(setInstantPaymentKeyEndpoint, { token, body })).status).toBe(200);
  const key = async () => (await signIn()).consumer.bankInfo?.instantPaymentKeyType ?? null;
  await enterKey(thief);
  own.passTime(pastSignUpMs);
  expect(await key()).toBe('EMAIL');
  own.passTime(1_000);
  endSessions();
  expect(await key()).toBeNull();

  own.passTime(61_000);
  await enterKey(await signIn());
  own.passTime(60_000);
  expect(await key()).toBe('EMAIL');
  await own.close();
});

test('a new password takes no key back twice, and the next key waits a day for its payment', async () => {
  const { own, signIn, thief } = await openWithThief();
  await sendApproved(own, thief);
  const body = { instantPaymentKeyType: 'EMAIL' } as const;
  await own.call(setInstantPaymentKeyEndpoint, { token: thief.token, body });
  own.passTime(pastSignUpMs);
  endSessions();
  const { token } = await signIn();
  const version = () => own.query('select xmin::text from consumers where id = $1', [thief.id]);
  const forgotten = await version();
  own.passTime(61_000);
  await signIn();
  expect(await version()).toEqual(forgotten);
  const random = '123e4567-e89b-42d3-a456-426614174000';
  const another = { instantPaymentKeyType: 'RANDOM', instantPaymentKeyValue: random } as const;
  await own.call(setInstantPaymentKeyEndpoint, { token, body: another });
  await own.call(withdrawCashbackEndpoint, { token });
  const { transactions } = (await own.call(getCashbackWalletEndpoint, { token })).body;
  const payableFrom = new Date(own.clock.now.getTime() + 86_400_000).toISOString();
  expect(transactions[0]).toMatchObject({ status: 'PENDING', payableFrom });
  await own.close();
});

test('a key whose moment is unknown is forgotten with a withdrawal that returns, and else stays', async () => {
  const { own, signIn, thief } = await openWithThief();
  const body = { instantPaymentKeyType: 'EMAIL' } as const;
  await own.call(setInstantPaymentKeyEndpoint, { token: thief.token, body });
  await own.query('update consumers set bank_info_changed_at = null');
  own.passTime(pastSignUpMs);
  endSessions();
  const stayed = await signIn();
  expect(stayed.consumer.bankInfo).toMatchObject({ instantPaymentKeyType: 'EMAIL' });

  await sendApproved(own, stayed);
  await withdraw(own, stayed);
  await own.query('update consumers set bank_info_changed_at = null');
  own.passTime(pastSignUpMs);
  endSessions();
  expect((await signIn()).consumer.bankInfo).toBeNull();
  await own.close();
});

test('what a thief does in the minute in which a token is still remembered is undone too', async () => {
  const { own, signIn, thief } = await openWithThief();
  await sendApproved(own, thief);
  own.passTime(pastSignUpMs);
  await own.call(getMeEndpoint, thief);
  own.passTime(10_000);
  endSessions();
  own.passTime(10_000);
  const withdrawal = await withdraw(own, thief);
  own.passTime(60_000);
  expect((await signIn()).consumer.bankInfo).toBeNull();
  expect(
    await own.query('select status from cashback_entries where id = $1', [withdrawal]),
  ).toEqual([{ status: 'ERROR' }]);
  await own.close();
});

test('a person who enters a key right after signing up keeps it', async () => {
  const { own, signIn } = await openWithThief();
  // The service makes the account a moment after the call began.
  own.passTime(1_000);
  endSessions();
  const owner = await signIn();
  await sendApproved(own, owner);
  await withdraw(own, owner);
  own.passTime(60_000);
  expect((await signIn()).consumer.bankInfo).toMatchObject({ instantPaymentKeyType: 'EMAIL' });
  await own.close();
});

test('an unavailable service is 503, and no one is signed out', async () => {
  const body = validSignUp(site.gateway.snapshot);
  google.isAway = true;
  const { status, error } = await signUp(body);
  expect(status).toBe(503);
  expect(error.code).toBe('UNAVAILABLE');
  const token = await tokenOf(body.email);
  expect((await site.call(getMeEndpoint, { token })).status).toBe(503);
  expect((await site.call(getCampaignEndpoint, { token })).status).toBe(200);
  google.isAway = false;
  expect((await signUp(body)).status).toBe(201);
});

describe('a token whose account', () => {
  let token: string;
  let email: string;
  const status = async (given = token) => (await site.call(getMeEndpoint, { token: given })).status;
  const lookUps = () => google.asked.filter(({ action }) => action === 'lookup').length;

  beforeEach(async () => {
    ({ email } = validSignUp(site.gateway.snapshot));
    await signUp(validSignUp(site.gateway.snapshot, { email }));
    token = await tokenOf(email);
  });

  test('is unchanged is checked once a minute', async () => {
    expect(await Promise.all([status(), status(), status()])).toEqual([200, 200, 200]);
    site.passTime(59_000);
    expect([await status(), lookUps()]).toEqual([200, 1]);
    site.passTime(1_000);
    expect([await status(), lookUps()]).toEqual([200, 2]);
  });

  const seconds = () => Math.floor(site.clock.now.getTime() / 1000);
  test.each([
    ['got a new password', () => ({ validSince: String(seconds() + 1) })],
    ['was disabled', () => ({ disabled: true })],
    ['was disabled, in a refusal', () => 'USER_DISABLED'],
    ['lost its tokens, in a refusal', () => 'TOKEN_EXPIRED'],
    ['is gone', () => 'USER_NOT_FOUND'],
  ])('%s opens nothing a minute later', async (_, account) => {
    expect(await status()).toBe(200);
    google.account = account();
    site.passTime(60_000);
    expect(await status()).toBe(401);
    google.account = { validSince: String(seconds()) };
    expect(await status(await tokenOf(email))).toBe(200);
  });

  test('cannot be looked up opens only what it opened before', async () => {
    expect(await status()).toBe(200);
    google.account = 'QUOTA_EXCEEDED';
    site.passTime(60_000);
    expect([await status(), await status(await tokenOf(email))]).toEqual([200, 200]);
    expect(site.lines.join('\n')).toContain('"during":"account check"');
    google.account = 'USER_DISABLED';
    site.passTime(60_000);
    expect(await status()).toBe(401);
    google.account = 'QUOTA_EXCEEDED';
    site.passTime(60_000);
    expect(await status()).toBe(401);
  });
});

function idOf(email: string): string {
  return `google-${Buffer.from(email).toString('base64url')}`;
}

function refusal(message: string): Response {
  return Response.json({ error: { code: 400, message } }, { status: 400 });
}
