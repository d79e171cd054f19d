import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  getMeEndpoint,
  requestNewPasswordEndpoint,
  setInstantPaymentKeyEndpoint,
} from '../../src/contract/consumer.ts';
import { passwordCodeFor, readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { callToolkit, refused, renewToken, signInAs } from '../support/identity-toolkit.ts';

const tenantId = 'embedded';
const minute = 60_000;

let ana: TestConsumer;

const site = await openGateway({ settings: { rateLimited: true } });
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.signUp();
});

const signIn = (body: object = {}, from?: string) => signInAs(site, ana, body, from);

describe('a forgotten password', () => {
  const forget = (email: string) =>
    site.call(requestNewPasswordEndpoint, {
      body: { campaignId: 19, email, recaptchaToken: 'error' },
    });

  /** The code of the email that the person has just asked for. */
  async function codeFor(email: string): Promise<string> {
    await forget(email);
    return passwordCodeFor(site, email);
  }
  const reset = (oobCode: string, newPassword?: string) =>
    callToolkit(site, 'resetPassword', { oobCode, newPassword, tenantId });

  test('is replaced by the link in the email, once', async () => {
    const before = (await signIn()).body;
    site.passTime(2000);
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
    expect(await renewToken(site, before.refreshToken)).toEqual(refused('TOKEN_EXPIRED'));
    expect(await callToolkit(site, 'lookup', { idToken: before.idToken })).toEqual(
      refused('TOKEN_EXPIRED'),
    );
  });

  test('forgets the Pix key, which may be that of a stranger who had the account', async () => {
    const key = {
      instantPaymentKeyType: 'RANDOM' as const,
      instantPaymentKeyValue: '123e4567-e89b-42d3-a456-426614174000',
    };
    await site.call(setInstantPaymentKeyEndpoint, { token: ana.token, body: key });
    const { email } = ana.consumer;
    await reset(await codeFor(email), 'Novinha1');
    const token = await site.signIn({ email, password: 'Novinha1' });
    expect((await site.call(getMeEndpoint, { token })).body.bankInfo).toBeNull();
    const changed = (await site.emails()).map(readEmail).filter(({ to }) => to.includes(email));
    expect(changed.at(-1)?.text).toContain(
      'Por segurança, apagamos os dados de pagamento que estavam no seu cadastro.',
    );
  });

  test('opens an account that was closed to guesses', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) await signIn({ password: 'Errada1' });
    expect(await signIn()).toEqual(refused('TOO_MANY_ATTEMPTS_TRY_LATER'));
    await reset(await codeFor(ana.consumer.email), 'Novinha1');
    expect((await signIn({ password: 'Novinha1' })).status).toBe(200);
  });

  test('expires after an hour, and only the newest email counts', async () => {
    const first = await codeFor(ana.consumer.email);
    site.passTime(1000);
    const second = await codeFor(ana.consumer.email);
    expect(await reset(first, 'Novinha1')).toEqual(refused('INVALID_OOB_CODE'));
    site.passTime(60 * minute);
    await site.tidy();
    expect(await reset(second, 'Novinha1')).toEqual(refused('EXPIRED_OOB_CODE'));
  });

  test('used twice at once is used once', async () => {
    const code = await codeFor(ana.consumer.email);
    const both = await Promise.all([reset(code, 'Novinha1'), reset(code, 'Novinha2')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('gets the same answer for an unknown address, and no email', async () => {
    const emails = (await site.emails()).length;
    const unknown = await forget('ninguem@exemplo.com.br');
    const known = await forget(ana.consumer.email);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(unknown.status).toBe(200);
    const toolkitUnknown = await callToolkit(site, 'sendOobCode', {
      requestType: 'PASSWORD_RESET',
      email: 'ninguem@exemplo.com.br',
      tenantId,
    });
    expect(toolkitUnknown.status).toBe(200);
    expect(await site.emails()).toHaveLength(emails + 1);
  });

  test('sends no more than five emails an hour', async () => {
    const emails = (await site.emails()).length;
    for (let times = 0; times < 7; times += 1)
      expect((await forget(ana.consumer.email)).status).toBe(200);
    expect(await site.emails()).toHaveLength(emails + 5);
  });

  test('counts towards one limit, by whichever call the email was asked for', async () => {
    const from = '203.0.113.77';
    const { email } = ana.consumer;
    await site.send(requestNewPasswordEndpoint.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ campaignId: 19, email }),
      from,
    });
    await callToolkit(site, 'sendOobCode', { requestType: 'PASSWORD_RESET', email }, from);
    const counted = await site.query('select hits from rate_limits where bucket = $1', [
      `address ${from} password reset`,
    ]);
    expect(counted).toEqual([{ hits: 2 }]);
  });

  test('needs an address', async () => {
    const { status, error } = await forget('x');
    expect(status).toBe(400);
    expect(error.fields).toEqual([{ field: 'email', message: 'Email inválido' }]);
    expect(
      await callToolkit(site, 'sendOobCode', { requestType: 'PASSWORD_RESET', email: 'x' }),
    ).toEqual(refused('INVALID_EMAIL'));
    expect(
      await callToolkit(site, 'sendOobCode', {
        requestType: 'VERIFY_EMAIL',
        email: ana.consumer.email,
      }),
    ).toEqual(refused('INVALID_REQ_TYPE'));
  });
});
