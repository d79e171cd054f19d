import crypto, { hash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createConsumerEndpoint } from '../../src/contract/consumer.ts';
import { ErrorAnswer } from '../../src/contract/errors.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { refused, sendSignIn, signInAs } from '../support/identity-toolkit.ts';
import { validSignUp } from '../support/people.ts';

const tenantId = 'embedded';
const minute = 60_000;

let ana: TestConsumer;

const site = await openGateway();
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.signUp();
});

const signIn = (body: object = {}, from?: string) => signInAs(site, ana, body, from);

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
  ])('is refused with %s', async (_, wrong, message) => {
    expect(await signIn(wrong)).toEqual(refused(message));
  });

  test('is refused in these words only to a disabled user who knows the password', async () => {
    await site.query('update identity_users set disabled = true where email = $1', [
      ana.consumer.email,
    ]);
    expect(await signIn()).toEqual(refused('USER_DISABLED'));
    expect(await signIn({ password: 'Errada1' })).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
  });

  test('asks for an unknown address as much work as for a known one', async () => {
    const scrypt = vi.spyOn(crypto, 'scrypt');
    syncBuiltinESMExports();
    onTestFinished(() => {
      scrypt.mockRestore();
      syncBuiltinESMExports();
    });
    await signIn({ password: 'Errada1' });
    await signIn({ email: 'ninguem@exemplo.com.br', password: 'Errada1' });
    const [known, unknown, ...more] = scrypt.mock.calls.map(([, , keyBytes, cost]) => ({
      keyBytes,
      cost,
    }));
    expect(known).toMatchObject({ keyBytes: 32, cost: { N: 4, p: 5 } });
    expect([unknown, ...more]).toEqual([known]);
  });
});

