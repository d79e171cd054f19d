import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { Transparency } from '../../src/contract/transparency.ts';
import { repeatDraw } from '../../src/features/transparency/repeat-draw.ts';
import type { LedgerEntry } from '../../src/rules/log/ledger-entry-types.ts';
import { formatLuckyNumber } from '../../src/rules/rewards/lucky-number-format.ts';
import { commitment, luckyNumbers, sizeOf } from '../../src/rules/rewards/lucky-numbers.ts';
import { textLines } from '../../src/rules/text.ts';
import { verification } from '../../src/rules/verification/check-promotion.ts';
import { cheats } from '../support/cheats.ts';
import { temporaryFolder } from '../support/folder.ts';
import { pageChecks, publicationOf, scriptChecks } from '../support/publication.ts';
import { writeLog } from '../support/published-log.ts';
import { anyStory, honestHistory } from '../support/random-history.ts';
import { verifierProgram } from '../support/verifier-script.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const space = { seriesQuantity: 10, numbersPerSeries: 100_000 };
const key = Uint8Array.from({ length: 32 }, (_, index) => index);
const size = sizeOf(space);
const perReceipt = 11;

/** All numbers of a draw: how even they are, and what they cost. */
export function measureNumbers(): Figure[] {
  const numberAt = luckyNumbers(key, space);
  const issuedNumbers = new Set<number>();
  const halfway = new Array<number>(100).fill(0);
  const blocks: number[] = [];
  for (let first = 0; first < size; first += 1000) {
    const started = process.cpuUsage();
    for (let counter = first; counter < first + 1000; counter += 1) {
      const { series, number } = numberAt(counter);
      issuedNumbers.add(series * space.numbersPerSeries + number);
      const bin = series * 10 + Math.floor(number / 10_000);
      if (counter < size / 2) halfway[bin] = (halfway[bin] ?? 0) + 1;
    }
    blocks.push(process.cpuUsage(started).user);
  }
  const expected = size / 2 / halfway.length;
  const [firstBlock = 0] = blocks;
  const chiSquare = halfway.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const seconds = blocks.reduce((sum, micros) => sum + micros, 0) / 1e6;
  const chance = 'first half over 100 bins; by chance 148 is exceeded once in 1,000';
  return [
    figure('numbers given out twice', size - issuedNumbers.size, '', 'all of 1,000,000'),
    figure('evenness, chi square', chiSquare, '', chance),
    figure('giving out all numbers', seconds, 's', '1,000,000, CPU'),
    figure(
      'a thousand numbers against the first thousand',
      median(blocks) / firstBlock,
      'x',
      'median',
    ),
  ];
}

function figure(name: string, value: number, unit: string, how: string): Figure {
  return { area: 'Draws', name, value, unit, how };
}

/** Seconds that it takes to check a million numbers, by the page's code and by the stand-alone script. */
export async function measureVerification(): Promise<Figure[]> {
  const folder = await temporaryFolder();
  const summary = await publish(folder.path);
  const lines = async (name: string) =>
    textLines(Readable.toWeb(createReadStream(join(folder.path, `${name}.csv`))) as ReadableStream);
  const log = (path: string) => readFile(join(folder.path, 'log', path));
  const verdicts: string[] = [];
  const page = await seconds(async () => {
    for await (const step of verification(summary, { lines, log })) {
      if (step.step === 'checked') verdicts.push(step.check.verdict);
    }
  });
  const federal = ['12345', '67890', '11121', '31415', '92653'] as const;
  const [committed] = summary.draws;
  if (!committed) throw new Error('The summary has one draw');
  const input = { federal, draw: committed, drawnAt: null };
  const draw = await seconds(async () => repeatDraw(input, await lines('numbers')));
  const program = await verifierProgram();
  const { output, megabytes, time } = await runProgram(program.path, folder.path);
  verdicts.push(...(output.match(/^(?:NÃO CONFERE|confere)/gm) ?? []));
  await program.remove();
  await folder.remove();
  const wrong = verdicts.filter((verdict) => verdict === 'wrong' || verdict === 'NÃO CONFERE');
  const how = '1,000,000 numbers, CPU';
  return [
    figure('checking all of it, page', page, 's', how),
    figure('making the draw again, page', draw, 's', how),
    figure(
      'checking all of it, stand-alone script',
      time,
      's',
      '1,000,000 numbers, from start to end',
    ),
    figure('checks that did not hold', wrong.length, '', 'page and script'),
    figure('memory of the stand-alone script', megabytes, 'MB', 'most of its process'),
  ];
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = process.cpuUsage();
  await work();
  return process.cpuUsage(started).user / 1e6;
}

