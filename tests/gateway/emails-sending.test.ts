import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestNewPasswordEndpoint } from '../../src/contract/consumer.ts';
import type { Database } from '../../src/gateway/db/database.ts';
import { claimDueEmails, eraseFailedEmails } from '../../src/gateway/emails/queries.ts';
import type { EmailEvent } from '../../src/gateway/emails/queue-email.ts';
import { queueEmail } from '../../src/gateway/emails/queue-email.ts';
import { sendDueEmails } from '../../src/gateway/emails/send-and-retry.ts';
import { Unavailable } from '../../src/gateway/failures.ts';
import { freePort } from '../support/free-port.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { waitFor } from '../support/wait-for.ts';

const prizeSent: EmailEvent = { kind: 'PRIZE_SENT', prize: 'Kit', trackingCode: 'BR1' };
const minute = 60_000;

let server: MailServer;
let site: TestGateway;
let ana: TestConsumer;

beforeAll(async () => {
  server = await startMailServer(await freePort());
  const smtpUrl = `smtp://127.0.0.1:${server.port}/?ignoreTLS=true`;
  site = await openGateway({ settings: { smtpUrl } });
});
afterAll(async () => {
  await server.stop();
  await site.close();
});

beforeEach(async () => {
  await server.start();
  server.refusal = null;
  server.refused = 0;
  ana = await site.signUp();
  await site.sendEmails();
  server.emails.length = 0;
});

async function queueEmailAbout(event: EmailEvent = prizeSent): Promise<void> {
  const { database } = site.gateway;
  const email = { campaignId: 19, consumerId: ana.id, event, now: site.clock.now };
  await database.transaction((queries) => queueEmail(queries, email));
}

async function passTime(milliseconds: number): Promise<void> {
  site.passTime(milliseconds);
  await site.sendEmails();
}

async function state() {
  const [row] = await site.query<Record<string, unknown>>(
    `select state, attempts, error, next_at - $2 as wait, to_address as "to" from emails
     where consumer_id = $1 order by id desc limit 1`,
    [ana.id, site.clock.now],
  );
  return row;
}

describe('while the database is away just after the mail server took an email', () => {
  /** A pass in which the first attempts to record what was sent fail. */
  async function sendFailing(failures: number, mail = site.gateway.mail): Promise<void> {
    const { database } = site.gateway;
    let left = failures;
    const query: Database['query'] = (text, values) => {
      if (!text.startsWith('update emails set state')) return database.query(text, values);
      left -= 1;
      if (left >= 0) return Promise.reject(new Unavailable('database'));
      return database.query(text, values);
    };
    await sendDueEmails({ ...site.gateway, mail, database: { ...database, query } });
  }

  test('the log says of the mail server too that it is away, if the next email meets that', async () => {
    await Promise.all([queueEmailAbout(), queueEmailAbout()]);
    site.lines.length = 0;
    const { mail } = site.gateway;
    let sent = 0;
    const sendOnce: typeof mail.sendOnce = async (email) => {
      sent += 1;
      if (sent === 2) throw new Unavailable('mail server');
      return mail.sendOnce(email);
    };
    await expect(sendFailing(9, { ...mail, sendOnce })).rejects.toThrow('database');
    expect(site.lines.join()).toContain('"during":"email"');
    await passTime(6 * minute);
  });

  test('the email is recorded at the next try, and not sent again', async () => {
    await queueEmailAbout();
    await sendFailing(1);
    expect(await state()).toMatchObject({ state: 'SENT', attempts: 1 });
    await passTime(6 * minute);
    expect(server.emails).toHaveLength(1);
  });

  test('the email is sent again only when its lease has ended, like one of a killed gateway', async () => {
    await queueEmailAbout();
    await expect(sendFailing(9)).rejects.toThrow('The database does not answer');
    await passTime(4 * minute);
    expect(server.emails).toHaveLength(1);
    await passTime(2 * minute);
    expect(server.emails.map(({ messageId }) => messageId)).toEqual(
      [0, 1].map(() => server.emails[0]?.messageId),
    );
    expect(await state()).toMatchObject({ state: 'SENT', attempts: 2 });
  });
});

