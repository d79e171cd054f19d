import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secondInSaoPaulo } from '../../src/rules/dates.ts';
import { participantHeading } from '../../src/rules/draws/participants-export.ts';
import { giveNumber } from '../support/draws.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';

let site: TestGateway;
let ana: TestConsumer;

beforeAll(async () => {
  site = await openGateway({ variant: 'all' });
  ana = await site.signUp();
  await giveNumber(site, ana, [4, 153]);
  const refused = await giveNumber(site, ana, [4, 154]);
  await moderate(site, refused, { to: 'REJECTED', reason: 'Ilegível' });
});
afterAll(() => site.close());

const list = () => join(site.gateway.settings.dataDirectory, 'lista.csv');
const scpc = (...words: string[]) => site.operate('scpc', ...words);

test('the numbers that are not void are written, and pass the check', async () => {
  expect((await scpc('export', 'lista.csv')).text).toMatch(/lista\.csv +1$/);
  const [heading, line, ...rest] = (await readFile(list(), 'utf8')).split('\r\n');
  const { document, name, email, phone } = ana.consumer;
  expect(heading).toBe(participantHeading);
  expect(line).toMatch(
    new RegExp(`^${document},,${name},4,00153,\\d\\d/\\d\\d/\\d{4} [\\d:]{8},${email},${phone},$`),
  );
  expect(rest).toEqual(['']);
  expect(await scpc('check', 'lista.csv')).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(/lista\.csv +1 +0$/),
  });
});

test('the export of the participants’ list is recorded with its operator', async () => {
  await scpc('export', 'lista.csv');
  const acts = await site.operate('acts', 'list', '--limit', 1);
  expect(acts.text).toMatch(/tester +scpc export/);
});

test('a dry run counts the list without writing it', async () => {
  expect((await scpc('export', 'outra.csv', '--dry-run')).text).toMatch(/outra\.csv +1$/);
  expect(await scpc('check', 'outra.csv')).toMatchObject({
    exitCode: 1,
    text: `${join(list(), '..', 'outra.csv')} is not there, or its folder is not.`,
  });
});

test('a list cannot be written where there is no folder, and the sentence names the list', async () => {
  expect((await scpc('export', '/nada/lista.csv')).text).toBe(
    '/nada/lista.csv is not there, or its folder is not.',
  );
});

test('a wrong participant is reported with line and column', async () => {
  await scpc('export', 'lista.csv');
  const [heading, line] = (await readFile(list(), 'utf8')).split('\r\n');
  const wrong = line?.replace(ana.consumer.phone, '123').replace(',4,', ',x,');
  await writeFile(list(), Buffer.from(`${heading};\r\n${line}\r\n${wrong}\r\n${line}\r\n`));
  const { exitCode, text } = await scpc('check', 'lista.csv');
  expect(exitCode).toBe(1);
  expect(text.split('\n')).toEqual([
    'INVALID_REQUEST: A lista tem 4 problema(s).',
    '  linha 1: O cabeçalho não é o da lista de participantes',
    '  linha 3, numero_serie: A série deve ter de 1 a 8 algarismos',
    '  linha 3, telefone: O telefone deve ter de 10 a 20 algarismos',
    '  linha 4, elemento_sorteavel: O número da sorte já está em outra linha',
  ]);
});

test.each([
  ['nothing', Buffer.from(''), 'linha 1: O cabeçalho'],
  [
    'another encoding',
    Buffer.from(
      `${participantHeading}\n52998224725,,João da Silva,1,2,01/02/2026 10:00:00,,,\n`,
      'latin1',
    ),
    'linha 2: O texto deve estar em UTF-8',
  ],
])('a file that holds %s is no list', async (_, bytes, sentence) => {
  await writeFile(list(), bytes);
  expect((await scpc('check', 'lista.csv')).text).toContain(sentence);
});

test('a participation is dated by the arrival of its receipt, not by an approval that gave the number later', async () => {
  const receipt = await giveNumber(site, await site.signUp(), [4, 156]);
  const approvedLater = 'update lucky_numbers set created_at = $2 where receipt_id = $1';
  await site.query(approvedLater, [receipt, new Date('2099-01-01T12:00:00Z')]);
  await scpc('export', 'lista.csv');
  const line = (await readFile(list(), 'utf8')).split('\r\n').find((text) => /,00156,/.test(text));
  expect(line?.split(',')[5]).toBe(secondInSaoPaulo(site.clock.now));
  await moderate(site, receipt, { to: 'REJECTED', reason: 'Ilegível' });
});

test('people whose name SCPC would refuse are named, and a name can be corrected', async () => {
  const bia = await site.signUp({ name: 'Bia' });
  await giveNumber(site, bia, [4, 155]);
  const exported = await scpc('export', 'lista.csv');
  expect(exported.progress).toEqual([
    `SCPC would refuse lines of people ${bia.id}: consumers rename gives a name its 6 letters; then write the list again.`,
  ]);
  expect((await scpc('check', 'lista.csv')).text).toContain('linha 3, nome');
  const rename = (...words: (string | number)[]) => site.operate('consumers', 'rename', ...words);
  expect((await rename(bia.id, 'B1A')).text).toContain('name: ');
  expect((await rename(99_999, 'Bia Souza')).text).toBe('NOT_FOUND: Não encontrado: 99999');
  expect((await rename(bia.id, 'Bia Souza')).exitCode).toBe(0);
  expect((await scpc('export', 'lista.csv')).progress).toEqual([]);
  expect((await scpc('check', 'lista.csv')).exitCode).toBe(0);
});

test('a list written after people of the fixed list have left says whom it cannot name', async () => {
  site.clock.now = new Date(Date.parse(site.gateway.snapshot.campaign.endsAt) + 601_000);
  await site.operate('close');
  const tried = await site.operate('freeze', 'fixa.csv', '--unjudged', 'Em análise', '--dry-run');
  expect(tried.progress).toEqual(['This was a dry run: nothing was changed.']);
  const frozen = await site.operate('freeze', '--unjudged', 'Em análise');
  expect(frozen.progress.join()).toContain('Write it now, by scpc export');
  await site.operate('consumers', 'erase', ana.id);
  expect((await scpc('export', 'lista.csv')).progress).toEqual([
    `Only a list from before they left names people ${ana.id}.`,
  ]);
});
