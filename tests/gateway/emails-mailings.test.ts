import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listConsentsEndpoint } from '../../src/contract/personal-data.ts';
import type { Database } from '../../src/gateway/db/database.ts';
import {
  findDrawsWithMailedResult,
  queueDrawResults,
} from '../../src/gateway/draws/result-emails.ts';
import { continueMailings, startMailing } from '../../src/gateway/emails/mailings.ts';
import { sendDueEmails } from '../../src/gateway/emails/send-and-retry.ts';
import { queueNewsletter } from '../../src/gateway/newsletter/queries.ts';
import { dayMs } from '../../src/rules/dates.ts';
import { changeCampaign } from '../support/changed-campaign.ts';
import {
  drawToday,
  giveNumber,
  givePrizesOneEach,
  giveTwoPrizes,
  passTheEnd,
} from '../support/draws.ts';
import { type ReadEmail, readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { untilOneWaitsForLock } from '../support/lock-wait.ts';
import { operateOn } from '../support/operator.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { watchQueries } from '../support/watch-queries.ts';

const steps = { DRAW_RESULT: queueDrawResults, NEWSLETTER: queueNewsletter };

async function emailsTo(site: TestGateway, { consumer }: TestConsumer): Promise<ReadEmail[]> {
  const all = (await site.emails()).map(readEmail);
  return all.filter(({ to }) => to === consumer.email);
}

/** Subjects of the emails to a person that are about a draw. */
async function resultsTo(site: TestGateway, who: TestConsumer): Promise<string[]> {
  const subjects = (await emailsTo(site, who)).map(({ subject }) => subject);
  return subjects.filter((subject) => /sortea|sorteio/.test(subject));
}

test('the result of a draw is known by an id as large as a campaign may give', async () => {
  const site = await openGateway();
  const { database, campaignId, now } = site.gateway;
  const engineId = 9_007_199_254_740_991;
  const content = { kind: 'DRAW_RESULT', engineId } as const;
  await startMailing(database, { campaignId, content, now: now() });
  expect(await findDrawsWithMailedResult(database, campaignId)).toEqual(new Set([engineId]));
  await site.close();
});

describe('the result of a draw', () => {
  let site: TestGateway;
  let winner: TestConsumer;
  let substitute: TestConsumer;
  let visitor: TestConsumer;

  const results = (who: TestConsumer) => resultsTo(site, who);

  beforeAll(async () => {
    site = await openGateway({ variant: 'all' });
    winner = await site.signUp();
    substitute = await site.signUp();
    visitor = await site.signUp();
    await giveNumber(site, winner, [4, 50_153]);
    await giveNumber(site, substitute, [4, 50_155]);
    passTheEnd(site);
    await site.operate('close');
    await drawToday(site);
  });
  afterAll(() => site.close());

  test('is sent to no one before it is published', async () => {
    expect(await results(winner)).toEqual([]);
    expect(await results(substitute)).toEqual([]);
  });

  test('is not sent by a correction while only another draw is published', async () => {
    await site.query(
      `insert into winner_pages (campaign_id, type, names, published_at)
       values (19, 'PDF', 'FULL', $1)`,
      [site.clock.now],
    );
    await drawToday(site, '--correct', 'Digitei errado');
    expect(await results(winner)).toEqual([]);
    expect(await results(substitute)).toEqual([]);
  });

  test('goes to winners with prize and number, to others with thanks, once', async () => {
    await site.operate('winners');
    const [subject = '', ...others] = await results(winner);
    expect(subject).toMatch(/^Seu número foi sorteado: /);
    expect(others).toEqual([]);
    expect((await emailsTo(site, winner)).at(-1)?.text).toContain('Número sorteado: 4.50153');
    expect(await results(substitute)).toEqual(['O sorteio aconteceu: veja o resultado']);
    expect(await results(visitor)).toEqual([]);
    await site.operate('winners', '--names', 'initials');
    expect(await results(winner)).toHaveLength(1);
    expect(await results(substitute)).toHaveLength(1);
  });

  test('goes at once to the next winner when one was disqualified', async () => {
    await site.operate('winners', 'disqualify', '4.50153', '--reason', 'Sem documentos');
    expect(await results(winner)).toHaveLength(1);
    expect(await results(substitute)).toEqual([
      'O sorteio aconteceu: veja o resultado',
      expect.stringMatching(/^Seu número foi sorteado: /),
    ]);
  });

  test('is taken back by an email with the reason when the winner is disqualified', async () => {
    const { subject, text } = (await emailsTo(site, winner)).at(-1) ?? expect.fail();
    expect(subject).toBe('Seu número da sorte foi desclassificado');
    expect(text).toContain('Número desclassificado: 4.50153\n\nMotivo: Sem documentos');
    expect((await emailsTo(site, substitute)).map((email) => email.subject)).not.toContain(subject);
  });

  test('is not sent late to who has won no more, nor are thanks to who has won by now', async () => {
    await site.query(
      "update emails set state = 'QUEUED', next_at = $1, to_address = 'tarde@exemplo.com.br' where kind in ('DRAW_WON', 'DRAW_THANKS')",
      [site.clock.now],
    );
    await site.query(
      `update emails set data = jsonb_build_object('prizeId', 901, 'number', '4.50153')
       where kind = 'DRAW_WON' and consumer_id = $1`,
      [winner.id],
    );
    await site.settle();
    const late = await site.query(
      "select consumer_id::int as id, kind, state from emails where kind in ('DRAW_WON', 'DRAW_THANKS') and state = 'DROPPED' order by kind desc",
    );
    expect(late).toEqual([
      { id: winner.id, kind: 'DRAW_WON', state: 'DROPPED' },
      { id: substitute.id, kind: 'DRAW_THANKS', state: 'DROPPED' },
    ]);
  });

  test('reaches more people than one transaction takes, each once', async () => {
    const { database } = site.gateway;
    await database.query(
      `insert into consumers (campaign_id, identity_id, type, name, email, document, phone, mgm_code,
         created_at)
       select 19, 'many-' || n, 'PERSON', 'Ana', 'many-' || n || '@exemplo.com.br', 'many-' || n, '',
         'many-' || n, now()
       from generate_series(1, 505) as n`,
    );
    await database.query(
      `insert into lucky_numbers (campaign_id, engine_id, consumer_id, receipt_id, series, number,
         counter, kind, created_at)
       select 19, engine_id, consumers.id, receipt_id, 7, consumers.id, 1000000 + consumers.id,
         'MAIN', now()
       from consumers cross join (select * from lucky_numbers order by id limit 1) as any_number
       where identity_id like 'many-%'`,
    );
    await site.operate('winners');
    await site.settle();
    await site.settle();
    const rows = await database.query(
      `select count(*) as emails, count(distinct consumer_id) as people, min(state) as state
       from emails where kind = 'DRAW_THANKS' and dedupe_key like 'draw-thanks/%'
         and consumer_id in (select id from consumers where identity_id like 'many-%')`,
    );
    expect(rows).toEqual([{ emails: 505, people: 505, state: 'SENT' }]);
    expect(await database.query('select id from mailings where ended_at is null')).toEqual([]);
  });
});

/** Ana has the number that the extraction draws, Bia the one that the operator's slip draws. */
async function drawMistyped(
  site: TestGateway,
  { ana, bia }: { ana: TestConsumer; bia: TestConsumer },
): Promise<void> {
  await giveNumber(site, ana, [4, 50_153]);
  await giveNumber(site, bia, [5, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site, '--federal', '12355,67890,11121,31415,92653');
}

test('a person who was congratulated by mistake is sent the correction, once, and no thanks', async () => {
  const site = await openGateway({ variant: 'all' });
  const [ana, bia] = [await site.signUp(), await site.signUp()];
  await drawMistyped(site, { ana, bia });
  await site.operate('winners');
  const results = (who: TestConsumer) => resultsTo(site, who);
  expect(await results(bia)).toEqual([expect.stringMatching(/^Seu número foi sorteado: /)]);
  const correct = async (...words: string[]) => {
    site.passTime(60_000);
    await drawToday(site, '--correct', 'Digitei errado', ...words);
  };
  await correct();
  await site.operate('winners');
  expect((await results(bia)).slice(1)).toEqual(['O resultado do sorteio foi corrigido']);
  const won = expect.stringMatching(/^Seu número foi sorteado: /);
  expect((await results(ana)).slice(1)).toEqual([won]);

  await correct('--federal', '12355,67890,11121,31415,92653');
  expect((await results(bia)).slice(2), 'wins again').toEqual([won]);
  expect((await results(ana)).slice(2)).toEqual(['O resultado do sorteio foi corrigido']);
  await correct();
  expect((await results(ana)).slice(3)).toEqual([won]);
  await correct();
  expect((await results(bia)).slice(3)).toEqual(['O resultado do sorteio foi corrigido']);
  site.passTime(60_000);
  await site.operate('winners', 'disqualify', '4.50153', '--reason', 'Sem documentos');
  expect(await results(ana), 'the draw was right').toHaveLength(4);
  await site.close();
});

test('a winner whose number gets another prize by a correction reads that one prize of an earlier message is lost', async () => {
  const site = await openGateway({ variant: 'all' });
  const [ana, bia] = [await site.signUp(), await site.signUp()];
  await givePrizesOneEach(site);
  await drawMistyped(site, { ana, bia });
  await site.operate('winners');
  const saysReplaced = async (who: TestConsumer) =>
    (await emailsTo(site, who))
      .filter(({ subject }) => subject.startsWith('Seu número foi sorteado: '))
      .map(({ text }) =>
        text.includes('Um prêmio de uma mensagem anterior nossa deixou de ser seu'),
      );
  expect([await saysReplaced(ana), await saysReplaced(bia)]).toEqual([[false], [false]]);
  site.passTime(60_000);
  await drawToday(site, '--correct', 'Digitei errado');
  const places = await site.query('select consumer_id, position from winners order by position');
  expect(places).toMatchObject([{ consumer_id: ana.id }, { consumer_id: bia.id }]);
  expect([await saysReplaced(ana), await saysReplaced(bia)]).toEqual([
    [false, true],
    [false, true],
  ]);
  expect((await site.query('select from emails where kind = $1', ['DRAW_CORRECTED'])).length).toBe(
    0,
  );
  await site.close();
});

test('a winner who keeps a prize and loses another by a correction reads which number it was, once', async () => {
  const site = await openGateway({ variant: 'all' });
  const [ana, bia] = [await site.signUp(), await site.signUp()];
  await giveTwoPrizes(site);
  await giveNumber(site, ana, [4, 50_150]);
  await giveNumber(site, ana, [4, 50_157]);
  await giveNumber(site, bia, [4, 50_145]);
  passTheEnd(site);
  await site.operate('close');
  const [slip, right] = ['12345,67890,11121,31415,92652', '12345,67890,11121,31415,92650'];
  await drawToday(site, '--federal', slip);
  await site.operate('winners');
  const correct = async (federal: string) => {
    site.passTime(60_000);
    await drawToday(site, '--federal', federal, '--correct', 'Digitei errado');
    await site.operate('winners');
  };
  const kindsOf = async ({ id }: TestConsumer) => {
    await site.settle();
    const rows = await site.query(
      "select kind from emails where consumer_id = $1 and kind like 'DRAW%' and state = 'SENT' order by id",
      [id],
    );
    return rows.map(({ kind }) => kind);
  };
  expect(await kindsOf(ana)).toEqual(['DRAW_WON', 'DRAW_WON']);
  await correct(right);
  expect((await kindsOf(bia)).at(-1)).toBe('DRAW_WON');
  expect((await kindsOf(ana)).slice(2)).toEqual(['DRAW_PRIZE_LOST']);
  const { subject, text } = (await emailsTo(site, ana)).at(-1) ?? expect.fail();
  expect(subject).toBe('O resultado do sorteio foi corrigido');
  expect(text).toContain('Número que não foi escolhido: 4.50157');
  await correct(slip);
  expect((await kindsOf(ana)).slice(3), 'wins it again').toEqual(['DRAW_WON']);
  await correct(right);
  expect((await kindsOf(ana)).slice(4)).toEqual(['DRAW_PRIZE_LOST']);
  await site.operate('winners', 'disqualify', '4.50150', '--reason', 'Sem documentos');
  expect((await kindsOf(ana)).slice(5), 'the next in order').toEqual(['DRAW_WON']);
  await site.close();
});

test('a winner who loses two numbers’ prizes and wins by a third reads of each, and nothing more at the next correction', async () => {
  const site = await openGateway({ variant: 'all' });
  const [ana, bia] = [await site.signUp(), await site.signUp()];
  await giveTwoPrizes(site);
  for (const number of [50_150, 50_157, 50_181]) await giveNumber(site, ana, [4, number]);
  await giveNumber(site, bia, [4, 50_178]);
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site);
  await site.operate('winners');
  await site.settle();
  const correct = async () => {
    site.passTime(60_000);
    const right = '12345,67890,11121,31418,92650';
    await drawToday(site, '--federal', right, '--correct', 'Digitei errado');
    await site.operate('winners');
    const texts = (await emailsTo(site, ana)).map(({ text }) => text);
    return texts.flatMap((text) => /(?:sorteado|escolhido): (4\.\d+)/.exec(text)?.[0] ?? []);
  };
  const won = ['sorteado: 4.50150', 'sorteado: 4.50157', 'sorteado: 4.50181'];
  const all = ['escolhido: 4.50150', 'escolhido: 4.50157', ...won];
  expect((await correct()).toSorted()).toEqual(all);
  expect((await correct()).toSorted(), 'nothing has changed').toEqual(all);
  await site.close();
});

describe('the result of a draw whose winners were withdrawn', () => {
  let site: TestGateway;
  let ana: TestConsumer;
  let bia: TestConsumer;

  beforeEach(async () => {
    site = await openGateway({ variant: 'all' });
    [ana, bia] = [await site.signUp(), await site.signUp()];
    await drawMistyped(site, { ana, bia });
    await site.settle();
    await site.operate('winners');
  });
  afterEach(() => site.close());

  const results = (who: TestConsumer) => resultsTo(site, who);

  test.each(['is queued', 'is still to be queued'])('that %s is sent to no one', async (how) => {
    if (how === 'is queued') await continueMailings(site.gateway, steps);
    await site.operate('winners', 'withdraw');
    expect([await results(ana), await results(bia)]).toEqual([[], []]);
    await site.operate('winners');
    expect([await results(ana), await results(bia)]).toEqual([
      ['O sorteio aconteceu: veja o resultado'],
      [expect.stringMatching(/^Seu número foi sorteado: /)],
    ]);
  });

  const failEmails = async () => {
    const sendOnce = () => Promise.reject(new Error('Mail server away'));
    const mail = { ...site.gateway.mail, sendOnce };
    await continueMailings(site.gateway, steps);
    await sendDueEmails({ ...site.gateway, mail });
  };

  test('that could not be sent yet is sent to no one', async () => {
    await failEmails();
    await site.operate('winners', 'withdraw');
    site.passTime(dayMs);
    expect([await results(ana), await results(bia)]).toEqual([[], []]);
  });

  test('leaves no correction behind that is still to be sent, and is corrected once published again', async () => {
    const won = expect.stringMatching(/^Seu número foi sorteado: /);
    expect(await results(bia)).toEqual([won]);
    site.passTime(60_000);
    await drawToday(site, '--correct', 'Digitei errado');
    await failEmails();
    await site.operate('winners', 'withdraw');
    site.passTime(dayMs);
    expect(await results(bia)).toEqual([won]);
    await site.operate('winners');
    expect(await results(bia)).toEqual([won, 'O resultado do sorteio foi corrigido']);
    expect((await results(ana)).at(-1)).toEqual(won);
  });

  test('is sent by no correction before it is published again', async () => {
    const won = expect.stringMatching(/^Seu número foi sorteado: /);
    expect(await results(bia)).toEqual([won]);
    await site.operate('winners', 'withdraw');
    site.passTime(60_000);
    await drawToday(site, '--correct', 'Digitei errado');
    expect(await results(ana)).toEqual(['O sorteio aconteceu: veja o resultado']);
    expect(await results(bia)).toEqual([won]);
    await site.operate('winners');
    expect((await results(ana)).at(-1)).toEqual(won);
    expect((await results(bia)).at(-1)).toBe('O resultado do sorteio foi corrigido');
  });
});

test('a correction does not overtake the congratulation that another gateway is sending', async () => {
  const site = await openGateway({ variant: 'all' });
  const bia = await site.signUp();
  await giveNumber(site, bia, [5, 50_153]);
  await giveNumber(site, await site.signUp(), [4, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site, '--federal', '12355,67890,11121,31415,92653');
  await site.settle();
  await site.operate('winners');
  await continueMailings(site.gateway, steps);
  const { mail } = site.gateway;
  const [isSending, mayArrive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sending = sendDueEmails({
    ...site.gateway,
    mail: {
      ...mail,
      async sendOnce(email) {
        isSending.resolve();
        await mayArrive.promise;
        await mail.sendOnce(email);
      },
    },
  });
  await isSending.promise;
  site.passTime(60_000);
  await drawToday(site, '--correct', 'Digitei errado');
  await site.operate('winners');
  const results = () => resultsTo(site, bia);
  expect(await results()).toEqual([]);
  mayArrive.resolve();
  await sending;
  expect(await results()).toEqual([
    expect.stringMatching(/^Seu número foi sorteado: /),
    'O resultado do sorteio foi corrigido',
  ]);
  await site.close();
});

test('a former winner who was not congratulated yet is sent thanks, and no correction', async () => {
  const site = await openGateway({ variant: 'all' });
  const [ana, bia] = [await site.signUp(), await site.signUp()];
  await drawMistyped(site, { ana, bia });
  await site.operate('winners');
  await continueMailings(site.gateway, steps);
  site.passTime(60_000);
  await drawToday(site, '--correct', 'Digitei errado');
  await site.operate('winners');
  expect(await resultsTo(site, bia)).toEqual(['O sorteio aconteceu: veja o resultado']);
  await site.close();
});

test('a winner who was disqualified before the result went out is sent the reason, and no thanks', async () => {
  const site = await openGateway({ variant: 'all' });
  const ana = await site.signUp();
  await giveNumber(site, ana, [4, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site);
  const earlier = await emailsTo(site, ana);
  await site.operate('winners', 'disqualify', '4.50153', '--reason', 'Sem documentos');
  await site.operate('winners');
  const subjects = (await emailsTo(site, ana)).map(({ subject }) => subject);
  expect(subjects.slice(earlier.length)).toEqual(['Seu número da sorte foi desclassificado']);
  await site.close();
});

test('a newsletter that two operators send at once goes out once', async () => {
  const site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  const { gateway } = site;
  const { database } = gateway;
  await writeFile(join(gateway.settings.dataDirectory, 'novidades.txt'), 'Chegou!\n\nUm prêmio.');
  const sendOver = (through: Database) =>
    operateOn(
      { ...site, gateway: { ...gateway, database: through } },
      'newsletter',
      'send',
      'brand',
      'novidades.txt',
    );
  let second: ReturnType<typeof sendOver> | undefined;
  const first = await sendOver({
    ...database,
    transaction: (work) =>
      database.transaction((queries) => {
        const before = async (text: string) => {
          if (!text.includes('insert into mailings')) return;
          second = sendOver(database);
          await Promise.race([second, untilOneWaitsForLock(database)]);
        };
        return work(watchQueries(queries, { before }));
      }),
  });
  expect(first.exitCode).toBe(0);
  expect((await second)?.text).toContain('já foi enviado há menos de um dia');
  expect(await site.operateRows('newsletter', 'list')).toHaveLength(1);
  await site.close();
});

describe('a newsletter', () => {
  let site: TestGateway;
  let reader: TestConsumer;
  let other: TestConsumer;

  const send = async (...words: string[]) => {
    const { dataDirectory } = site.gateway.settings;
    await writeFile(join(dataDirectory, 'novidades.txt'), 'Chegou!\n\nUm prêmio\nnovo.\n\nAté já.');
    return site.operate('newsletter', 'send', ...words, '--force');
  };
  const newsTo = async (who: TestConsumer) =>
    (await emailsTo(site, who)).filter(({ subject }) => subject === 'Chegou!');
  const gives = async (who: TestConsumer) =>
    (await site.call(listConsentsEndpoint, { token: who.token })).body.some(
      ({ code, given }) => code === 'BRAND' && given,
    );

  beforeAll(async () => {
    const settings = { apiUrl: 'https://api.example' };
    site = await openGateway({ settings });
    reader = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
    other = await site.signUp({ optIns: ['PRIVACY'] });
  });
  afterAll(() => site.close());

  test('is refused if its text is not UTF-8', async () => {
    const file = join(site.gateway.settings.dataDirectory, 'ansi.txt');
    await writeFile(file, 'Promoção!\n\nNão perca.', 'latin1');
    expect(await site.operate('newsletter', 'send', 'brand', 'ansi.txt')).toMatchObject({
      text: expect.stringContaining('The letters of ansi.txt are not UTF-8: save it so.'),
      exitCode: 2,
    });
    expect(await newsTo(reader)).toEqual([]);
  });

  test('waits while so many emails are due that people would wait for their own', async () => {
    const { database } = site.gateway;
    await database.query(
      `insert into emails (campaign_id, kind, dedupe_key, to_address, created_at, next_at)
       select 19, 'WELCOME', 'due-' || n, 'ana@exemplo.com.br', $1, $1 from generate_series(1, 500) as n`,
      [site.clock.now],
    );
    await send('brand', 'novidades.txt');
    const queued = () => database.query("select from emails where kind = 'NEWSLETTER'");
    await continueMailings(site.gateway, steps);
    expect(await queued()).toHaveLength(0);
    const { text } = await site.operate('newsletter', 'list', '--output', 'json');
    expect(JSON.parse(text)[0]).toMatchObject({ sent: 0, waiting: 1, endedAt: null });
    await database.query("delete from emails where dedupe_key = 'due-1'");
    await continueMailings(site.gateway, steps);
    expect(await queued()).toHaveLength(1);
    await database.query('delete from emails');
  });

  test('goes only to those who asked for it, with a one-click unsubscribe', async () => {
    expect((await send('privacy', 'novidades.txt')).exitCode).toBe(2);
    const tried = await send('brand', 'novidades.txt', '--dry-run', '--output', 'json');
    expect(JSON.parse(tried.text)).toEqual([{ subject: 'Chegou!', optIn: 'BRAND', people: 1 }]);
    expect(await newsTo(reader)).toEqual([]);
    await send('brand', 'novidades.txt');
    const [email, ...others] = await newsTo(reader);
    expect(others).toEqual([]);
    expect(email?.text).toContain('Um prêmio novo.\n\nAté já.');
    expect(email?.text).toMatch(/porque autorizou “[^”]+[^.]” na promoção Escovou, Brilhou!$/m);
    expect(email?.headers).toMatch(
      /^List-Unsubscribe: <https:\/\/api\.example\/api\/emails\/unsubscribe\/\d+\/BRAND\/[\w-]{43}>$/m,
    );
    expect(email?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(await newsTo(other)).toEqual([]);
  });

  test('goes to a consent whose code has small letters and a hyphen', async () => {
    await changeCampaign(site, (campaign) => ({
      ...campaign,
      registerOptins: campaign.registerOptins.map((optIn) =>
        optIn.code === 'BRAND' ? { ...optIn, code: 'news-letter' } : optIn,
      ),
    }));
    const tried = await send('news-letter', 'novidades.txt', '--dry-run', '--output', 'json');
    expect(tried).toMatchObject({ text: expect.stringContaining('"news-letter"'), exitCode: 0 });
    await changeCampaign(site, (campaign) => campaign);
  });

  test('is stopped by the mailbox’s POST, but not by opening the link or by other people’s links', async () => {
    const [email] = await newsTo(reader);
    const path = /api\.example(\/\S+)>/.exec(email?.headers ?? '')?.[1] ?? '';
    const opened = await site.send(path);
    expect([opened.status, await opened.text()]).toEqual([
      200,
      expect.stringContaining('<form method="post">'),
    ]);
    const post = (to: string, headers = {}) =>
      site.send(to, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: 'List-Unsubscribe=One-Click',
      });
    const broken = await post(path.slice(0, -1));
    expect([broken.status, await broken.text()]).toEqual([
      404,
      expect.stringContaining('Este link está incompleto'),
    ]);
    expect((await post(path.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')))).status).toBe(404);
    expect((await post(path.replace('/BRAND/', '/PRIVACY/'))).status).toBe(404);
    expect(await gives(reader)).toBe(true);
    expect((await post(path)).status).toBe(200);
    expect(await gives(reader)).toBe(false);
    expect((await post(path)).status).toBe(200);
    // The button: behind a proxy that ends TLS the page's origin is not the one of the call.
    expect((await post(path, { origin: 'https://api.example' })).status).toBe(200);
    expect((await post(path, { origin: 'https://evil.example' })).status).toBe(403);
    await send('brand', 'novidades.txt');
    expect(await newsTo(reader)).toHaveLength(1);
  });

  test('of the same text is refused within a day, and one that is being sent can be stopped', async () => {
    const late = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
    await site.settle();
    const words = ['send', 'brand', 'novidades.txt'];
    const newsletter = (...all: (string | number)[]) => site.operateRows('newsletter', ...all);
    await expect(newsletter(...words)).rejects.toThrow('repita com --force');
    await newsletter(...words, '--force');
    const [started] = await newsletter('list');
    expect(await newsletter('stop', Number(started?.['id']))).toMatchObject([{ dropped: 1 }]);
    await newsletter(...words, '--force');
    await continueMailings(site.gateway, steps);
    const [sending] = await newsletter('list');
    expect(sending).toMatchObject({ subject: 'Chegou!', optIn: 'BRAND', sent: 0, waiting: 1 });
    const id = Number(sending?.['id']);
    expect(await newsletter('stop', id)).toEqual([{ id, dropped: 1 }]);
    expect(await newsTo(late)).toEqual([]);
    const [stopped] = await newsletter('list');
    expect(stopped).toMatchObject({ id, sent: 0, waiting: 0 });
    expect(stopped?.['endedAt']).not.toBeNull();
    await site.query(
      `update emails set state = 'FAILED', to_address = 'late@exemplo.com.br', data = jsonb_build_object('mailingId', $1::bigint)
       where kind = 'NEWSLETTER' and consumer_id = $2 and state = 'DROPPED'
         and id = (select max(id) from emails where kind = 'NEWSLETTER')`,
      [id, late.id],
    );
    expect(await newsletter('stop', id)).toEqual([{ id, dropped: 1 }]);
    expect((await site.operate('newsletter', 'stop', 99_999)).exitCode).toBe(1);
  });

  test('is not sent again by a backup of when it was under way', async () => {
    const late = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
    await site.settle();
    await site.query(
      `update emails set state = 'FAILED', to_address = 'late@exemplo.com.br',
         data = jsonb_build_object('mailingId', split_part(dedupe_key, '/', 2)::bigint)
       where id = (select max(id) from emails where kind = 'NEWSLETTER')`,
    );
    await send('brand', 'novidades.txt');
    await site.operate('backup', 'copia');
    expect(await newsTo(late)).toHaveLength(1);
    const restored = await site.operate('restore', 'copia', '--force');
    expect(restored, restored.text).toMatchObject({ exitCode: 0 });
    expect(await newsTo(late)).toHaveLength(1);
    expect(restored.progress.join()).toContain(
      'Newsletters under way in the backup, and stopped: 1.',
    );
  });

  test('is dropped from the queue once the consent is withdrawn', async () => {
    const late = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
    await site.settle();
    await send('brand', 'novidades.txt');
    await continueMailings(site.gateway, steps);
    await site.query('update consents set withdrawn_at = $2 where consumer_id = $1', [
      late.id,
      site.clock.now,
    ]);
    expect(await newsTo(late)).toEqual([]);
    const { text } = await site.operate('emails', 'list', '--status', 'dropped');
    expect(text).toContain('NEWSLETTER');
  });

  test('is sent although another mailing fails', async () => {
    const again = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
    const { database } = site.gateway;
    const now = site.clock.now;
    const content = { kind: 'DRAW_RESULT', engineId: 1 } as const;
    await database.transaction((queries) =>
      startMailing(queries, { campaignId: 19, content, now }),
    );
    await send('brand', 'novidades.txt');
    const fails = () => Promise.reject(new Error('No draw'));
    await continueMailings(site.gateway, { ...steps, DRAW_RESULT: fails });
    expect(await database.query('select kind from mailings where ended_at is null')).toEqual([
      { kind: 'DRAW_RESULT' },
    ]);
    expect(await newsTo(again)).toHaveLength(1);
  });
});

test('people who are being erased get no email', async () => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ variant: 'all', databaseUrl });
  const { database } = site.gateway;
  const leaver = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
  await giveNumber(site, leaver, [4, 50_153]);
  await site.settle();
  const [engine] = await database.query<{ id: number }>(
    'select engine_id as id from lucky_numbers',
  );
  const contents = [
    { kind: 'DRAW_RESULT', engineId: Number(engine?.id) },
    { kind: 'NEWSLETTER', optIn: 'BRAND', subject: 'Chegou!', paragraphs: ['Um prêmio novo.'] },
  ] as const;
  for (const content of contents) {
    const now = site.clock.now;
    const queuing = await database.transaction(async (queries) => {
      await database.transaction((other) => startMailing(other, { campaignId: 19, content, now }));
      await queries.query('update consumers set erased_at = $2 where id = $1', [leaver.id, now]);
      const outcome = continueMailings(site.gateway, steps);
      await untilOneWaitsForLock(database);
      return { outcome };
    });
    await queuing.outcome;
    await database.query('update consumers set erased_at = null');
  }
  const kinds = await database.query<{ kind: string }>('select kind from emails');
  expect(kinds.map(({ kind }) => kind)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/DRAW_THANKS|NEWSLETTER/)]),
  );
  await site.close();
}, 60_000);