describe('while the mail server is down', () => {
  test('an email waits, and leaves soon after it is back, an hour later, once', async () => {
    await server.stop();
    await queueEmailAbout();
    for (let minutes = 0; minutes < 60; minutes += 5) await passTime(5 * minute);
    expect(await state()).toMatchObject({ state: 'QUEUED', error: 'ESOCKET' });
    expect((await state())?.['attempts']).toBeGreaterThan(4);
    await server.start();
    for (let minutes = 0; minutes < 20; minutes += 5) await passTime(5 * minute);
    expect(server.emails).toHaveLength(1);
    expect(await state()).toMatchObject({ state: 'SENT', to: null, error: null });
    await passTime(24 * 60 * minute);
    expect(server.emails).toHaveLength(1);
  });

  test('the log says so in one line, and names no person', async () => {
    await server.stop();
    site.lines.length = 0;
    await Promise.all([queueEmailAbout(), queueEmailAbout(), queueEmailAbout()]);
    await site.sendEmails();
    expect(site.lines).toHaveLength(1);
    expect(site.lines[0]).toContain('"during":"email"');
    expect(site.lines.join()).not.toContain(ana.consumer.email);
    await server.start();
    await passTime(minute);
    expect(server.emails).toHaveLength(3);
  });

  test('an email is given up after three days, and listed for thirty more', async () => {
    await server.stop();
    await queueEmailAbout();
    for (let hours = 0; hours < 78; hours += 6) await passTime(6 * 60 * minute);
    expect(await state()).toMatchObject({ state: 'FAILED', to: ana.consumer.email });
    const { database } = site.gateway;
    await eraseFailedEmails(database, new Date(site.clock.now.getTime() + 29 * 86_400_000));
    expect(await state()).toMatchObject({ to: ana.consumer.email });
    await server.start();
    await site.query(
      `insert into campaigns (id, variant, date_window, snapshot, seeded_at)
       select 20, variant, date_window, snapshot, seeded_at from campaigns where id = 19`,
    );
    expect(await site.operateRows('emails', 'retry', '--campaign', 20)).toEqual([]);
    expect(await site.operate('acts', 'list', '--campaign', 20)).toMatchObject({
      exitCode: 2,
      text: expect.stringMatching(
        /^Acts are of the whole database: list them without --campaign\./,
      ),
    });
    await site.query('delete from campaigns where id = 20');
    expect(await site.operateRows('emails', 'retry', '--campaign', 19)).toHaveLength(1);
    await site.sendEmails();
    expect(server.emails).toHaveLength(1);
    await server.stop();
    await queueEmailAbout();
    for (let hours = 0; hours < 78; hours += 6) await passTime(6 * 60 * minute);
    await eraseFailedEmails(database, new Date(site.clock.now.getTime() + 31 * 86_400_000));
    expect(await state()).toMatchObject({ state: 'FAILED', to: null });
  });
});

test.each(['no such user', '5.7.1 Recipient address rejected: Access denied'])(
  'an email refused for good (%s) is tried once, and the server’s words are not stored',
  async (words) => {
    server.refusal = `550 ${words}: ${ana.consumer.email}`;
    const earlierLines = site.lines.length;
    await queueEmailAbout();
    await passTime(60 * minute);
    expect(await state()).toMatchObject({ state: 'FAILED', attempts: 1, error: '550' });
    expect(site.lines.join()).not.toContain(ana.consumer.email);
    // Anyone can mistype an address: that is no trouble of the mail server.
    expect(site.lines.slice(earlierLines).join()).not.toContain('"during":"email"');
  },
);

test.each(['452 4.2.2 mailbox full', '450 come back in a minute'])(
  'an email to a mailbox that answers %s waits, and delays no other',
  async (answer) => {
    server.refusal = answer;
    const earlierLines = site.lines.length;
    await queueEmailAbout();
    await site.sendEmails();
    expect(await state()).toMatchObject({ state: 'QUEUED', error: answer.slice(0, 3) });
    expect(site.lines.slice(earlierLines).join()).not.toContain('"during":"email"');
    server.refusal = null;
    await passTime(minute);
    expect(server.emails).toHaveLength(1);
  },
);

test.each([
  '550 5.4.5 Daily user sending limit exceeded',
  '554 5.7.1 <ana@empresa.example>: Relay access denied',
  '550 5.7.26 This mail is unauthenticated',
])('an email that the server refuses because of its sender waits as well: %s', async (answer) => {
  server.refusal = answer;
  const earlierLines = site.lines.length;
  await queueEmailAbout();
  await site.sendEmails();
  expect(await state()).toMatchObject({ state: 'QUEUED', error: answer.slice(0, 3) });
  expect(site.lines.slice(earlierLines).join()).toContain('"during":"email"');
  server.refusal = null;
  await passTime(minute);
  expect(server.emails).toHaveLength(1);
});

