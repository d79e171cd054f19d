import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Transparency } from '../../src/contract/transparency.ts';
import { ListLineError, repeatDraw } from '../../src/features/transparency/repeat-draw.ts';
import { readBundle } from '../../src/rules/log/log-tiles.ts';
import { textLines } from '../../src/rules/text.ts';
import { verification } from '../../src/rules/verification/check-promotion.ts';
import type { Check } from '../../src/rules/verification/check-result.ts';
import { drawToday } from '../support/draws.ts';
import {
  finishPromotion,
  openFiles,
  type PublishedFiles,
  publishedFiles,
} from '../support/finished-promotion.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';

const federal = ['12345', '67890', '11121', '31415', '92653'] as const;

let site: TestGateway;
let files: PublishedFiles;

beforeAll(async () => {
  site = await openGateway({ variant: 'all' });
  await finishPromotion(site);
  files = await publishedFiles(site);
});
afterAll(() => site.close());

function linesOf(bytes: Buffer): AsyncIterable<string> {
  return textLines(new Blob([new Uint8Array(bytes)]).stream());
}

function summaryOf({ 'summary.json': text }: PublishedFiles): Transparency {
  return Transparency.create(JSON.parse(text.toString()));
}

async function checksOf(
  published: PublishedFiles,
  summary = summaryOf(published),
  number: string | null = null,
) {
  const checks: Check[] = [];
  for await (const step of verification(summary, openFiles(published), { number })) {
    if (step.step === 'checked') checks.push(step.check);
  }
  return checks;
}

async function faultsOf(...given: Parameters<typeof checksOf>): Promise<string[]> {
  const checks = await checksOf(...given);
  return checks
    .filter(({ verdict }) => verdict === 'wrong')
    .map(({ name, sentence }) => `${name}: ${sentence}`);
}

function drawOf(published: PublishedFiles): Transparency['draws'][number] {
  const [draw] = summaryOf(published).draws;
  if (!draw) throw new Error('The campaign has a draw');
  return draw;
}

async function repeatedDraw(published: PublishedFiles) {
  const drawnAt = summaryOf(published).results[0]?.at ?? null;
  const input = { federal, draw: drawOf(published), drawnAt };
  return repeatDraw(input, linesOf(published['numbers.csv']));
}

function passMinute(): void {
  site.passTime(60_000);
}

async function receiptOf(number: string): Promise<unknown> {
  const [series, value] = number.split('.').map(Number);
  const [row] = await site.query<{ id: unknown }>(
    'select receipt_id as id from lucky_numbers where series = $1 and number = $2',
    [series, value],
  );
  return row?.id;
}

test('a finished promotion’s publication is right, its draw too', async () => {
  const checks = await checksOf(files);
  const verdicts = checks.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'note');
  expect(verdicts).toEqual(new Array(6).fill('right'));
  const [winner] = summaryOf(files).results[0]?.winners ?? [];
  expect(checks[5]?.sentence).toBe(`Refeito, o sorteio dá o mesmo resultado: ${winner}.`);
});

test('a number of a finished promotion took part in its draw', async () => {
  const number = summaryOf(files).draws[0]?.winners?.[0]?.number ?? null;
  const checks = await checksOf(files, summaryOf(files), number);
  expect(checks.find(({ subject }) => subject === 'ownNumber')?.sentence).toMatch(
    /está no registro assinado \(linha \d+\) e concorreu no sorteio\.$/,
  );
});

test.each([
  ['numbers.csv', /^Lista de números: A linha (\d+) não confere|: Falta a linha (\d+)/],
  ['schedule.csv', /^Cronograma: A linha (\d+) não confere|: Falta a linha (\d+)/],
] as const)('any single changed byte of %s is found, in its line', async (name, located) => {
  const file = files[name];
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (index, change) => {
      const changed = Buffer.from(file);
      const at = index % file.length;
      changed[at] = (changed[at] ?? 0) ^ change;
      const [fault = ''] = await faultsOf({ ...files, [name]: changed }, summaryOf(files));
      const [, ...lines] = located.exec(fault) ?? [];
      const line = file.subarray(0, at).toString('latin1').split('\n').length;
      expect(Number(lines.find(Boolean))).toBe(line);
    }),
    { numRuns: 20 },
  );
});

test.each(['entries', 'hashes'] as const)(
  'a single changed byte of the log’s %s is found, in its entry',
  async (name) => {
    const file = files[name];
    const starts = readBundle(files.entries).map(({ byteOffset }) => byteOffset - 2);
    const first = starts[0] ?? 0;
    const entryAt = (index: number) =>
      name === 'hashes'
        ? Math.floor(index / 32)
        : starts.findLastIndex((start) => start - first <= index);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (index, change) => {
        const changed = Buffer.from(file);
        const at = index % file.length;
        changed[at] = (changed[at] ?? 0) ^ change;
        const [fault = ''] = await faultsOf({ ...files, [name]: changed }, summaryOf(files));
        const [, position] = /^Registro: O lançamento (\d+) /.exec(fault) ?? [];
        expect(Number(position)).toBe(entryAt(at));
      }),
      { numRuns: 25 },
    );
  },
);

