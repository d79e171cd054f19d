import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { drawScene, inCorner } from '../support/camera-video.ts';
import type { PageReading } from '../support/readers-page/page-reading.ts';
import { serveReadersPage } from '../support/readers-page/serve-readers-page.ts';
import { type LoadedFixture, readFixtures } from '../support/receipts/read-fixtures.ts';
import { receiptFacts } from '../support/receipts/receipt-facts.ts';
import { expect, openedOnce, plainTest } from './fixtures.ts';

const openPage = openedOnce(serveReadersPage);

const test = plainTest.extend<{ readersPage: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture uses.
  readersPage: async ({}, use) => use((await openPage()).url),
});

// One after another: the page is built once.
test.describe.configure({ mode: 'default' });

const fixtures = readFixtures();

/** The gateway's tests read them too, with the same library: here one lock of its kind is enough. */
const likeTheLast = /^pdf-(?:unchangeable|password)-[2-5]/;

test('a page reads every fixture, and sends pictures small, upright and without their location', async ({
  page,
  readersPage,
}) => {
  const problems = watch(page);
  await page.goto(readersPage);
  const uploads = new Map<string, PageReading['upload']>();
  for (const fixture of fixtures.filter(({ file }) => !likeTheLast.test(file))) {
    await test.step(fixture.file, async () => {
      const { reading, upload } = await read(page, fixture);
      uploads.set(fixture.file, upload);
      expect.soft(reading, fixture.file).toMatchObject(fixture.device);
      if (reading.state === 'read') {
        expect.soft(reading.number, fixture.file).toBe(fixture.printed?.key);
        expect.soft(reading.cnpj, fixture.file).toBe(fixture.printed?.cnpj);
      }
      if (reading.state !== 'refused') {
        expect.soft(upload?.bytes, fixture.file).toBeLessThanOrEqual(5 * 1024 * 1024);
        expect.soft(upload?.hasExif, fixture.file).toBe(false);
        expect.soft(reading.fileType, fixture.file).toBe(upload?.type);
      }
      expect.soft(problems.splice(0), fixture.file).toEqual([]);
    });
  }
  const large = await read(page, { file: 'IMG_0001.JPG', bytes: await largePicture() });
  expect(large.upload).toMatchObject({ type: 'image/jpeg', width: 1500, height: 2000 });
  for (const name of ['straight.jpg', 'pdf-text.pdf']) {
    expect(uploads.get(name)?.bytes, name).toBe(fixtureNamed(name).bytes.length);
  }
  const turned = uploads.get('exif-rotated.jpg');
  expect(turned?.height).toBeGreaterThan(turned?.width ?? 0);

  const pdf = fixtureNamed('pdf-text.pdf');
  const padding = Buffer.alloc(5 * 1024 * 1024, ' ');
  const { reading } = await read(page, { ...pdf, bytes: Buffer.concat([pdf.bytes, padding]) });
  expect(reading, 'of more than 5 MB').toEqual({ state: 'refused', violation: 'FILE_SIZE' });
});

test('a reader takes one receipt from a camera image or a file, and none of several', async ({
  page,
  readersPage,
}) => {
  await page.goto(readersPage);
  const [mine, other] = [1, 2].map((seed) => {
    const issuedAt = new Date('2026-10-10T12:00:00-03:00');
    const order = { cnpj: '11222333000181', issuedAt, total: 5490, state: 'PR', seed } as const;
    return receiptFacts({ ...order, qr: 'v2-offline' });
  });
  const menu = 'https://brisal.example/cardapio';
  const look = async (...codes: (string | undefined)[]) => {
    const buffer = await drawScene(codes.filter((code) => code !== undefined));
    const file = { name: 'quadro.jpg', mimeType: 'image/jpeg', buffer };
    await page.locator('input').setInputFiles(file);
    return page.evaluate(() => window.lookAtChosen());
  };
  const lookAndRead = async (...codes: (string | undefined)[]) => {
    const view = await look(...codes);
    const { reading } = await page.evaluate(() => window.readChosen());
    return { ...view, reading };
  };
  const none = { receipt: null, several: false };
  expect(await look()).toMatchObject({ ...none, others: false });
  expect(await lookAndRead(menu)).toMatchObject({
    ...none,
    others: true,
    reading: { unusable: null },
  });
  const receipt = { accessKey: { key: mine?.key } };
  const one = { receipt, several: false, reading: { number: mine?.key } };
  expect(await lookAndRead(menu, mine?.qr)).toMatchObject(one);
  expect(await lookAndRead(mine?.qr, mine?.qr)).toMatchObject(one);
  const reading = { state: 'unreadable', unusable: 'several' };
  expect(await lookAndRead(mine?.qr, other?.qr)).toMatchObject({ several: true, reading });
  // The first look at all of this picture reads one of the two.
  const scene = await drawScene([mine?.qr ?? '', other?.qr ?? '']);
  const small = await read(page, { file: 'longe.png', bytes: await inCorner(scene, 560) });
  expect(small.reading).toMatchObject(reading);
});