/** Runs the program as people do, and asks its process how much memory it took at most. */
async function runProgram(path: string, folder: string) {
  const report =
    'process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))';
  const started = performance.now();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(report)}`,
    path,
    folder,
  ]);
  const time = (performance.now() - started) / 1000;
  return { output: stdout, megabytes: Math.round(Number(stderr) / 1024), time };
}

/** Honest and falsified histories on which page and program differ, or that they judge wrongly. */
export async function measureJudgements(count: number): Promise<Figure[]> {
  const program = await verifierProgram();
  const stories = fc.sample(anyStory, count);
  const kinds = [null, ...Object.values(cheats)];
  let different = 0;
  let misjudged = 0;
  for (const [index, story] of stories.entries()) {
    const honest = honestHistory(story);
    const cheat = kinds[index % kinds.length]?.(honest) ?? null;
    const published = await publicationOf(cheat?.entries ?? honest.entries);
    const page = await pageChecks(published);
    const script = await scriptChecks(program.verify, published);
    if (JSON.stringify(page) !== JSON.stringify(script)) different += 1;
    const fault = page.find(({ verdict }) => verdict === 'wrong');
    const isNamed = cheat
      ? fault !== undefined && cheat.contradiction.test(fault.sentence)
      : !fault;
    if (!isNamed) misjudged += 1;
  }
  await program.remove();
  const how = `${count.toLocaleString('en')} random histories, honest and falsified`;
  return [
    figure('histories on which page and script differ', different, '', how),
    figure('histories judged wrongly', misjudged, '', how),
  ];
}

/** What a promotion publishes that gave out every number. */
async function publish(folder: string): Promise<Transparency> {
  const numberAt = luckyNumbers(key, space);
  const shown = (counter: number) => {
    const { series, number } = numberAt(counter);
    return formatLuckyNumber({ series, number });
  };
  const at = '2026-01-01T00:00:00.000Z';
  const committed = { engine: 101, ...space, commitment: commitment(key, space) };
  const revealed = Buffer.from(key).toString('hex');
  const list = await open(join(folder, 'numbers.csv'), 'w');
  const ledgerLines: string[] = [];
  const tell = (entry: LedgerEntry) => ledgerLines.push(JSON.stringify({ at, ...entry }));
  tell({ type: 'COMMITMENTS', campaign: 19, draws: [committed], schedules: [] });
  await list.write('engine,counter,number,voided_at\n');
  for (let first = 0; first < size; first += perReceipt) {
    const quantity = Math.min(perReceipt, size - first);
    const numbers = Array.from({ length: quantity }, (_, index) => shown(first + index));
    const owner = hash('sha256', String(first));
    tell({ type: 'NUMBERS_ISSUED', engine: 101, receipt: first, owner, first, numbers });
    await list.write(numbers.map((each, index) => `101,${first + index},${each},\n`).join(''));
  }
  tell({ type: 'CAMPAIGN_CLOSED' });
  tell({ type: 'SECRETS_REVEALED', draws: [{ engine: 101, key: revealed }], schedules: [] });
  await list.close();
  await writeFile(join(folder, 'schedule.csv'), 'engine,index,moment,campaign_prize_id,nonce\n');
  const { checkpoint, files } = writeLog(ledgerLines);
  for (const [path, bytes] of files) {
    const place = join(folder, 'log', path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, bytes);
  }
  const issued = new Array<number>(space.seriesQuantity).fill(space.numbersPerSeries);
  const summary: Transparency = {
    campaignId: 19,
    phase: 'over',
    committedAt: at,
    revealedAt: at,
    checkpoint,
    draws: [{ ...committed, issued, voided: 0, frozenAt: null, key: revealed }],
    schedules: [],
    results: [],
    stamps: [],
  };
  await writeFile(join(folder, 'summary.json'), JSON.stringify(summary));
  return summary;
}
