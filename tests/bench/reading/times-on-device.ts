import type { PageReading } from '../../support/readers-page/page-reading.ts';
import { serveReadersPage } from '../../support/readers-page/serve-readers-page.ts';
import { type LoadedFixture, readFixtures } from '../../support/receipts/read-fixtures.ts';
import { openPage, openPhone, type PhonePage } from '../browser/phone.ts';
import { longestTask, vitalsOf } from '../browser/vitals.ts';
import type { Figure } from '../figure.ts';
import { median, rounded } from '../median.ts';
import { mostResident } from './most-resident.ts';

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
}

/** How fast the committed receipts are read on a slow phone, and for how long that blocks the page. */
export async function measureTimesOnDevice(): Promise<Figure[]> {
  const fixtures = readFixtures().filter(({ device }) => device.state === 'read');
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
  if (reading.state !== 'read' || reading.number !== printed?.key) {
    throw new Error(`The page misread ${file}`);
  }
  // What the page does later is the harness looking at the upload.
  const until = since + milliseconds;
  const { longTasks } = await vitalsOf(page);
  return {
    milliseconds,
    longestTask: longestTask({
      longTasks: longTasks.filter(({ start }) => start > since && start < until),
    }),
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
    figure('longest task', 'ms', Math.max(...read.map((one) => one.longestTask))),
  ];
}

/** Megabytes of the process that has held most among those that draw pages. */
async function mostMemory({ page }: PhonePage): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(0, ...renderers.map(({ id }) => mostResident(id)));
}
