import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { polls19 } from '../../src/campaign/19/forms.ts';
import {
  createConsumerEndpoint,
  getMeEndpoint,
  requestNewPasswordEndpoint,
  updateConsumerEndpoint,
} from '../../src/contract/consumer.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { eraseMeEndpoint, getPersonalDataEndpoint } from '../../src/contract/personal-data.ts';
import { createReceiptEndpoint } from '../../src/contract/receipts.ts';
import { updateConsumer as update } from '../../src/gateway/consumers/profile.ts';
import { answerPoll } from '../../src/gateway/polls/answer-poll.ts';
import { writeIncident } from '../../src/gateway/support/incidents.ts';
import { readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { refused, renewToken, signInAs } from '../support/identity-toolkit.ts';
import { incidentBody } from '../support/incident-body.ts';
import { validSignUp } from '../support/people.ts';
import { receiptBody } from '../support/receipt-body.ts';

const minute = 60_000;

let ana: TestConsumer;

const site = await openGateway();
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.signUp();
});

const eraseAccount = (token = ana.token) => site.call(eraseMeEndpoint, { token });

const signUpWith = (document: string) =>
  site.call(createConsumerEndpoint, { body: validSignUp(site.gateway.snapshot, { document }) });

async function sendOne(person: TestConsumer): Promise<void> {
  expect((await site.sendReceipt(person)).status).toBe(201);
}

test('a password typed minutes ago is not enough to erase the account', async () => {
  site.passTime(10 * minute + 1000);
  const { status, error } = await eraseAccount();
  expect([status, error.code]).toEqual([403, 'SIGN_IN_AGAIN']);
  expect((await site.call(getMeEndpoint, { token: ana.token })).status).toBe(200);
  const token = await site.signIn(ana);
  expect((await eraseAccount(token)).status).toBe(200);
});

test('a renewed token is as old as its sign-in', async () => {
  const { body } = await signInAs(site, ana);
  site.passTime(11 * minute);
  const renewed = await renewToken(site, body.refreshToken);
  expect((await eraseAccount(renewed.body.id_token)).status).toBe(403);
});

