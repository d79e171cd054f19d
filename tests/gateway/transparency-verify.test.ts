import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  finishPromotion,
  type PublishedFiles,
  publishedFiles,
} from '../support/finished-promotion.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';

interface Check {
  name: string;
  verdict: string;
  sentence: string;
}

const script = new URL('../../public/verificar.mjs', import.meta.url);
let site: TestGateway;
let running: PublishedFiles;
let finished: PublishedFiles;
let verify: (open: (name: keyof PublishedFiles) => Promise<Buffer[]>) => AsyncIterable<Check>;

beforeAll(async () => {
  ({ verify } = await import(script.href));
  site = await openGateway({ variant: 'all', settings: { rateLimited: false } });
  running = await publishedFiles(site);
  await finishPromotion(site);
  finished = await publishedFiles(site);
});
afterAll(() => site.close());

async function checksOf(files: PublishedFiles): Promise<Check[]> {
  const checks: Check[] = [];
  for await (const check of verify(async (name) => [files[name]])) checks.push(check);
  return checks;
}

async function faultsOf(files: PublishedFiles): Promise<string[]> {
  const checks = await checksOf(files);
  return checks
    .filter(({ verdict }) => verdict === 'NÃO CONFERE')
    .map(({ name, sentence }) => `${name}: ${sentence}`);
}

test('while the promotion runs it checks what there is, and says what is to come', async () => {
  expect((await checksOf(running)).map(({ name, verdict }) => [name, verdict])).toEqual([
    ['Registro', 'confere'],
    ['Resumo', 'confere'],
    ['Números da sorte', 'ainda não'],
    ['Lista de números', 'ainda não'],
    ['Cronograma', 'ainda não'],
    ['Sorteio', 'ainda não'],
  ]);
});

test('all that a finished promotion published is right', async () => {
  const checks = await checksOf(finished);
  expect(checks.map(({ verdict }) => verdict)).toEqual(new Array(6).fill('confere'));
  expect(checks.at(-1)?.sentence).toMatch(/^12345 67890 11121 31415 92653 dá \d\.\d{5}$/);
});

test.each([
  ['ledger.jsonl', /^Registro: o lançamento (\d+) /],
  ['numbers.csv', /^Lista de números: .*linha (\d+)/],
  ['schedule.csv', /^Cronograma: .*linha (\d+)/],
] as const)('any single changed byte of %s is found, in its line', async (name, located) => {
  const file = finished[name];
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, change) => {
      const changed = Buffer.from(file);
      const at = place % file.length;
      changed[at] = (changed[at] ?? 0) ^ change;
      const [fault = ''] = await faultsOf({ ...finished, [name]: changed });
      const line = file.subarray(0, at).toString('latin1').split('\n').length;
      expect(Number(located.exec(fault)?.[1])).toBe(line);
    }),
    { numRuns: 60 },
  );
});

test('any single changed byte of the summary is found', async () => {
  const file = finished['summary.json'];
  for (let at = 0; at < file.length; at += 17) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await faultsOf({ ...finished, 'summary.json': changed })).not.toEqual([]);
  }
});

test('a list that is cut short or goes on is found', async () => {
  const lines = finished['numbers.csv'].toString().split('\n');
  const cut = Buffer.from(`${lines.slice(0, -2).join('\n')}\n`);
  const [short] = await faultsOf({ ...finished, 'numbers.csv': cut });
  expect(short).toMatch(/^Lista de números: falta a linha 7: /);
  const longer = Buffer.concat([finished['numbers.csv'], Buffer.from('101,6,1.00000,\n')]);
  expect(await faultsOf({ ...finished, 'numbers.csv': longer })).toEqual([
    'Lista de números: a linha 8 está a mais',
  ]);
});

test('run by itself it reads a folder, and its exit code tells the outcome', async () => {
  const folder = await temporaryFolder();
  for (const [name, bytes] of Object.entries(finished)) {
    await writeFile(join(folder.path, name), bytes);
  }
  const run = () =>
    promisify(execFile)(process.execPath, [fileURLToPath(script), folder.path]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    );
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^confere {5}Reg/) });
  await writeFile(join(folder.path, 'numbers.csv'), 'nada\n');
  expect(await run()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('NÃO CONFERE Lista de números: a linha 1 deveria ser engine'),
  });
  await folder.remove();
  expect((await run()).code).toBe(2);
});