describe('too many wrong passwords', () => {
  const guess = (from: string, body: object = {}) => signIn({ password: 'Errada1', ...body }, from);

  test('lock the guesser out of the account for a quarter of an hour', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await guess('203.0.113.9')).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
    }
    expect(await guess('203.0.113.9')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    expect(await signIn({}, '203.0.113.9')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    expect((await signIn({}, '203.0.113.10')).status).toBe(200);
    site.passTime(15 * minute);
    expect((await signIn({}, '203.0.113.9')).status).toBe(200);
  });

  test('are not counted when the right one comes in between', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1) await guess('203.0.113.11');
      expect((await signIn({}, '203.0.113.11')).status).toBe(200);
    }
  });

  /** So many more wrong passwords than those that the gateway has counted, of an account or address. */
  const countMore = (hits: number, counted: string, { gateway } = site) =>
    gateway.database.query('update rate_limits set hits = hits + $1 where bucket = $2', [
      hits,
      `sign-in ${counted}`,
    ]);
  const accountOf = ({ consumer }: TestConsumer) => hash('sha256', consumer.email, 'base64url');

  test('are counted over all addresses too, up to a hundred', async () => {
    await guess('198.51.100.1');
    await countMore(98, accountOf(ana));
    expect(await guess('198.51.100.2')).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
    expect(await signIn({}, '203.0.113.12')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
  });

  test('close the account to strangers after many strangers’ attempts, not to its owner’s known address', async () => {
    expect((await signIn({}, '203.0.113.21')).status).toBe(200);
    for (let quarter = 0; quarter < 2; quarter += 1) {
      await guess('198.51.100.1');
      await countMore(99, accountOf(ana));
      expect(await signIn({}, '203.0.113.22')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
      expect((await signIn({}, '203.0.113.21')).status).toBe(200);
      site.passTime(15 * minute);
    }
    for (let attempt = 0; attempt < 10; attempt += 1) await guess('203.0.113.21');
    expect(await signIn({}, '203.0.113.21')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
  });

  /** From one network after the other. @returns how many of the guesses were answered */
  const guessFromMany = async (networks: (index: number) => string, times: number, first = 0) => {
    let answered = 0;
    for (let index = first; index < first + times; index += 1) {
      const { body } = await guess(networks(index));
      if (body.error.message === 'INVALID_LOGIN_CREDENTIALS') answered += 1;
    }
    return answered;
  };
  const ofOneCustomer = (index: number) => `2001:db8:1:${index.toString(16)}::1`;

  test('from many networks of one IPv6 customer, such as a mobile carrier, leave turns for the owner there', async () => {
    // The first turn comes at once.
    expect(await guessFromMany(ofOneCustomer, 110)).toBe(21);
    expect(await signIn({}, '2001:db8:1:ffff::1')).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    expect((await signIn({}, '203.0.113.24')).status).toBe(200);
    expect((await signIn({}, '2001:db8:2::1')).status).toBe(200);
    site.passTime(minute);
    expect((await signIn({}, '2001:db8:1:ffff::1')).status).toBe(200);
  });

  test('from many networks of one IPv6 customer are forty in all', async () => {
    let answered = await guessFromMany(ofOneCustomer, 30);
    for (let turn = 1; turn < 20; turn += 1) {
      site.passTime(45_000);
      answered += await guessFromMany(ofOneCustomer, 3, 30 * turn);
    }
    expect(answered).toBe(40);
    expect((await signIn({}, '203.0.113.24')).status).toBe(200);
  });

  test('from many networks at once leave turns for its owner, and stay a hundred in all', async () => {
    const ofMany = (index: number) => `198.51.100.${index % 200}`;
    let answered = await guessFromMany(ofMany, 120);
    site.passTime(minute);
    expect((await signIn({}, '203.0.113.25')).status).toBe(200);
    for (let turns = 0; turns < 45; turns += 1) {
      answered += await guessFromMany(ofMany, 2, answered);
      site.passTime(18_000);
    }
    expect(answered).toBeGreaterThan(90);
    expect(answered).toBeLessThanOrEqual(100);
  });

  test('from ten networks that ask all the time leave turns for its owner', async () => {
    const ofTen = (index: number) => `198.51.100.${index % 10}`;
    await guessFromMany(ofTen, 51);
    for (let second = 0; second < 60; second += 1) {
      site.passTime(1000);
      await guessFromMany(ofTen, 10);
    }
    expect((await signIn({}, '203.0.113.25')).status).toBe(200);
  });

  test('are counted by all gateways of a database together', async () => {
    const { database } = site.gateway;
    const other = await openGateway({ database, now: site.clock.now });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await signInAs(attempt % 2 ? other : site, ana, { password: 'Errada1' }, '203.0.113.23');
    }
    for (const gateway of [site, other]) {
      const answer = await signInAs(gateway, ana, {}, '203.0.113.23');
      expect(answer).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    }
    await other.close();
  });

  describe('for any accounts, from one address,', () => {
    const unknownEmail = () => ({ email: `ninguem-${crypto.randomUUID()}@exemplo.com.br` });
    const guessAtAll = async (from: string, times: number) => {
      for (let attempt = 0; attempt < times; attempt += 1) {
        expect(await guess(from, unknownEmail())).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
      }
    };

    /** So many that others are slow. */
    const guessUntilSlow = async (from: string) => {
      await guessAtAll(from, 1);
      await countMore(149, from);
    };

    /** 330, sixty at a time: as many as find a place. */
    const flood = async (from: string) => {
      for (let times = 0; times < 330; times += 60) {
        await Promise.all(Array.from({ length: 60 }, () => guess(from, unknownEmail())));
      }
    };

    test('do not keep out users who signed in from there before', async () => {
      const from = '192.0.2.1';
      expect((await signIn({}, from)).status).toBe(200);
      await flood(from);
      expect(await guess(from, unknownEmail())).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
      expect((await signIn({}, from)).status).toBe(200);
    });

    test('slow down no other IPv6 network of the customer, unless ten times as many come from all', async () => {
      const customer = '2001:db8:9';
      await guessAtAll(`${customer}:1::1`, 1);
      await countMore(149, `${customer}:1::/64`);
      await guessAtAll(`${customer}:1::1`, 3);
      expect(await guess(`${customer}:1::1`, unknownEmail())).toEqual(
        refused('TOO_MANY_ATTEMPTS_TRY_LATER'),
      );
      // Guesses from the full network did not count for the customer: so far it has two.
      await guessAtAll(`${customer}:2::1`, 1);
      await countMore(1498, `${customer}::/48`);
      expect((await signIn({}, `${customer}:3::1`)).status).toBe(200);
      await guessAtAll(`${customer}:4::1`, 1);
      // A full network waits in the customer's line too, once that is full.
      await countMore(149, `${customer}:4::/64`);
      await guessAtAll(`${customer}:4::1`, 1);
      expect(await guess(`${customer}:4::1`, unknownEmail())).toEqual(
        refused('TOO_MANY_ATTEMPTS_TRY_LATER'),
      );
    });

    test('do not keep out users who registered there', async () => {
      const address = '192.0.2.2';
      const body = validSignUp(site.gateway.snapshot);
      expect((await site.call(createConsumerEndpoint, { body, address })).status).toBe(201);
      await guessUntilSlow(address);
      await guessAtAll(address, 3);
      expect(await guess(address, unknownEmail())).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
      const { email, password } = body;
      expect((await signIn({ email, password }, address)).status).toBe(200);
    });

    test('are refused at once when too many wait, and a known user still gets in', async () => {
      const from = '192.0.2.9';
      expect((await signIn({}, from)).status).toBe(200);
      const crowd = Array.from({ length: 200 }, () => sendSignIn(site, ana, unknownEmail(), from));
      const known = signIn({}, from);
      const answers = await Promise.all(crowd);
      const busy = answers.filter(({ status }) => status === 503);
      expect(busy.length).toBeGreaterThan(0);
      expect(busy.length).toBeLessThan(80);
      expect(new Set(busy.map(({ headers }) => headers.get('retry-after')))).toEqual(
        new Set(['2']),
      );
      const { error } = ErrorAnswer.create(await busy[0]?.json());
      expect(error.message).toBe(
        'Sistema indisponível no momento, entre com contato com o suporte.',
      );
      expect((await known).status).toBe(200);
    });

    test('let others in one by one, six seconds apart, as many as before in total', async () => {
      const waited: number[] = [];
      const slow = await openGateway({
        wait: async (milliseconds) => {
          waited.push(milliseconds);
          slow.passTime(milliseconds);
        },
      });
      const eva = await slow.signUp();
      const begun = slow.clock.now.getTime();
      const from = '192.0.2.3';
      for (let attempt = 0; attempt < 151; attempt += 1) {
        const wrong = { password: 'Errada1', ...unknownEmail() };
        const answer = await signInAs(slow, eva, wrong, from);
        expect(answer).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
        if (attempt === 0) await countMore(149, from, slow);
      }
      // The first one that is slow goes at once, and 150 were not slow.
      expect(waited).toEqual(Array.from({ length: 149 }, () => 6000));
      expect(slow.clock.now.getTime() - begun).toBe(149 * 6000);
      expect((await signInAs(slow, eva, {}, from)).status).toBe(200);
      await slow.close();
    });

    test('let three wait, tell the others when to come back, and then go on', async () => {
      const from = '192.0.2.4';
      await guessUntilSlow(from);
      await guessAtAll(from, 3);
      const answer = await sendSignIn(site, ana, {}, from);
      expect(await answer.json()).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER').body);
      expect(answer.headers.get('retry-after')).toBe('6');
      site.passTime(6000);
      expect((await signIn({}, from)).status).toBe(200);
    });

    test('are not counted when an account is closed already, nor when nothing was typed', async () => {
      const from = '192.0.2.5';
      for (let attempt = 0; attempt < 30; attempt += 1) {
        await guess(from, { email: 'fechada@exemplo.com.br' });
        await guess(from, { email: '' });
        await guess(from, { password: '' });
      }
      await countMore(139, from);
      // One more is at once, and three may wait.
      await guessAtAll(from, 4);
    });

    test('do not lock everyone out of an account when they are one person’s', async () => {
      for (let attempt = 0; attempt < 140; attempt += 1) await guess('192.0.2.6');
      expect((await signIn({}, '192.0.2.7')).status).toBe(200);
    });
  });

  test('are limited for an account known at the address too, and so are its right ones', async () => {
    const from = '192.0.2.8';
    for (let times = 0; times < 61; times += 1) expect((await signIn({}, from)).status).toBe(200);
    expect(await signIn({}, from)).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    site.passTime(minute);
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(from);
    expect(await signIn({}, from)).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
  });

  test('look the same for an unknown email', async () => {
    const email = 'jamais@exemplo.com.br';
    for (let attempt = 0; attempt < 10; attempt += 1) await guess('203.0.113.14', { email });
    expect(await guess('203.0.113.14', { email })).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
  });

  test('of strangers lock no one out who signed in there within thirty days, the first time or a later one', async () => {
    const begun = site.clock.now;
    const [from, elsewhere] = ['203.0.113.24', '198.51.100.200'];
    const signInAfter = async (days: number) => {
      site.passTime(days * 24 * 60 * minute);
      await guess(elsewhere);
      await countMore(99, accountOf(ana));
      return signIn({}, from);
    };
    expect((await signIn({}, from)).status).toBe(200);
    for (const days of [29, 29]) expect((await signInAfter(days)).status).toBe(200);
    expect(await signInAfter(30)).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    site.clock.now = begun;
  });
});
