import { afterAll, beforeEach, expect, test } from 'vitest';
import { getMeEndpoint, setInstantPaymentKeyEndpoint } from '../../src/contract/consumer.ts';
import { getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { passwordCodeFor } from '../support/email.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { callToolkit, signInAs } from '../support/identity-toolkit.ts';

const site = await openGateway();
/** Another process of the same promotion. */
const other = await openGateway({ database: site.gateway.database, clock: site.clock });
afterAll(async () => {
  await other.close();
  await site.close();
});

let ana: TestConsumer;
beforeEach(async () => {
  ana = await site.signUp();
});

async function resetPassword(to: string, through: TestGateway = site): Promise<void> {
  const { email } = ana.consumer;
  const tenantId = 'embedded';
  await callToolkit(through, 'sendOobCode', { requestType: 'PASSWORD_RESET', email, tenantId });
  const oobCode = await passwordCodeFor(through, email);
  const { status } = await callToolkit(through, 'resetPassword', {
    oobCode,
    newPassword: to,
    tenantId,
  });
  expect(status).toBe(200);
}

const setDisabled = (disabled: boolean) =>
  site.query('update identity_users set disabled = $2 where email = $1', [
    ana.consumer.email,
    disabled,
  ]);

const statusWith = async (token: string, at = site) =>
  (await at.call(getMeEndpoint, { token })).status;

test('a token stolen before a password change is useless after it, in every process', async () => {
  const stolen = ana.token;
  site.passTime(2_000);
  await resetPassword('Novinha1');
  const body = { instantPaymentKeyType: 'EMAIL' as const };
  const answers = [
    await site.call(getMeEndpoint, { token: stolen }),
    await site.call(getPersonalDataEndpoint, { token: stolen }),
    await site.call(setInstantPaymentKeyEndpoint, { token: stolen, body }),
    await other.call(getMeEndpoint, { token: stolen }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  const token = await site.signIn({ ...ana, password: 'Novinha1' });
  expect(await statusWith(token)).toBe(200);
});

test('a token renewed in the same second as the password change is useless', async () => {
  site.clock.now = new Date(Math.floor(site.clock.now.getTime() / 1000) * 1000);
  const stolen = await site.signIn(ana);
  site.passTime(500);
  await resetPassword('Novinha1');
  expect(await statusWith(stolen)).toBe(401);
});

test('a disabled account opens nothing from its next call on, until it is enabled', async () => {
  await setDisabled(true);
  expect(await statusWith(ana.token)).toBe(401);
  await setDisabled(false);
  expect(await statusWith(ana.token)).toBe(200);
});

test('a process whose clock is behind accepts a user who has just set a password at another', async () => {
  const behind = await openGateway({
    database: site.gateway.database,
    now: new Date(site.clock.now.getTime() - 5_000),
  });
  await resetPassword('Novinha1');
  const { body } = await signInAs(behind, { ...ana, password: 'Novinha1' });
  expect(await statusWith(body.idToken, behind)).toBe(200);
  await behind.close();
});
