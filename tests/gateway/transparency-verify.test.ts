import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tilePath } from '../../src/rules/log/log-tiles.ts';
import { readCheckpoint } from '../../src/rules/log/signed-note.ts';
import type { Check } from '../../src/rules/verification/check-result.ts';
import {
  finishPromotion,
  openFiles,
  type PublishedFiles,
  publishedFiles,
} from '../support/finished-promotion.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { verifierProgram } from '../support/verifier-script.ts';

let program: Awaited<ReturnType<typeof verifierProgram>>;
let site: TestGateway;
let running: PublishedFiles;
let finished: PublishedFiles;

beforeAll(async () => {
  program = await verifierProgram();
  site = await openGateway({ variant: 'all' });
  running = await publishedFiles(site);
  await finishPromotion(site);
  finished = await publishedFiles(site);
});
afterAll(async () => {
  await site.close();
  await program.remove();
});

async function checksOf(files: PublishedFiles): Promise<Check[]> {
  const checks: Check[] = [];
  for await (const check of program.verify(openFiles(files))) checks.push(check);
  return checks;
}

async function faultsOf(files: PublishedFiles): Promise<string[]> {
  const checks = await checksOf(files);
  return checks
    .filter(({ verdict }) => verdict === 'wrong')
    .map(({ name, sentence }) => `${name}: ${sentence}`);
}

test('the script checks what a running promotion has published, and says what is to come', async () => {
  const checks = (await checksOf(running)).filter(({ verdict }) => verdict !== 'note');
  expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['Registro', 'right'],
    ['Contagens', 'right'],
    ['Números da sorte', 'later'],
    ['Lista de números', 'later'],
    ['Cronograma', 'later'],
    ['Sorteio', 'later'],
  ]);
});

test('the script finds a finished promotion’s publication right', async () => {
  const checks = await checksOf(finished);
  const verdicts = checks.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'note');
  expect(verdicts).toEqual(new Array(6).fill('right'));
  expect(checks[5]?.sentence).toMatch(/^Refeito, o sorteio dá o mesmo resultado: \d\.\d{5}\.$/);
  expect(checks.map(({ sentence }) => sentence)).toContain(
    'Os compromissos foram publicados depois do início da promoção.',
  );
});

test.each([
  ['numbers.csv', /^Lista de números: A linha (\d+)|^Lista de números: Falta a linha (\d+)/],
  ['schedule.csv', /^Cronograma: A linha (\d+)|^Cronograma: Falta a linha (\d+)/],
] as const)('any single changed byte of %s is found, in its line', async (name, located) => {
  const file = finished[name];
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (index, change) => {
      const changed = Buffer.from(file);
      const at = index % file.length;
      changed[at] = (changed[at] ?? 0) ^ change;
      const [fault = ''] = await faultsOf({ ...finished, [name]: changed });
      const line = file.subarray(0, at).toString('latin1').split('\n').length;
      const [, ...lines] = located.exec(fault) ?? [];
      expect(Number(lines.find(Boolean))).toBe(line);
    }),
    { numRuns: 15 },
  );
});

test('the script finds any single changed byte of the summary', async () => {
  const file = finished['summary.json'];
  for (let at = 0; at < file.length; at += 61) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await faultsOf({ ...finished, 'summary.json': changed })).not.toEqual([]);
  }
});

test('a list that is cut short or goes on is found', async () => {
  const lines = finished['numbers.csv'].toString().split('\n');
  const cut = Buffer.from(`${lines.slice(0, -2).join('\n')}\n`);
  const [short] = await faultsOf({ ...finished, 'numbers.csv': cut });
  expect(short).toBe('Lista de números: Falta a linha 7.');
  const longer = Buffer.concat([finished['numbers.csv'], Buffer.from('101,6,1.00000,\n')]);
  expect(await faultsOf({ ...finished, 'numbers.csv': longer })).toEqual([
    'Lista de números: A linha 8 não confere.',
  ]);
});

test('the script run by itself reads a folder, and its exit code is the outcome', async () => {
  const folder = await temporaryFolder();
  for (const name of ['summary.json', 'numbers.csv', 'schedule.csv'] as const) {
    await writeFile(join(folder.path, name), finished[name]);
  }
  const { checkpoint } = JSON.parse(finished['summary.json'].toString());
  const width = readCheckpoint(checkpoint)?.size ?? 0;
  for (const level of ['entries', 0] as const) {
    const path = join(folder.path, 'log', tilePath({ level, index: 0, width }));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, finished[level === 0 ? 'hashes' : 'entries']);
  }
  const run = () =>
    promisify(execFile)(process.execPath, [program.path, folder.path]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    );
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^confere {5}Reg/) });
  await writeFile(join(folder.path, 'numbers.csv'), 'nada\n');
  expect(await run()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('NÃO CONFERE Lista de números: A linha 1 não confere.'),
  });
  await folder.remove();
  expect((await run()).code).toBe(2);
});

test('a program that dies says so, by another exit code than a promotion that is wrong', async () => {
  // Fails in the thread alone, and as its memory's limit does: outside of what the program catches.
  const fault = `import{isMainThread}from'node:worker_threads';if(!isMainThread)throw(RangeError('memory'))`;
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${fault}` };
  await expect(
    promisify(execFile)(process.execPath, [program.path, '/nothing'], { env }),
  ).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('RangeError: memory') });
});