test('the verification finds counts that contradict the ledger', async () => {
  const summary = summaryOf(files);
  const [draw] = summary.draws;
  const [schedule] = summary.schedules;
  if (!draw || !schedule) throw new Error('The campaign has both');
  const faults = async (change: Partial<Transparency>) =>
    (await faultsOf(files, { ...summary, ...change }))[0];
  expect(await faults({ draws: [{ ...draw, voided: 0 }] })).toBe(
    'Contagens: O resumo diz em draws.0.voided o que o registro não conta.',
  );
  expect(await faults({ schedules: [{ ...schedule, left: 500 }] })).toBe(
    'Contagens: O resumo diz em schedules.0.left o que o registro não conta.',
  );
  const forged = summary.checkpoint.replace(/\n[\w+/]{42}[\w+/]=/, `\n${'A'.repeat(43)}=`);
  expect(await faults({ checkpoint: forged })).toMatch(
    /^Registro: A árvore dos \d+ lançamentos não é a do resumo assinado\.$/,
  );
  const unsigned = summary.checkpoint.replace(/ [\w+/]{6}/, ' AAAAAA');
  expect(await faults({ checkpoint: unsigned })).toBe(
    'Registro: O resumo da árvore não foi assinado pela chave que o registro publica.',
  );
});

test('a winner on the page of winners who differs from the log’s is found', async () => {
  const [shown] = summaryOf(files).draws[0]?.winners ?? [];
  expect(shown?.person).toMatch(/^[0-9a-f]{32}$/);
  const { database } = site.gateway;
  const change = 'update winners set consumer_id = $1 returning consumer_id';
  const [before] = await database.query<{ id: number }>('select consumer_id as id from winners');
  const others = 'select id from consumers where id <> $1 limit 1';
  const [friend] = await database.query<{ id: number }>(others, [before?.id]);
  await database.query(change, [friend?.id]);
  expect(await faultsOf(await publishedFiles(site))).toEqual([
    'Contagens: O resumo diz em draws.0.winners.0.person o que o registro não conta.',
  ]);
  await database.query(change, [before?.id]);
  expect(await faultsOf(await publishedFiles(site))).toEqual([]);
});

test('a visitor’s draw favours the number that the draw favoured', async () => {
  const [result] = summaryOf(files).results;
  const repeated = await repeatedDraw(files);
  expect(repeated.target).toBe('4.50153');
  expect(repeated.nearest[0]).toBe(result?.winners[0]);
  expect(repeated.inDraw).toBe(5);
  const broken = Buffer.from('engine,counter,number,voided_at\n101,0,4.00153\n');
  const read = repeatedDraw({ ...files, 'numbers.csv': broken });
  await expect(read).rejects.toEqual(new ListLineError(2));
});

test('a visitor’s draw has the numbers that became void after the list was frozen', async () => {
  const numbers = Buffer.from('101,0,4.50153,2026-05-02T12:00:00.000Z\n101,1,4.50155,\n');
  const { rules, frozenAt: _, ...draw } = drawOf(files);
  if (!rules) throw new Error('The campaign commits itself to rules');
  const nearest = async (
    change: Partial<ReturnType<typeof drawOf>>,
    drawnAt: string | null = null,
  ) => {
    const input = { federal, draw: { ...draw, ...change }, drawnAt };
    return (await repeatDraw(input, linesOf(numbers))).nearest[0];
  };
  const [before, after] = ['2026-05-02T12:00:00.000Z', '2026-05-02T12:00:00.001Z'];
  expect(await nearest({ frozenAt: before }, after)).toBe('4.50153');
  expect(await nearest({ frozenAt: after }, after)).toBe('4.50155');
  const hour = { rules: { ...rules, extractionAt: '2026-05-02T09:00:00-03:00' } };
  expect(await nearest({ frozenAt: after, ...hour }, after)).toBe('4.50153');
  // The first ledgers froze no list before the draw, and no one may know the hour yet.
  expect(await nearest({}, before)).toBe('4.50153');
  expect(await nearest({})).toBe('4.50155');
});

test('a disqualified winner and a corrected draw are right, and mentioned', async () => {
  const [winner = ''] = summaryOf(files).results[0]?.winners ?? [];
  await site.operate('winners', 'disqualify', winner, '--reason', 'Sem documentos');
  passMinute();
  await moderate(site, await receiptOf(winner), { to: 'REJECTED', reason: 'Nota ilegível' });
  passMinute();
  await drawToday(site, '--correct', 'Prêmio digitado errado');
  const corrected = await publishedFiles(site);
  expect(await repeatedDraw(corrected)).toEqual(await repeatedDraw(files));
  const checks = await checksOf(corrected);
  expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  const notes = checks.filter(({ verdict }) => verdict === 'note').map(({ sentence }) => sentence);
  expect(notes).toContainEqual(expect.stringMatching(`^${winner} foi desclassificado`));
  expect(notes).toContainEqual(expect.stringMatching(/ corrige o sorteio do lançamento \d+: Prêm/));
});

test('a number that became void while the log was read is no fault, and is counted', async () => {
  const read = await publishedFiles(site);
  const [other] = await site.query<{ receipt: number }>(
    `select receipt_id as receipt from lucky_numbers
     where voided_at is null and id not in (select lucky_number_id from winners) limit 1`,
  );
  await moderate(site, other?.receipt, { to: 'REJECTED', reason: 'Nota ilegível' });
  const { 'numbers.csv': later } = await publishedFiles(site);
  const checks = await checksOf({ ...read, 'numbers.csv': later });
  expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  expect(checks.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringContaining('Anulados depois do último lançamento conferido: 1.'),
  );
  const [now, minuteBefore] = [0, 60_000].map((ago) =>
    new Date(site.clock.now.getTime() - ago).toISOString(),
  );
  const before = read['numbers.csv'].toString().split('\n');
  const lines = later.toString().split('\n');
  const changedLine = lines.findIndex((line, index) => line !== before[index]);
  const tooEarly = lines.with(changedLine, `${before[changedLine]}${minuteBefore}`).join('\n');
  expect(lines[changedLine]).toBe(`${before[changedLine]}${now}`);
  expect(await faultsOf({ ...read, 'numbers.csv': Buffer.from(tooEarly) })).toEqual([
    `Lista de números: A linha ${changedLine + 1} não confere.`,
  ]);
});
