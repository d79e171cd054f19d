import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  getMeEndpoint,
  requestNewPasswordEndpoint,
  setInstantPaymentKeyEndpoint,
} from '../../src/contract/consumer.ts';
import { createOneTimeCodeEndpoint } from '../../src/contract/sign-in.ts';
import { createIncidentEndpoint, getSupportIncidentEndpoint } from '../../src/contract/support.ts';
import { conversationTokenFor, passwordCodeFor, readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { sendApproved, withdraw } from '../support/gateway-actions.ts';
import { callToolkit, refused, renewToken, signInAs } from '../support/identity-toolkit.ts';
import { incidentBody } from '../support/incident-body.ts';

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

let people = 0;
let ana: TestConsumer;
let newAddress: string;

beforeEach(async () => {
  ana = await site.signUp();
  people += 1;
  newAddress = `nova.${people}@exemplo.com.br`;
});

const changeEmail = (address = newAddress, ...words: string[]) =>
  site.operate('consumers', 'change-email', ana.id, address, ...words);
const signIn = (email: string) => signInAs(site, ana, { email });
const me = async (token: string) => (await site.call(getMeEndpoint, { token })).body;

describe('an e-mail corrected by the team', () => {
  test('opens the account with the same password, and the old one opens nothing', async () => {
    const before = (await signInAs(site, ana)).body;
    const { body: handoff } = await site.call(createOneTimeCodeEndpoint, { token: ana.token });
    await site.call(requestNewPasswordEndpoint, {
      body: { campaignId: 19, email: ana.email, recaptchaToken: 'error' },
    });
    const link = await passwordCodeFor(site, ana.consumer.email);
    const corrected = await changeEmail(` ${newAddress.toUpperCase()} `, '--output', 'json');
    expect(JSON.parse(corrected.text)).toEqual([
      { id: ana.id, from: ana.consumer.email, to: newAddress },
    ]);

    expect((await site.call(getMeEndpoint, { token: ana.token })).status).toBe(401);
    expect(await renewToken(site, before.refreshToken)).toEqual(refused('TOKEN_EXPIRED'));
    const code = { oobCode: link, newPassword: 'Novinha1', tenantId: 'embedded' };
    expect(await callToolkit(site, 'resetPassword', code)).toEqual(refused('INVALID_OOB_CODE'));
    expect(await site.query('select from handoffs where consumer_id = $1', [ana.id])).toEqual([]);
    expect(handoff).toHaveProperty('code');
    expect(await signIn(ana.consumer.email)).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
    const token = await site.signIn({ email: newAddress, password: ana.password });
    expect((await me(token)).email).toBe(newAddress);
  });

  test('is reported to both addresses, and only the new one is offered a new password', async () => {
    await changeEmail();
    const emails = (await site.emails()).map(readEmail);
    const [toOld, toNew] = [ana.consumer.email, newAddress].map((address) =>
      emails.findLast(({ to }) => to.includes(address)),
    );
    for (const email of [toOld, toNew]) {
      expect(email?.subject).toContain('O e-mail da sua conta foi alterado');
      expect(email?.text).toContain('no•••@exemplo.com.br');
      expect(email?.text).toContain('Falar com a gente');
    }
    expect(toOld?.text).not.toContain('Criar uma nova senha');
    expect(toOld?.text).not.toContain(newAddress);
    expect(toNew?.text).toContain('Criar uma nova senha');
  });

  test('takes along what failed to arrive at the old one, but no alert', async () => {
    await site.emails();
    const [welcome] = await site.query<{ id: number }>(
      `update emails set state = 'FAILED', to_address = $2, next_at = null, data = '{}'
       where consumer_id = $1 and kind = 'WELCOME' returning id`,
      [ana.id, ana.consumer.email],
    );
    await site.call(setInstantPaymentKeyEndpoint, {
      token: ana.token,
      body: { instantPaymentKeyType: 'CPF' },
    });
    await site.query(
      `update emails set state = 'FAILED', to_address = $2
       where consumer_id = $1 and kind = 'PAYMENT_KEY_CHANGED'`,
      [ana.id, ana.consumer.email],
    );
    await changeEmail();
    const failed = await site.query(
      `select kind, to_address as "to" from emails
       where consumer_id = $1 and state = 'FAILED' order by id`,
      [ana.id],
    );
    expect(failed).toEqual([
      { kind: 'WELCOME', to: newAddress },
      { kind: 'PAYMENT_KEY_CHANGED', to: ana.consumer.email },
    ]);
    await site.operate('emails', 'retry', welcome?.id ?? 0);
    const retried = (await site.emails()).map(readEmail).at(-1);
    expect(retried?.to).toContain(newAddress);
  });

  test('leaves the old one in no answer of others, where an erasure would not look for it', async () => {
    const bia = await site.signUp();
    const answer = { campaignAdditionalFieldId: 1, value: ana.consumer.email.toUpperCase() };
    const kept = { campaignAdditionalFieldId: 2, value: ana.consumer.phone };
    await site.query('update consumers set additional_fields = $2::jsonb where id = $1', [
      bia.id,
      JSON.stringify([answer, kept]),
    ]);
    await changeEmail();
    expect((await me(bia.token)).additionalFields).toEqual([kept]);
  });

  test('is no longer the Pix key, and what waits to be paid to it is named', async () => {
    await sendApproved(site, ana);
    const withdrawal = await withdraw(site, ana);
    const { progress } = await changeEmail();
    expect(progress).toEqual([
      `Withdrawal ${withdrawal} waits with ${ana.consumer.email} as its Pix key: if that is not theirs, withdrawals settle ${withdrawal} error.`,
    ]);
    const token = await site.signIn({ email: newAddress, password: ana.password });
    expect((await me(token)).bankInfo).toBeNull();
  });

  test('takes along the conversations with support, whose links open with it alone', async () => {
    const { body } = await site.call(createIncidentEndpoint, {
      token: ana.token,
      body: { ...incidentBody, email: ana.consumer.email.toUpperCase() },
    });
    await site.emails();
    await changeEmail();
    await site.operate('incidents', 'answer', Number(body.id), 'A caminho.');
    const token = await conversationTokenFor(site, newAddress);
    const open = (email: string) =>
      site.call(getSupportIncidentEndpoint, { headers: { token, email } });
    expect((await open(newAddress)).status).toBe(200);
    expect((await open(ana.consumer.email)).status).toBe(404);
  });

  test.each([
    ['nova@', 'email: Email inválido'],
    ['', 'email: Campo obrigatório'],
  ])('is refused as %j', async (address, why) => {
    const refusal = await changeEmail(address);
    expect([refusal.exitCode, refusal.text]).toEqual([1, expect.stringContaining(why)]);
  });

  test('is refused when it is taken, the same, or of no one', async () => {
    const bia = await site.signUp();
    expect((await changeEmail(bia.consumer.email)).text).toContain('email: Email já cadastrado');
    expect((await changeEmail(ana.consumer.email)).text).toContain('Este já é o e-mail da conta.');
    // A user without a person, as an interrupted change of the database may leave one.
    await site.query('update identity_users set email = $1 where email = $2', [
      newAddress,
      bia.consumer.email,
    ]);
    expect((await changeEmail()).text).toContain('email: Email já cadastrado');
    await site.operate('consumers', 'erase', ana.id);
    expect((await changeEmail()).text).toContain('NOT_FOUND');
  });

  test('is tried without a trace, and recorded without the address', async () => {
    await changeEmail(newAddress, '--dry-run');
    expect((await me(ana.token)).email).toBe(ana.consumer.email);
    await changeEmail();
    const [act] = await site.operateRows('acts', 'list', '--limit', 1);
    expect(act).toMatchObject({ command: 'consumers change-email', words: `${ana.id} …` });
  });
});

describe('a birth date corrected by the team', () => {
  const change = (day: string, who = ana) =>
    site.operate('consumers', 'change-birth-date', who.id, day);

  test('is stored, and its act does not hold it', async () => {
    expect((await change('1971-02-03')).exitCode).toBe(0);
    expect((await me(ana.token)).birthDate).toBe('1971-02-03');
    const [act] = await site.operateRows('acts', 'list', '--limit', 1);
    expect(act).toMatchObject({ command: 'consumers change-birth-date', words: `${ana.id} …` });
  });

  test('is that of a person who was of age at the sign-up', async () => {
    const eighteenYearsAgo = `${site.clock.now.getUTCFullYear() - 18}-12-31`;
    expect((await change(eighteenYearsAgo)).text).toContain('birthDate: ');
    expect((await change('1971-02-30')).text).toContain('birthDate: ');
    const company = await site.signUp({ type: 'CORPORATE' });
    expect((await change('1971-02-03', company)).text).toContain('Uma empresa');
    expect((await me(ana.token)).birthDate).toBe(ana.consumer.birthDate);
  });
});
