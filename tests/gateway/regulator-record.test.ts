import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseMeEndpoint } from '../../src/contract/personal-data.ts';
import { minutesDocument, readMinutes } from '../../src/gateway/regulator/draw-minutes.ts';
import { formatDateTime } from '../../src/rules/dates.ts';
import { readProof } from '../../src/rules/log/evidence.ts';
import { drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { enteredTexts, signUpWithAllFields } from '../support/gateway-actions.ts';

let site: TestGateway;
let winner: TestConsumer;

beforeAll(async () => {
  site = await openGateway({ variant: 'all' });
  const address = { postcode: '80010000', street: enteredTexts.street, number: '77', state: 'PR' };
  winner = await signUpWithAllFields(site, {
    document: '52998224725',
    address: { ...address, district: enteredTexts.district, city: 'Curitiba<script>' },
  });
  await giveNumber(site, winner, [4, 50_155]);
  await giveNumber(site, await site.signUp(), [4, 50_154]);
});
afterAll(() => site.close());

const writtenFile = (name: string) =>
  readFile(join(site.gateway.settings.dataDirectory, name), 'utf8');

test('the commitments are shown, and handed out with their proof', async () => {
  const shown = await site.operateRows('commitments', 'show');
  expect(shown).toMatchObject([
    { engine: 101, of: 'key', sha256: expect.stringMatching(/^[\da-f]{64}$/) },
    { engine: 102, of: 'seed' },
    { engine: 102, of: 'schedule' },
  ]);
  const { text } = await site.operate('commitments', 'show');
  expect(text, 'in São Paulo').not.toMatch(/\d\dT\d\d/);
  await site.operate('commitments', 'publish', 'compromissos.txt');
  const proof = readProof(await writtenFile('compromissos.txt'));
  expect(Buffer.from(proof?.entry ?? []).toString()).toContain(shown[0]?.['sha256']);
});

test('the minutes have the draw with all that was decided about it, its winner, and blanks for the rest', async () => {
  expect(await site.operate('minutes', 'ata.html')).toMatchObject({
    exitCode: 1,
    text: 'NOT_ALLOWED_NOW: Nenhum sorteio foi realizado.',
  });
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site, '--federal', '12355,67890,11121,31415,92653');
  await site.operate('winners', 'disqualify', '4.50154', '--reason', 'Sorteio errado');
  await drawToday(site, '--correct', 'Digitei errado');
  await site.operate('winners', 'disqualify', '4.50154', '--reason', 'Sem documentos.');
  // An earlier draft that all could read.
  const path = join(site.gateway.settings.dataDirectory, 'ata.html');
  await writeFile(path, 'draft');
  await chmod(path, 0o644);
  expect((await site.operate('minutes', 'ata.html')).text).toMatch(/ata\.html +1 +1$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await site.operate('acts', 'list', '--limit', '1')).text).toMatch(/tester +minutes/);
  const html = await writtenFile('ata.html');
  const address = `${enteredTexts.street}, 77, ${enteredTexts.district}, Curitiba&lt;script&gt;, PR, 80010000`;
  const facts = [
    '<dt>5º prêmio</dt><dd>92653</dd>',
    '<dt>Número apurado</dt><dd>4.50153</dd>',
    '<dd>4.50155</dd>',
    '1 ano de mercado grátis, no valor de R$\u00a012.000,00',
    'SPA/MF nº 04.',
    '2, dos quais 0 anulados até hoje',
    /Lista dos números participantes<\/dt><dd>2 números, SHA-256 [\da-f]{64}</,
    '<dt>Notas ainda não conferidas</dt><dd>2. Motivo: ',
    /Apuração corrigida<\/dt><dd>.+ Motivo: Digitei errado</,
    '>4.50154. Motivo: Sem documentos. O prêmio passou ao número 4.50155.',
    enteredTexts.name,
    '529.982.247-25',
    'R$\u00a025,90',
    address,
    'Testemunha: ____',
  ];
  for (const fact of facts) expect(html).toMatch(fact);
  expect(html, 'of the draw that was corrected').not.toContain('Sorteio errado');

  const token = await site.signIn(winner);
  await site.call(eraseMeEndpoint, { token });
  await site.operate('minutes', 'ata.html');
  const later = await writtenFile('ata.html');
  expect(later).toContain('529.982.247-25');
  expect(later).not.toContain(address);

  await site.operate('winners', 'disqualify', '4.50155', '--reason', 'Desistiu');
  await site.operate('minutes', 'ata.html');
  const unwon = '<dt>Prêmio sem número contemplado</dt><dd>1 ano de mercado grátis</dd>';
  expect(await writtenFile('ata.html')).toContain(unwon);
});

test('the minutes name the kind of the certificate, and when the commitment was published', async () => {
  const { database, snapshot } = site.gateway;
  const { campaign } = snapshot;
  const written = async (...numbers: string[]) => {
    const footer = { ...snapshot.hotsite.footer };
    const ofDraw = { engineType: 'DRAW', label: 'Sorteio' };
    footer.certificates = numbers.map((number) => ({ ...ofDraw, number }));
    const certified = { ...snapshot, hotsite: { ...snapshot.hotsite, footer } };
    return minutesDocument(await readMinutes(database, certified));
  };
  expect(await written('SPA/MF nº 04.000001/2026')).toContain('<dd>Assemelhada a sorteio</dd>');
  const html = await written('SPA/MF nº 01.000001/2026');
  expect(html).toContain('<dt>Modalidade</dt><dd>Sorteio</dd>');
  const both = await written('SPA/MF nº 01.000001/2026', 'SPA/MF nº 04.000002/2026');
  expect(both).toContain('<dd>SPA/MF nº 01.000001/2026, SPA/MF nº 04.000002/2026</dd>');
  expect(both).toContain('<dd>Sorteio, Assemelhada a sorteio</dd>');
  const [draw] = (await readMinutes(database, snapshot)).draws;
  const publishedAt = draw?.commitment?.publishedAt ?? '';
  // These gateways are opened within the period.
  expect(new Date(campaign.startsAt) < new Date(publishedAt)).toBe(true);
  expect(html).toContain(`, em ${formatDateTime(publishedAt)}, depois do início da promoção`);
});