test('a gateway that died after sending leaves it to the next try, which is the same email', async () => {
  await queueEmailAbout();
  const { database } = site.gateway;
  await site.sendEmails();
  // As if it had died before it could note what it did.
  await database.query(
    `update emails set state = 'QUEUED', to_address = $2, data = $3, next_at = $4
     where consumer_id = $1 and kind = 'PRIZE_SENT'`,
    [
      ana.id,
      ana.consumer.email,
      JSON.stringify({ prize: 'Kit', trackingCode: 'BR1' }),
      new Date(site.clock.now.getTime() + 5 * minute),
    ],
  );
  await passTime(4 * minute);
  expect(server.emails).toHaveLength(1);
  await passTime(2 * minute);
  const [first, second, ...others] = server.emails;
  expect(others).toEqual([]);
  expect(second?.messageId).toBe(first?.messageId);
  expect(second?.text).toBe(first?.text);
});

test('an email of a kind that a newer gateway has queued is left to that one', async () => {
  await queueEmailAbout();
  await site.query(`update emails set kind = 'FROM_THE_FUTURE' where kind = 'PRIZE_SENT'
    and state = 'QUEUED'`);
  const logged = site.lines.length;
  await site.sendEmails();
  expect(await state()).toMatchObject({ state: 'QUEUED', to: ana.consumer.email });
  expect(site.lines.slice(logged)).toEqual([]);
  expect(await site.operateRows('emails', 'list', '--status', 'queued')).toContainEqual(
    expect.objectContaining({ kind: 'FROM_THE_FUTURE', error: 'UnknownEmailKind' }),
  );
  await site.query(`update emails set kind = 'PRIZE_SENT' where kind = 'FROM_THE_FUTURE'`);
  await passTime(minute);
  expect(server.emails).toHaveLength(1);
});

describe('the operator', () => {
  test('lists emails by state, kind and person', async () => {
    await queueEmailAbout();
    const list = (...words: string[]) => site.operateRows('emails', 'list', ...words);
    const [row, ...others] = await list('--status', 'queued', '--email', ana.consumer.email);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ kind: 'PRIZE_SENT', status: 'QUEUED', to: ana.consumer.email });
    expect(await list('--key', 'welcome', '--email', ana.consumer.email)).toMatchObject([
      { kind: 'WELCOME', status: 'SENT', to: null },
    ]);
    expect((await site.operate('emails', 'list', '--status', 'gone')).exitCode).toBe(2);
  });

  test('retries none that is being sent', async () => {
    await queueEmailAbout();
    const [taken] = await claimDueEmails(site.gateway.database, {
      campaignId: 19,
      now: site.clock.now,
      limit: 1,
    });
    expect((await site.operate('emails', 'retry', taken?.id ?? 0)).exitCode).toBe(1);
    expect((await site.operate('emails', 'retry', 999_999)).exitCode).toBe(1);
  });

  test('sees every email as it would be sent', async () => {
    const rows = await site.operateRows<{ subject: string; file: string }>('emails', 'preview');
    expect(rows.length).toBeGreaterThan(16);
    const folder = join(site.gateway.settings.dataDirectory, 'emails-preview');
    expect(await readdir(folder)).toHaveLength(2 * rows.length);
    for (const { subject, file } of rows) {
      expect(subject).toMatch(/^\p{Lu}/u);
      const html = await readFile(file, 'utf8');
      expect(html, file).toContain(`<title>${subject}</title>`);
      expect(html, file).not.toMatch(/undefined|null|NaN/);
      expect(await readFile(file.replace('.html', '.txt'), 'utf8')).not.toMatch(/undefined|NaN/);
    }
    const one = await site.operate('emails', 'preview', 'draw-won', 'um');
    expect(one.exitCode).toBe(0);
    const names = await readdir(join(site.gateway.settings.dataDirectory, 'um'));
    expect(names).toEqual(['draw-won.html', 'draw-won.txt']);
  });
});

test('a link for a new password does not arrive after the newer one that replaced it', async () => {
  const body = { campaignId: 19, email: ana.email, recaptchaToken: 'error' };
  server.refusal = '450 4.7.1 Greylisted';
  await site.call(requestNewPasswordEndpoint, { body });
  await waitFor(() => expect(server.refused).toBeGreaterThan(0));
  server.refusal = null;
  await site.call(requestNewPasswordEndpoint, { body });
  await waitFor(() => expect(server.emails).toHaveLength(1));
  site.gateway.mail.hurry();
  await site.settle();
  expect(server.emails).toHaveLength(1);
});
