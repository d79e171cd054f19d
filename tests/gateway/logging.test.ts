import { afterAll, expect, test } from 'vitest';
import { createConsumerEndpoint, requestNewPasswordEndpoint } from '../../src/contract/consumer.ts';
import { eraseMeEndpoint, getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { executeOcrEndpoint } from '../../src/contract/receipt-reading.ts';
import { listReceiptsEndpoint } from '../../src/contract/receipts.ts';
import {
  createOneTimeCodeEndpoint,
  exchangeOneTimeCodeEndpoint,
} from '../../src/contract/sign-in.ts';
import {
  createAnonymousIncidentEndpoint,
  getSupportIncidentEndpoint,
} from '../../src/contract/support.ts';
import { conversationTokenFor, passwordCodeFor } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import {
  enteredTexts,
  enterTexts,
  redeemKits,
  sendApproved,
  signUpWithAllFields,
} from '../support/gateway-actions.ts';
import { callToolkit, signInAs } from '../support/identity-toolkit.ts';
import { validSignUp } from '../support/people.ts';
import { smallPicture } from '../support/receipt-body.ts';

const site = await openGateway({ variant: 'all' });
afterAll(() => site.close());

/** Everything that readers of the log must not learn, by kind. */
const secrets = new Map<string, string>();

function secret(name: string, value: string | undefined | null): string {
  if (!value || value.length < 4) throw new Error(`There is no ${name}`);
  secrets.set(name, value);
  return value;
}

test('a whole account life leaves nothing about the person in the log, whatever fails', async () => {
  const zuleica = await signUpWithAllFields(site);
  const { document, email, phone } = zuleica.consumer;
  for (const [name, value] of Object.entries({ ...enteredTexts, document, email, phone })) {
    secret(name, value);
  }
  secret('document as typed', document.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'));
  secret('password', zuleica.password);
  secret('token', zuleica.token);
  await live(zuleica);
  await fail(zuleica);
  await recover(zuleica);
  await site.settle();

  const written = site.lines.join('\n');
  expect(site.lines.length).toBeGreaterThan(20);
  expect(written).toContain('"event":"failure"');
  expect(secrets.size).toBeGreaterThan(25);
  for (const [name, value] of secrets) expect.soft(written, name).not.toContain(value);
  expect(written).not.toMatch(/\b\d{11}\b|\b\d{3}\.\d{3}\.\d{3}-\d{2}\b|@|[\w+/]{60,}/);
});

async function live(who: TestConsumer): Promise<void> {
  const { token } = who;
  await sendApproved(site, who);
  await enterTexts(site, who);
  await redeemKits(site, who);
  const link = secret('link', await conversationTokenFor(site, who.consumer.email));
  await site.call(getSupportIncidentEndpoint, {
    headers: { token: link, email: who.consumer.email },
  });
  const [receipt] = (await site.call(listReceiptsEndpoint, { token })).body;
  secret('access key', receipt?.identifier);
  const file = new URL(secret('address of a file', receipt?.imageUrl));
  secret('signature', file.searchParams.get('signature'));
  await site.app(new Request(file));
  const imageBase64 = await smallPicture('png', { width: 50, height: 50 });
  secret('picture', imageBase64.slice(40, 80));
  await site.call(executeOcrEndpoint, { token, body: { imageBase64 } });
  await site.call(getPersonalDataEndpoint, { token });
  const { code } = (await site.call(createOneTimeCodeEndpoint, { token })).body;
  const { customToken } = (
    await site.call(exchangeOneTimeCodeEndpoint, {
      body: { code, isConfirmed: true },
    })
  ).body;
  secret('code', code);
  secret('custom token', customToken);
}

/** What people send is worst where it is not expected. */
async function fail(who: TestConsumer): Promise<void> {
  const { email, document } = who.consumer;
  await signInAs(site, who, { password: secret('wrong password', 'Errada-de-Zuleica1') });
  await site.call(createConsumerEndpoint, {
    body: { ...validSignUp(site.gateway.snapshot), document },
  });
  await site.send(`/api/campaign/19/coupon/${document}/details?email=${email}#${document}`);
  await site.send(`/api/${email}/${document}`);
  await site.send('/api/consumer', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': document },
    body: `{"document":"${document}", ${email}`,
  });
  const { database } = site.gateway;
  await database.query('alter table incidents add constraint fails check (name is null) not valid');
  const { name } = who.consumer;
  const body = {
    name,
    email,
    subjectId: 2,
    subject: enteredTexts.question,
    description: enteredTexts.question,
  };
  const refused = await site.call(createAnonymousIncidentEndpoint, { body });
  expect(refused.status).toBe(500);
  await database.query('alter table incidents drop constraint fails');
}

async function recover(who: TestConsumer): Promise<void> {
  const { email } = who.consumer;
  await site.call(requestNewPasswordEndpoint, { body: { campaignId: 19, email } });
  const oobCode = secret('reset code', await passwordCodeFor(site, email));
  const newPassword = secret('new password', 'Escova-nova-de-Zuleica1');
  await callToolkit(site, 'resetPassword', { oobCode, newPassword });
  const { body } = await signInAs(site, { ...who, password: newPassword });
  secret('refresh token', body.refreshToken);
  const erased = await site.call(eraseMeEndpoint, { token: secret('new token', body.idToken) });
  expect([200, 409]).toContain(erased.status);
}