test('a cancelled reading ends, and the next file is read', async ({ page, readersPage }) => {
  for (const name of ['straight.jpg', 'pdf-text.pdf']) {
    await page.goto(readersPage);
    await choose(page, fixtureNamed(name));
    await expect(
      page.evaluate(() => window.readChosen(true)),
      name,
    ).rejects.toThrow('given up');
    await expect.poll(() => page.workers(), name).toHaveLength(0);
    expect((await read(page, fixtureNamed('straight.jpg'))).reading.state, name).toBe('read');
  }
});

test('the PDF library loads in workers only, and none of them stays', async ({
  page,
  readersPage,
}) => {
  await page.coverage.startJSCoverage();
  await page.goto(readersPage);
  expect((await read(page, fixtureNamed('pdf-text.pdf'))).reading.state).toBe('read');
  const evaluated = await page.coverage.stopJSCoverage();
  // What both halves of the library call their first message.
  const library = evaluated.filter(({ source }) => source?.includes('GetDocRequest'));
  expect(library.map(({ url }) => url)).toEqual([]);
  await expect.poll(() => page.workers()).toHaveLength(0);
});

test('a file that cannot be read on the device is left to the server, and made small all the same', async ({
  page,
  readersPage,
}) => {
  await test.step('a file whose reader cannot be loaded', async () => {
    await page.route(/\.worker-/, (route) => route.abort());
    await page.goto(readersPage);
    const small = fixtureNamed('straight.jpg');
    const { reading, upload } = await read(page, small);
    expect(reading.state).toBe('unreadable');
    expect(upload?.bytes).toBe(small.bytes.length);
    expect((await read(page, fixtureNamed('pdf-text.pdf'))).reading.state).toBe('unreadable');
  });

  await test.step('a PDF whose inner worker is lost', async () => {
    await forgetAnswers(page);
    await page.route(/pdf\.worker-/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('pdf.worker.min', 'lost.worker.min');
      await route.fulfill({ response, body });
    });
    await page.goto(readersPage);
    expect((await read(page, fixtureNamed('pdf-text.pdf'))).reading.state).toBe('unreadable');
  });

  await test.step('a picture whose code cannot be looked for', async () => {
    await forgetAnswers(page);
    await page.route(/zxing_reader/, (route) => route.abort());
    await page.goto(readersPage);
    const { bytes } = fixtureNamed('straight.jpg');
    const picture = await sharp(bytes)
      .resize(1950, 2600, { fit: 'fill' })
      .jpeg({ quality: 100 })
      .toBuffer();
    expect(picture.length).toBeGreaterThan(1024 * 1024);
    const large = await read(page, { file: 'IMG_0001.JPG', bytes: picture });
    expect(large.reading.state).toBe('unreadable');
    expect(large.upload).toMatchObject({ width: 1500, height: 2000 });
  });

  await test.step('a file whose reader does not answer within 30 seconds', async () => {
    await forgetAnswers(page);
    await page.route(/\.worker-/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => {};' }),
    );
    await page.clock.install();
    for (const name of ['pdf-text.pdf', 'straight.jpg']) {
      await page.goto(readersPage);
      const reading = read(page, fixtureNamed(name));
      await expect.poll(() => page.workers(), name).toHaveLength(1);
      await page.clock.fastForward(30_000);
      expect((await reading).reading.state, name).toBe('unreadable');
      await expect.poll(() => page.workers(), name).toHaveLength(0);
    }
  });

  await test.step('but a page without workers reads files', async () => {
    await forgetAnswers(page);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
    await page.goto(readersPage);
    const straight = fixtureNamed('straight.jpg');
    expect((await read(page, straight)).reading).toMatchObject({ number: straight.printed?.key });
  });
});

/** From an empty page: the workers of another may end before they say that their calls may pass. */
async function forgetAnswers(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.unrouteAll();
}

/** A picture of twelve megapixels, in more bytes than are sent unchanged. */
function largePicture(): Promise<Buffer> {
  const { bytes } = fixtureNamed('small-in-12mp.jpg');
  return sharp(bytes).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
}

function fixtureNamed(name: string): LoadedFixture {
  const fixture = fixtures.find(({ file }) => file === name);
  if (!fixture) throw new Error(`There is no fixture ${name}`);
  return fixture;
}

type ChosenFile = Pick<LoadedFixture, 'file' | 'bytes'>;

async function choose(page: Page, { file, bytes }: ChosenFile): Promise<void> {
  // The type of content is a lie on purpose: it is judged by the bytes alone.
  await page
    .getByLabel('Arquivo')
    .setInputFiles({ name: file, mimeType: 'image/gif', buffer: bytes });
}

async function read(page: Page, file: ChosenFile): Promise<PageReading> {
  await choose(page, file);
  return page.evaluate(() => window.readChosen());
}

/** Everything that the page complains about, refusals of its content policy included. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}
