import { readdirSync, readFileSync } from 'node:fs';
import { openOcr } from '../../../src/gateway/services/ocr/ocr.ts';
import type { PageReading } from '../../support/readers-page/page-reading.ts';
import { serveReadersPage } from '../../support/readers-page/serve-readers-page.ts';
import { type LoadedFixture, readFixtures } from '../../support/receipts/read-fixtures.ts';
import type { Figure } from '../figure.ts';
import { median, rounded } from '../median.ts';
import { openPage, openPhone, type PhonePage } from './phone.ts';
import { longestTask, vitalsOf } from './vitals.ts';

/** The ways in which a device reads a file, by the fixture's name. */
const readers = {
  'code in a picture': ({ file }: LoadedFixture) => /\.(jpg|png)$/.test(file) && !/12mp/.test(file),
  'code in 12 megapixels, made smaller': ({ file }: LoadedFixture) => file.includes('12mp'),
  'text of a PDF': ({ file }: LoadedFixture) => file === 'pdf-text.pdf',
  'code in a PDF': ({ file }: LoadedFixture) => file === 'pdf-scanned.pdf',
  HEIC: ({ file }: LoadedFixture) => file.endsWith('.heic'),
};

interface Read {
  milliseconds: number;
  longestTask: number;
  isRight: boolean;
}

/** How fast and how well the committed receipts are read, on a slow phone and by the gateway. */
export async function measureReadingInBrowser(): Promise<Figure[]> {
  const fixtures = readFixtures();
  return [
    ...(await onDevice(fixtures.filter(({ device }) => device.state === 'read'))),
    ...(await onServer(fixtures.filter(({ server }) => server?.number))),
  ];
}

async function onDevice(fixtures: readonly LoadedFixture[]): Promise<Figure[]> {
  const site = await serveReadersPage();
  const browser = await openPhone();
  try {
    const phone = await openPage(browser, { slowNetwork: false });
    await phone.page.goto(site.url);
    const figures: Figure[] = [];
    for (const [reader, suits] of Object.entries(readers)) {
      const read: Read[] = [];
      for (const fixture of fixtures.filter(suits)) read.push(await readOn(phone, fixture));
      figures.push(...readFigures(reader, read));
    }
    const name = 'most memory of the page’s process';
    const how = 'resident, all of the above read one after the other, browser included';
    const value = rounded(await mostMemory(phone));
    return [...figures, { area: 'Reading', name, value, unit: 'MB', how }];
  } finally {
    await browser.close();
    await site.close();
  }
}

async function readOn({ page }: PhonePage, { file, bytes, printed }: LoadedFixture): Promise<Read> {
  const buffer = Buffer.from(bytes);
  const mimeType = 'application/octet-stream';
  await page.getByLabel('Arquivo').setInputFiles({ name: file, mimeType, buffer });
  const since = await page.evaluate(() => performance.now());
  const { reading, milliseconds }: PageReading = await page.evaluate(() => window.readChosen());
  // What the page does later is the harness looking at the upload.
  const until = since + milliseconds;
  const { longTasks } = await vitalsOf(page);
  return {
    milliseconds,
    longestTask: longestTask({
      longTasks: longTasks.filter(({ start }) => start > since && start < until),
    }),
    isRight: reading.state === 'read' && reading.number === printed?.key,
  };
}

function readFigures(reader: string, read: readonly Read[]): Figure[] {
  const how = `${read.length} of the committed receipts, CPU 4x for the page, workers at full speed`;
  const figure = (what: string, unit: string, value: number): Figure => ({
    area: 'Reading',
    name: `${reader}: ${what}`,
    value: rounded(value),
    unit,
    how,
  });
  return [
    figure('median', 'ms', median(read.map(({ milliseconds }) => milliseconds))),
    figure('slowest', 'ms', Math.max(...read.map(({ milliseconds }) => milliseconds))),
    figure('right', '%', (100 * read.filter(({ isRight }) => isRight).length) / read.length),
    figure('longest task', 'ms', Math.max(...read.map((one) => one.longestTask))),
  ];
}

/** Of the processes that draw pages, the one that has held most. Megabytes. */
async function mostMemory({ page }: PhonePage): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(0, ...renderers.map(({ id }) => mostResident(id)));
}

/** proc(5): VmHWM, in megabytes. */
function mostResident(process: number): number {
  const [, kilobytes = 0] =
    /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1_000_000;
}

/** Every third receipt: each takes a second. */
async function onServer(fixtures: readonly LoadedFixture[]): Promise<Figure[]> {
  const sample = fixtures.filter(({ file }, place) => place % 3 === 0 && file.endsWith('.jpg'));
  const before = children();
  const ocr = openOcr({ processes: 1 });
  const times: number[] = [];
  let right = 0;
  let memory = 0;
  for (const { bytes, printed } of sample) {
    const started = performance.now();
    const answer = await ocr.read(bytes, 'image/jpeg', AbortSignal.timeout(60_000));
    times.push(performance.now() - started);
    if (answer.number === printed?.key) right += 1;
    const own = children().filter((id) => !before.includes(id));
    memory = Math.max(memory, ...own.map(mostResident));
  }
  await ocr.close();
  const figure = (what: string, unit: string, value: number): Figure => ({
    area: 'Reading',
    name: `by the gateway: ${what}`,
    value: rounded(value),
    unit,
    how: `${sample.length} of the committed receipts, one process`,
  });
  return [
    figure('median', 'ms', median(times)),
    figure('slowest', 'ms', Math.max(...times)),
    figure('right', '%', (100 * right) / sample.length),
    figure('most memory of its process', 'MB', memory),
  ];
}

/** Processes that this one has started. */
function children(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === process.pid);
}

/** proc(5): the fourth field of stat; null for a process that has gone. */
function parentOf(id: number): number | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

if (import.meta.main) console.table(await measureReadingInBrowser());
