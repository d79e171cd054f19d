import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queueEmail } from '../../src/gateway/emails/queue-email.ts';
import { crashingAt } from '../support/crashing.ts';
import { openDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { serveSite } from '../support/site-process.ts';

let mail: MailServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let databaseUrl: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  mail = await startMailServer(await freePort());
}, 60_000);
afterAll(async () => {
  await mail.stop();
  await folder.remove();
});

beforeEach(async () => {
  await mail.start();
  mail.emails.length = 0;
  databaseUrl = await createPostgresDatabase();
});

const settings = () => ({
  smtpUrl: `smtp://127.0.0.1:${mail.port}/?ignoreTLS=true`,
  siteUrl: 'https://promo.example',
});

test('killed between commit and email, and again after the mail server has it, it sends the same email', async () => {
  const clock = { now: new Date() };
  const first = await openGateway({ databaseUrl, settings: settings(), clock });
  const { consumer } = await first.signUp();
  // Ends without sending, as if it had been killed after the commit.
  await first.close();
  expect(mail.emails).toEqual([]);

  const dying = await serveSite({
    dataDirectory: folder.path,
    quiet: true,
    variables: {
      DATABASE_URL: databaseUrl,
      SMTP_URL: settings().smtpUrl,
      SITE_URL: settings().siteUrl,
      ...crashingAt('before update emails set state', ''),
    },
  });
  await expect.poll(() => mail.emails.map(({ to }) => to)).toEqual([consumer.email]);
  await dying.kill();

  const next = await openGateway({ databaseUrl, settings: settings(), clock });
  const after = async (minutes: number) => {
    clock.now = new Date(Date.now() + minutes * 60_000);
    await next.sendEmails();
    return next.query('select state, attempts from emails');
  };
  expect(await after(0)).toEqual([{ state: 'QUEUED', attempts: 1 }]);
  expect(await after(6)).toEqual([{ state: 'SENT', attempts: 2 }]);
  await next.close();
  const [one, again, ...others] = mail.emails;
  expect(others).toEqual([]);
  expect(again?.messageId).toBe(one?.messageId);
  expect([again?.subject, again?.text]).toEqual([one?.subject, one?.text]);
}, 60_000);

test('an email is sent by only one of four gateways', async () => {
  const clock = { now: new Date() };
  const gateways: TestGateway[] = [];
  for (let more = 0; more < 4; more += 1) {
    gateways.push(await openGateway({ databaseUrl, settings: settings(), clock }));
  }
  const shared = await openDatabase(databaseUrl);
  const addresses = Array.from({ length: 60 }, (_, index) => `pessoa${index}@exemplo.com.br`);
  for (const to of addresses) {
    const email = { campaignId: 19, consumerId: null, to, now: clock.now };
    const event = { kind: 'BANK_ACCOUNT_CHANGED' } as const;
    await shared.transaction((queries) => queueEmail(queries, { ...email, event }));
  }
  await Promise.all(gateways.map((gateway) => gateway.sendEmails()));
  expect(mail.emails.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
  expect(new Set(mail.emails.map(({ messageId }) => messageId)).size).toBe(60);
  await shared.close();
  for (const gateway of gateways) await gateway.close();
}, 60_000);
