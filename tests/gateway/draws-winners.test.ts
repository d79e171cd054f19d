import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfPages } from '../../src/campaign/pdf.ts';
import { getCampaignEndpoint } from '../../src/contract/campaign.ts';
import { updateConsumerEndpoint } from '../../src/contract/consumer.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { eraseMeEndpoint } from '../../src/contract/personal-data.ts';
import { getWinnersEndpoint, winnerFiles } from '../../src/contract/winners.ts';
import {
  claimRebuild,
  postponeRebuild,
  recordRebuild,
} from '../../src/gateway/campaign-versions/version-queries.ts';
import { parameter } from '../../src/rules/campaign/parameters.ts';
import { firstInstantAfter } from '../../src/rules/dates.ts';
import { drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { signUpWithAllFields } from '../support/gateway-actions.ts';
import { untilOneWaitsForLock } from '../support/lock-wait.ts';
import { createPostgresDatabase } from '../support/postgres.ts';

let site: TestGateway;
let winner: TestConsumer;

/** Zuleica has won the draw of a campaign that is over. */
beforeAll(async () => {
  site = await openGateway({ variant: 'all' });
  winner = await signUpWithAllFields(site, {
    name: 'Zuleica de Quintanilha Łopez',
    document: '52998224725',
  });
  await giveNumber(site, winner, [4, 50_155]);
  passTheEnd(site);
  await site.operate('close');
});
afterAll(() => site.close());

const publish = (...words: string[]) => site.operate('winners', ...words);
const file = (type: keyof typeof winnerFiles) =>
  site.send(pathOf(winnerFiles[type], { campaignId: 19 }));

/** Whether a build is due, which this takes up as a build service does. */
async function takeRebuild(): Promise<boolean> {
  const { database } = site.gateway;
  const rebuild = await claimRebuild(database, 19, site.clock.now);
  if (rebuild) await recordRebuild(database, rebuild, site.clock.now);
  return rebuild !== null;
}

/** The service refuses the build that is due, and may be asked again after a wait. */
async function refuseRebuild(): Promise<void> {
  const { database } = site.gateway;
  const rebuild = await claimRebuild(database, 19, site.clock.now);
  if (!rebuild) throw new Error('No build is due');
  const { now } = site.clock;
  await postponeRebuild(database, rebuild, { now, firstSeconds: 5, longestSeconds: 300 });
}

async function pdfText(bytes: Uint8Array): Promise<string> {
  const pages = await pdfPages(bytes, 100);
  return pages.flatMap(({ text }) => text.map((part) => part.text)).join('\n');
}

test('winners cannot be published before a draw, nor shown before publication', async () => {
  expect(await publish()).toMatchObject({
    exitCode: 1,
    text: 'NOT_ALLOWED_NOW: Nenhum sorteio foi realizado.',
  });
  await drawToday(site);
  expect((await site.call(getWinnersEndpoint)).status).toBe(404);
  expect((await file('PDF')).status).toBe(404);
  expect((await publish('--type', 'film')).exitCode).toBe(2);
});

test('the page that shows winners is built anew once they are published, and when a draw or a winner’s name is corrected', async () => {
  expect(await takeRebuild()).toBe(false);
  await publish();
  expect(await takeRebuild()).toBe(true);
  expect((await drawToday(site, '--correct', 'Digitei errado')).exitCode).toBe(0);
  expect(await takeRebuild(), 'after a correction').toBe(true);
  await site.operate('consumers', 'rename', winner.id, winner.consumer.name);
  expect(await takeRebuild()).toBe(true);
});

test('the published list names winner, masked document and the five whole prizes', async () => {
  const { text } = await publish('--output', 'json');
  expect(JSON.parse(text)).toMatchObject([
    { draw: 'Sorteio', number: '4.50155', document: '***.982.247-**' },
  ]);
  expect((await site.call(getWinnersEndpoint)).body.draws).toEqual([
    {
      name: 'Sorteio',
      certificate: expect.stringMatching(/^SPA\/MF nº 04\./),
      extraction: expect.any(String),
      federalPrizes: ['12345', '67890', '11121', '31415', '92653'],
      drawn: '4.50153',
      winners: [
        {
          prize: '1 ano de mercado grátis',
          number: '4.50155',
          name: 'Zuleica de Quintanilha Łopez',
          document: '***.982.247-**',
          city: 'Curitiba',
        },
      ],
      disqualified: [],
    },
  ]);
  const { body } = await site.call(getCampaignEndpoint);
  const values = ['WINNER_PAGE_ENABLED', 'WINNER_PAGE_TYPE', 'WINNER_PDF_URL'] as const;
  expect(values.map((code) => parameter(body, code))).toEqual([
    'true',
    'PDF',
    '/api/campaign/19/winner/ganhadores.pdf',
  ]);
});

test('the city is that of the publication, whatever the winner writes into their address later', async () => {
  const address = winner.consumer.address ?? expect.fail();
  const token = await site.signIn(winner);
  const shownCity = async () =>
    (await site.call(getWinnersEndpoint)).body.draws[0]?.winners[0]?.city;
  const moveTo = async (city: string) => {
    const body = { address: { ...address, city } };
    expect((await site.call(updateConsumerEndpoint, { token, body })).status).toBe(200);
  };
  await publish();
  await moveTo('Santa Bárbara d’Oeste');
  expect(await shownCity()).toBe('Curitiba');
  await publish();
  expect(await shownCity()).toBe('Santa Bárbara d’Oeste');
  await moveTo('Ganhe também em http://golpe.example');
  await publish();
  expect(await shownCity()).toBeNull();
  await moveTo('Curitiba');
});

test('the PDF says the same, with letters that its font has', async () => {
  await publish();
  const response = await file('PDF');
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const text = await pdfText(new Uint8Array(await response.arrayBuffer()));
  expect(text).toContain('1º prêmio 12345, 2º prêmio 67890');
  expect(text).toContain('Zuleica de Quintanilha ?opez, ***.982.247-**, Curitiba');
  const known = { 'If-None-Match': response.headers.get('ETag') ?? '' };
  const path = pathOf(winnerFiles.PDF, { campaignId: 19 });
  expect((await site.send(path, { headers: known })).status).toBe(304);
});

test('the list of winners is published as a picture too, with initials where the rules allow no more', async () => {
  await publish('--type', 'image', '--names', 'initials');
  site.passTime(1000);
  const { body } = await site.call(getCampaignEndpoint);
  expect(parameter(body, 'WINNER_PDF_URL')).toBe('/api/campaign/19/winner/ganhadores.webp');
  const picture = await sharp(await (await file('IMAGE')).arrayBuffer()).metadata();
  expect([picture.format, picture.width]).toEqual(['webp', 1000]);
  // The picture ends where its text ends: the whole sheet would be 1415 high.
  expect(picture.height).toBeLessThan(1000);
  const { body: list } = await site.call(getWinnersEndpoint);
  expect(list.draws[0]?.winners[0]?.name).toBe('Zuleica Q. Ł.');
});

test('a repeated publication keeps the picture and the initials, unless the command names another form', async () => {
  await publish('--type', 'image', '--names', 'initials');
  await publish();
  site.passTime(1000);
  const winnerUrl = async () =>
    parameter((await site.call(getCampaignEndpoint)).body, 'WINNER_PDF_URL');
  const winnerName = async () =>
    (await site.call(getWinnersEndpoint)).body.draws[0]?.winners[0]?.name;
  expect(await winnerUrl()).toBe('/api/campaign/19/winner/ganhadores.webp');
  expect(await winnerName()).toBe('Zuleica Q. Ł.');
  await publish('--names', 'full');
  site.passTime(1000);
  expect(await winnerUrl()).toBe('/api/campaign/19/winner/ganhadores.webp');
  expect(await winnerName()).toBe('Zuleica de Quintanilha Łopez');
  await publish('--type', 'pdf');
});

test('a folder gets both files, except in a dry run', async () => {
  const folder = join(site.gateway.settings.dataDirectory, 'publicar');
  await publish('./publicar', '--dry-run');
  await expect(readFile(join(folder, 'ganhadores.pdf'))).rejects.toThrow('ENOENT');
  await publish('./publicar');
  expect(await pdfText(new Uint8Array(await readFile(join(folder, 'ganhadores.pdf'))))).toContain(
    '4.50155',
  );
  expect((await sharp(join(folder, 'ganhadores.webp')).metadata()).width).toBe(1000);
});

test('a second draw is not shown before it is published', async () => {
  await publish();
  await site.query(`
    insert into draws overriding system value
    select (jsonb_populate_record(original, '{"engine_id": 1902}')).* from draws as original`);
  const shownDraws = async () => (await site.call(getWinnersEndpoint)).body.draws.length;
  expect(await shownDraws()).toBe(1);
  expect(await publish()).toMatchObject({ exitCode: 0 });
  expect(await shownDraws()).toBe(2);
  await site.query('delete from draws where engine_id = 1902');
});

test('a winner whose data is erased is no longer named', async () => {
  await publish();
  const token = await site.signIn(winner);
  await takeRebuild();
  await site.call(eraseMeEndpoint, { token });
  expect(await takeRebuild()).toBe(true);
  const { body } = await site.call(getWinnersEndpoint);
  expect(body.draws[0]?.winners[0]).toEqual({
    prize: '1 ano de mercado grátis',
    number: '4.50155',
    name: 'Dados excluídos a pedido do titular',
    document: null,
    city: null,
  });
  expect(await pdfText(new Uint8Array(await (await file('PDF')).arrayBuffer()))).not.toContain(
    'Zuleica',
  );
  await site.query("update winners set city = 'Curitiba'");
  expect((await site.call(getWinnersEndpoint)).body.draws[0]?.winners[0]?.city).toBeNull();
});

test('publishing stores no city of a winner who is being erased', async () => {
  const databaseUrl = await createPostgresDatabase();
  const shared = await openGateway({ variant: 'all', databaseUrl });
  await giveNumber(shared, await signUpWithAllFields(shared), [4, 50_153]);
  passTheEnd(shared);
  await shared.operate('close');
  await drawToday(shared);
  const { database } = shared.gateway;
  const publishing = await database.transaction(async (queries) => {
    await queries.query('update consumers set erased_at = $1', [shared.clock.now]);
    const outcome = shared.operate('winners');
    await untilOneWaitsForLock(database);
    return { outcome };
  });
  expect((await publishing.outcome).exitCode).toBe(0);
  expect(await shared.query('select city from winners')).toEqual([{ city: null }]);
  await shared.close();
});

test('a disqualified winner and the number that follows are both published', async () => {
  const [won] = await site.query<{ entry: string }>(
    "select entry from ledger_entries where type = 'DRAW_MADE'",
  );
  expect(JSON.parse(won?.entry ?? '')).toMatchObject({ winners: ['4.50155'], alternates: [] });
  await site.operate('winners', 'disqualify', '4.50155', '--reason', 'Sem documentos');
  expect(await takeRebuild()).toBe(true);
  const { draws } = (await site.call(getWinnersEndpoint)).body;
  expect(draws[0]).toMatchObject({
    winners: [],
    disqualified: [{ number: '4.50155', reason: 'Sem documentos', successor: null }],
  });
  await publish();
  const text = await pdfText(new Uint8Array(await (await file('PDF')).arrayBuffer()));
  expect(text).toContain('foi desclassificado (Sem documentos); o prêmio ficou sem ganhador');
});

test('the publication ends at the operator’s word, and may be taken up again', async () => {
  await publish();
  await takeRebuild();
  expect((await site.operate('winners', 'withdraw')).exitCode).toBe(0);
  expect(await takeRebuild()).toBe(true);
  expect((await site.call(getWinnersEndpoint)).status).toBe(404);
  expect((await file('PDF')).status).toBe(404);
  expect((await site.operate('winners', 'withdraw')).text).toBe(
    'NOT_ALLOWED_NOW: Nenhum ganhador está publicado.',
  );
  await publish();
  expect((await site.call(getWinnersEndpoint)).status).toBe(200);
});

test('winners are named for one year after the draw, and then the site is built again without them', async () => {
  await publish();
  for (const _ of Array(5)) {
    await refuseRebuild();
    site.passTime(5 * 60_000);
  }
  await takeRebuild();
  const [draw] = await site.query<{ extraction: string }>('select extraction from draws');
  const [year = '', ...rest] = draw?.extraction.split('-') ?? [];
  const lastDay = `${[Number(year) + 1, ...rest].join('-')}T23:59:59`;
  site.clock.now = new Date(firstInstantAfter(lastDay).getTime() - 1000);
  await site.tidy();
  expect(await takeRebuild()).toBe(false);
  expect((await site.call(getWinnersEndpoint)).status).toBe(200);
  site.passTime(2000);
  await site.tidy();
  await refuseRebuild();
  site.passTime(5000);
  expect(await takeRebuild(), 'after the first wait, not that of last year').toBe(true);
  await site.tidy();
  expect(await takeRebuild()).toBe(false);
  expect((await site.call(getWinnersEndpoint)).status).toBe(404);
  expect(parameter((await site.call(getCampaignEndpoint)).body, 'WINNER_PAGE_ENABLED')).not.toBe(
    'true',
  );
  expect((await publish()).text).toContain('Passou um ano da apuração');
});