describe('a user who was erased', () => {
  test('is known to no call, and asking again changes nothing', async () => {
    await eraseAccount();
    const { token } = ana;
    const body = { phone: '41999990000' };
    const answers = [
      await site.call(getMeEndpoint, { token }),
      await site.call(getPersonalDataEndpoint, { token }),
      await site.call(updateConsumerEndpoint, { token, body }),
      await eraseAccount(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('cannot sign in, stay signed in, or have a password made', async () => {
    const session = await signInAs(site, ana);
    await eraseAccount();
    expect(await signInAs(site, ana)).toEqual(refused('INVALID_LOGIN_CREDENTIALS'));
    expect(await renewToken(site, session.body.refreshToken)).toEqual(refused('TOKEN_EXPIRED'));
    const emails = (await site.emails()).length;
    const { email } = ana.consumer;
    await site.call(requestNewPasswordEndpoint, { body: { campaignId: 19, email } });
    expect(await site.emails()).toHaveLength(emails);
  });

  test('does not register again in this campaign after a receipt, and the e-mail is free', async () => {
    await sendOne(ana);
    await eraseAccount();
    const { document, email } = ana.consumer;
    const again = await signUpWith(document);
    expect([again.status, again.error.fields]).toEqual([
      409,
      [{ field: 'document', message: 'Documento já cadastrado' }],
    ]);
    const other = validSignUp(site.gateway.snapshot, { email });
    expect((await site.call(createConsumerEndpoint, { body: other })).status).toBe(201);
  });

  test('frees the document for its owner if nothing was sent, every time', async () => {
    const { document } = ana.consumer;
    await eraseAccount();
    const second = await site.signUp({ document });
    expect((await eraseAccount(second.token)).status).toBe(200);
    expect((await signUpWith(document)).status).toBe(201);
  });

  test('can be readmitted by the operator, after a dry run', async () => {
    const { document } = ana.consumer;
    await sendOne(ana);
    await eraseAccount();
    const free = (...more: string[]) => site.operate('consumers', 'free', document, ...more);
    const tried = await free('--dry-run');
    expect([tried.exitCode, tried.progress]).toEqual([
      0,
      ['This was a dry run: nothing was changed.'],
    ]);
    expect((await signUpWith(document)).status).toBe(409);
    const { text, exitCode } = await free('--output', 'json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(text)).toEqual([{ id: ana.id, erasedAt: site.clock.now.toISOString() }]);
    const again = await site.signUp({ document });
    expect((await free()).exitCode).toBe(1);
    await sendOne(again);
    expect((await eraseAccount(again.token)).status).toBe(200);
    expect((await signUpWith(document)).status).toBe(409);
  });

  test('gets a last email about it', async () => {
    await eraseAccount();
    const emails = (await site.emails()).map(readEmail);
    const toAna = emails.filter(({ to }) => to.includes(ana.consumer.email));
    expect(toAna.map(({ text }) => text)).toEqual([
      expect.stringContaining('excluímos seus dados'),
    ]);
  });
});

test('a call that was under way adds nothing', async () => {
  const { gateway, clock } = site;
  const { database, snapshot } = gateway;
  await eraseAccount();
  const changes = { consumerId: ana.id, changes: { phone: '41999990000' }, now: clock.now };
  const who = { consumerId: ana.id, now: clock.now };
  const incidentInput = { ...who, body: incidentBody, cause: 'ACCOUNT' } as const;
  const answered = { ...who, pollId: '32', answers: { 321: 10, 322: true } };
  const late = await Promise.allSettled([
    database.transaction((queries) => update(queries, snapshot.campaign, changes)),
    database.transaction((queries) => writeIncident(gateway, queries, incidentInput)),
    database.transaction((queries) =>
      answerPoll(queries, { ...snapshot, polls: polls19 }, answered),
    ),
  ]);
  const reason = expect.objectContaining({ message: `Consumer ${ana.id} was erased` });
  expect(late).toEqual(late.map(() => ({ status: 'rejected', reason })));
});

test('a receipt whose sender was erased while it was prepared is refused as a stranger’s', async () => {
  const hostname = 'promo.example';
  const slow = await openGateway({
    clock: site.clock,
    database: site.gateway.database,
    settings: { recaptchaSecret: 'secret', siteUrl: `https://${hostname}` },
    fetch: async () => {
      expect((await eraseAccount()).status).toBe(200);
      return Response.json({ success: true, action: 'create_coupon', score: 0.9, hostname });
    },
  });
  const { status } = await slow.sendReceipt(ana, { recaptchaToken: 'token' });
  expect(status).toBe(401);
  expect(await site.query('select from receipts where consumer_id = $1', [ana.id])).toEqual([]);
  await slow.close();
});

test('a receipt whose sender was erased during the upload is refused as a stranger’s', async () => {
  const receipt = JSON.stringify(receiptBody(ana, site.clock.now));
  const upload = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await eraseAccount();
        controller.enqueue(new TextEncoder().encode(receipt));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' };
  const call = { method: 'POST', headers, body: upload, duplex: 'half' };
  const { status } = await site.send(pathOf(createReceiptEndpoint.path, { campaignId: 19 }), call);
  expect(status).toBe(401);
});

test('a sign-up that was under way does not slip past the erasure', async () => {
  const body = validSignUp(site.gateway.snapshot);
  const { tenantId } = site.gateway.settings.identity;
  const slow = await openGateway({
    clock: site.clock,
    database: site.gateway.database,
    settings: { identity: { kind: 'platform', projectId: 'promo', tenantId, apiKey: 'key' } },
    // The identity service makes the account between the last look for the document and the insert.
    fetch: async () => {
      const bia = await site.signUp({ document: body.document });
      await sendOne(bia);
      expect((await eraseAccount(bia.token)).status).toBe(200);
      return Response.json({ localId: 'late' });
    },
  });
  const { error } = await slow.call(createConsumerEndpoint, { body });
  expect(error).toMatchObject({ code: 'DUPLICATE', fields: [{ field: 'document' }] });
  await slow.close();
});
