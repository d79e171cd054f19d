import { hash, randomBytes } from 'node:crypto';
import { link, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test } from 'vitest';
import { eraseMeEndpoint } from '../../src/contract/personal-data.ts';
import {
  createReceiptEndpoint,
  getReceiptDetailsEndpoint,
  listReceiptsEndpoint,
  type ReceiptBody,
  replaceReceiptImageEndpoint,
} from '../../src/contract/receipts.ts';
import type { Database, Queries } from '../../src/gateway/db/database.ts';
import { Unavailable } from '../../src/gateway/failures.ts';
import { deleteDueFiles } from '../../src/gateway/receipts/file-deletion.ts';
import { storeReceiptFile } from '../../src/gateway/receipts/receipt-files-and-links.ts';
import { pictureLimits } from '../../src/gateway/services/open-picture.ts';
import { openStorage } from '../../src/gateway/services/storage.ts';
import { maximumFileBytes } from '../../src/rules/receipts/file-limits.ts';
import { startBucket } from '../support/bucket.ts';
import { blankPdf } from '../support/files/pdf-of.ts';
import { closedGate } from '../support/gate.ts';
import { openGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { operateOn } from '../support/operator.ts';
import { readingWhole, watchPlans } from '../support/query-plans.ts';
import { receiptBody, smallPicture } from '../support/receipt-body.ts';
import { readFixtures } from '../support/receipts/read-fixtures.ts';
import { renderReceipt } from '../support/receipts/render-receipt.ts';

const site = await openGateway();
const ana = await site.signUp();
const { now: start } = site.clock;
afterEach(() => {
  site.clock.now = start;
});
afterAll(() => site.close());

function sendFile(imageBase64: string, overrides: Partial<ReceiptBody> = {}) {
  return site.sendReceipt(ana, { ...overrides, imageBase64 });
}

async function imageUrlOf(id: unknown): Promise<string> {
  const parameters = { couponId: Number(id) };
  const { body } = await site.call(getReceiptDetailsEndpoint, { token: ana.token, parameters });
  return body.imageUrl ?? '';
}

async function storedFile(id: unknown): Promise<Response> {
  return site.app(new Request(await imageUrlOf(id)));
}

async function isStored(picture: string): Promise<boolean> {
  const name = hash('sha256', Buffer.from(picture, 'base64'), 'hex');
  return (await site.gateway.storage.get(`receipts-19/${name}`)) !== null;
}

const octal = (character: string) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;

function fixturesNamed(beginning: string) {
  return readFixtures().filter(({ file }) => file.startsWith(beginning));
}

function renderedPdf(condition: 'text' | 'broken') {
  const issuedAt = new Date('2025-10-20T12:00:00-03:00');
  const order = { cnpj: '11222333000181', issuedAt, total: 2590, state: 'PR', seed: 7 } as const;
  return renderReceipt({ ...order, format: 'pdf', condition });
}

test('a photo is stored upright, as pixels alone', async () => {
  const photo = await sharp({
    create: { width: 40, height: 60, channels: 3, background: '#c33' },
  })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '25/1 25/1 0/1', GPSLatitudeRef: 'S' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const { body } = await sendFile(photo.toString('base64'));
  const file = await storedFile(body.id);
  const storedPicture = await sharp(await file.arrayBuffer()).metadata();
  expect(storedPicture).toMatchObject({ format: 'jpeg', width: 60, height: 40 });
  expect([storedPicture.exif, storedPicture.orientation]).toEqual([undefined, undefined]);
});

test('a grey picture has no more pixels than one in colour, since it takes as long to draw', async () => {
  const size = { width: 8200, height: 8100, channels: 3 } as const;
  const grey = sharp({ create: { ...size, background: '#ddd' } }).toColourspace('b-w');
  const file = await grey.png({ compressionLevel: 1 }).toBuffer();
  expect((await sendFile(file.toString('base64'))).status).toBe(400);
});

/** Takes as many bytes as it has values. */
function noise(side: number, channels: 1 | 3) {
  return sharp(randomBytes(side * side * channels), {
    raw: { width: side, height: side, channels },
  });
}

test('a PNG that is too large when drawn again is stored as a JPEG', async () => {
  const grey = await noise(1750, 1).toColourspace('b-w').png({ compressionLevel: 0 }).toBuffer();
  const { status, body } = await sendFile(grey.toString('base64'));
  expect(status).toBe(201);
  const file = await storedFile(body.id);
  expect(file.headers.get('content-type')).toBe('image/jpeg');
  const bytes = await file.arrayBuffer();
  expect(bytes.byteLength).toBeLessThanOrEqual(maximumFileBytes);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1750 });
});

test('a file is read as fast as its reader takes it, not at once', async () => {
  const photo = await noise(600, 3).jpeg().toBuffer();
  const { body } = await sendFile(photo.toString('base64'));
  const whole = (await (await storedFile(body.id)).arrayBuffer()).byteLength;
  const reader = (await storedFile(body.id)).body?.getReader();
  const first = await reader?.read();
  expect(first?.value?.length).toBeLessThan(whole / 2);
  await reader?.cancel();
});

test('a data: prefix is tolerated and the type is judged by the content', async () => {
  const { status, body } = await sendFile(`data:image/jpeg;base64,${await smallPicture('png')}`);
  expect(status).toBe(201);
  expect((await storedFile(body.id)).headers.get('content-type')).toBe('image/png');
});

test('a PDF is kept whole and served so that nothing in it can run', async () => {
  const { bytes } = await renderedPdf('text');
  const { status, body } = await sendFile(Buffer.from(bytes).toString('base64'));
  expect(status).toBe(201);
  const file = await storedFile(body.id);
  expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="nota-${body.id}.pdf"`,
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
});

test.each([
  [
    'half a photo',
    async () => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      const photo = sharp({
        create: { width: 90, height: 90, channels: 3, background: '#000', noise },
      });
      const whole = await photo.jpeg().toBuffer();
      return whole.subarray(0, whole.length / 2);
    },
    'Não foi possível abrir o arquivo. Escolha de novo ou fotografe a nota',
  ],
  [
    'half a PDF',
    async () => (await renderedPdf('broken')).bytes,
    'Não foi possível abrir o arquivo. Escolha de novo ou fotografe a nota',
  ],
])('%s is refused', async (_, make, message) => {
  const { status, error } = await sendFile(Buffer.from(await make()).toString('base64'));
  expect(status).toBe(400);
  expect(error.fields).toEqual([{ field: 'imageBase64', message }]);
});

test.each(fixturesNamed('pdf-password'))('$file is refused', async ({ bytes }) => {
  const { status, error } = await sendFile(bytes.toString('base64'));
  const message = 'O arquivo está protegido por senha. Tire a senha ou envie uma foto da nota';
  expect([status, error.fields]).toEqual([400, [{ field: 'imageBase64', message }]]);
});

test.each(fixturesNamed('pdf-unchangeable'))(
  '$file, which opens without a password, is taken',
  async ({ bytes }) => {
    expect((await sendFile(bytes.toString('base64'))).status).toBe(201);
  },
);

test.each(fixturesNamed('pdf-unchangeable'))(
  '$file is taken, too, with its keys written as text',
  async ({ bytes }) => {
    const written = bytes.toString('latin1').replaceAll(/<([\da-f]{32,})>/g, (_, hex: string) => {
      const characters = Buffer.from(hex, 'hex').toString('latin1');
      const escaped = characters.replaceAll(/[()\\]/g, '\\$&').replaceAll(/[^ -ÿ]/g, octal);
      return `(\\\n${escaped})`;
    });
    const { status } = await sendFile(Buffer.from(written, 'latin1').toString('base64'));
    expect(status).toBe(201);
  },
);

test('brackets in pairs may stand in a key as they are', async () => {
  const [file] = fixturesNamed('pdf-unchangeable-6');
  const written = String(file?.bytes.toString('latin1')).replace(
    /\/U <([\da-f]{80})[\da-f]{16}>/,
    (_, hex: string) => {
      const checked = Buffer.from(hex, 'hex')
        .toString('latin1')
        .replaceAll(/[\s\S]/g, octal);
      return `/U (${checked}x(y(z))w)`;
    },
  );
  expect(written).toContain('x(y(z))w');
  const { status } = await sendFile(Buffer.from(written, 'latin1').toString('base64'));
  expect(status).toBe(201);
});

test('5 MB pass and one byte more does not', async () => {
  const png = Buffer.from(await smallPicture(), 'base64');
  const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
  const limit = 5 * 1024 * 1024;
  expect((await sendFile(padded(limit).toString('base64'))).status).toBe(201);
  const over = await sendFile(padded(limit + 1).toString('base64'));
  expect(over.status).toBe(413);
  expect(over.error.fields).toEqual([
    { field: 'imageBase64', message: 'O arquivo deve ter no máximo 5MB' },
  ]);
});

test('the address of a file works for five minutes, as it is and for that receipt alone', async () => {
  const first = await sendFile(await smallPicture());
  const second = await sendFile(await smallPicture());
  const address = await imageUrlOf(first.body.id);
  const status = async (url: string) => (await site.app(new Request(url))).status;
  expect(await status(address)).toBe(200);
  expect(await status(address.replace(/expires=\d+/, 'expires=9999999999'))).toBe(404);
  expect(await status(address.replace(`/${first.body.id}/`, `/${second.body.id}/`))).toBe(404);
  expect(await status(address.replace(/&signature=.*/, ''))).toBe(404);
  site.passTime(5 * 60_000);
  expect(await status(address)).toBe(404);
});

test('the address of an erased person’s file opens nothing', async () => {
  const bia = await site.signUp();
  const sent = await site.sendReceipt(bia);
  const parameters = { couponId: Number(sent.body.id) };
  const details = await site.call(getReceiptDetailsEndpoint, { token: bia.token, parameters });
  await site.call(eraseMeEndpoint, { token: bia.token });
  expect((await site.send(details.body.imageUrl ?? '')).status).toBe(404);
});

test('an unused picture is removed after an hour, but not one that a receipt names', async () => {
  const sides = [41, 42, 43];
  const pictures = await Promise.all(
    sides.map((side) => smallPicture('png', { width: side, height: side })),
  );
  const [first = '', second = '', other = ''] = pictures;
  const { body: receipt } = await sendFile(first);
  const { identifier } = receiptBody(ana, site.clock.now);
  await sendFile(second, { identifier });
  const twice = await sendFile(other, { identifier });
  expect([twice.status, (await sendFile(second, { identifier })).status]).toEqual([409, 409]);
  const to = 'REQUESTED_NEW_IMAGE' as const;
  await moderate(site, receipt.id, { to });
  const parameters = { couponId: Number(receipt.id) };
  const { token } = ana;
  await site.call(replaceReceiptImageEndpoint, {
    token,
    parameters,
    body: { imageBase64: second },
  });
  await deleteDueFiles(site.gateway);
  expect(await Promise.all(pictures.map(isStored))).toEqual([true, true, true]);
  site.passTime(60 * 60_000);
  await deleteDueFiles(site.gateway);
  expect(await Promise.all(pictures.map(isStored))).toEqual([false, true, false]);
});

test('a picture that was replaced during the upload of another is removed too', async () => {
  const sides = [51, 52, 53];
  const pictures = await Promise.all(
    sides.map((side) => smallPicture('png', { width: side, height: side })),
  );
  const [first = '', second = '', third = ''] = pictures;
  const { body: receipt } = await sendFile(first);
  const askForAnother = () => moderate(site, receipt.id, { to: 'REQUESTED_NEW_IMAGE' });
  const parameters = { couponId: Number(receipt.id) };
  const replace = (imageBase64: string) =>
    site.call(replaceReceiptImageEndpoint, { token: ana.token, parameters, body: { imageBase64 } });
  await askForAnother();
  const { storage } = site.gateway;
  const { put } = storage;
  const gate = closedGate();
  storage.put = async (key, bytes) => {
    await gate.pass();
    return put(key, bytes);
  };
  const slow = replace(third);
  await gate.reached;
  storage.put = put;
  expect((await replace(second)).status).toBe(200);
  await askForAnother();
  gate.open();
  expect((await slow).status).toBe(200);
  site.passTime(61 * 60_000);
  await deleteDueFiles(site.gateway);
  expect(await Promise.all(pictures.map(isStored))).toEqual([false, false, true]);
});

async function scheduleDeletion(...keys: string[]): Promise<void> {
  const text = 'insert into files_to_remove (file_key) select unnest($1::text[])';
  await site.query(text, [keys]);
}

test('files that cannot be deleted wait an hour, and hold up no others', async () => {
  const { storage } = site.gateway;
  const keys = ['receipts/1', 'receipts/2', 'receipts/3', 'receipts/4'];
  await scheduleDeletion(...keys);
  await storage.put('receipts/4', Buffer.from('4'));
  const remove = async (key: string) => {
    if (key !== 'receipts/4') throw new Unavailable('file storage');
    await storage.remove(key);
  };
  const gateway = { ...site.gateway, storage: { ...storage, remove } };
  await expect(deleteDueFiles(gateway)).rejects.toThrow(Unavailable);
  await deleteDueFiles(gateway);
  expect(await storage.get('receipts/4')).toBeNull();
  const waiting = () =>
    site.query('select file_key as key from files_to_remove where file_key = any($1)', [keys]);
  expect(await waiting()).toHaveLength(3);
  site.passTime(2 * 60 * 60_000);
  await deleteDueFiles(site.gateway);
  expect(await waiting()).toEqual([]);
});

test('a gateway that is stopping ends with the files that it is deleting', async () => {
  const keys = Array.from({ length: 20 }, (_, place) => `receipts-19/stopping-${place}`);
  await scheduleDeletion(...keys);
  const stopping = new AbortController();
  const removed: string[] = [];
  const remove = async (key: string) => {
    stopping.abort();
    removed.push(key);
  };
  const { gateway } = site;
  const storage = { ...gateway.storage, remove };
  await deleteDueFiles({ ...gateway, storage, stopping: stopping.signal });
  expect(removed.length).toBeLessThanOrEqual(4);
  await deleteDueFiles({ ...gateway, storage });
  expect(removed.toSorted()).toEqual(keys.toSorted());
});

test('more files than a batch holds are all deleted', async () => {
  await site.query(
    "insert into files_to_remove select 'receipts-19/many-' || each from generate_series(1, 1100) as each",
  );
  const { database, storage } = site.gateway;
  const sizes: number[] = [];
  const query: Database['query'] = async <Row>(text: string, values?: readonly unknown[]) => {
    const rows = await database.query<Row>(text, values);
    if (text.startsWith('select file_key')) sizes.push(rows.length);
    return rows;
  };
  const remove = async () => {};
  await deleteDueFiles({
    ...site.gateway,
    database: { ...database, query },
    storage: { ...storage, remove },
  });
  expect(sizes).toEqual([500, 500, 100]);
  expect(await site.query('select from files_to_remove')).toEqual([]);
});

test('a gateway deletes only files of its own promotion, where two have a storage each', async () => {
  const [mine, theirs] = [new Set<string>(), new Set<string>()];
  await site.sendReceipt(ana, {
    imageBase64: await smallPicture('png', { width: 51, height: 51 }),
  });
  const [sent] = await site.query<{ sha256: string }>(
    'select file_sha256 as sha256 from receipts order by id desc limit 1',
  );
  // Of versions before files had a folder for each promotion.
  const [old, unknown] = [`receipts/${sent?.sha256}`, 'receipts/unknown'];
  const other = { ...site.gateway, campaignId: 27 };
  const storageOf = (deleted: Set<string>) => ({
    ...site.gateway.storage,
    remove: async (key: string) => void deleted.add(key),
  });
  await scheduleDeletion('receipts-19/a', 'receipts-27/a', old, unknown);
  await deleteDueFiles({ ...other, storage: storageOf(theirs) });
  await deleteDueFiles({ ...site.gateway, storage: storageOf(mine) });
  expect([...theirs].sort()).toEqual(['receipts-27/a', unknown]);
  expect([...mine].sort()).toEqual(['receipts-19/a', old]);
});

test('a picture that is sent again while it is being deleted is stored after that', async () => {
  const { database, now } = site.gateway;
  const file = { bytes: Buffer.from('again'), type: 'image/png' as const, sha256: 'again' };
  await scheduleDeletion('receipts-19/again');
  const gate = closedGate();
  const stored = new Set(['receipts-19/again']);
  const storage = {
    ...site.gateway.storage,
    put: async (key: string) => void stored.add(key),
    remove: async (key: string) => {
      await gate.pass();
      stored.delete(key);
    },
  };
  const gateway = { ...site.gateway, storage };
  const deleting = deleteDueFiles(gateway);
  await gate.reached;
  const storing = storeReceiptFile(gateway, file, { consumerId: ana.id, now: now() });
  for (let turn = 0; turn < 50; turn += 1) await database.query('select 1');
  gate.open();
  await Promise.all([deleting, storing]);
  expect([...stored]).toEqual(['receipts-19/again']);
});

test('a picture that its sender’s erasure lets go while it is looked up is removed all the same', async () => {
  const picture = await smallPicture('png', { width: 45, height: 45 });
  const bia = await site.signUp();
  const { database, storage, now } = site.gateway;
  await site.sendReceipt(bia, receiptBody(bia, now(), { imageBase64: picture }));
  const [row] = await site.query('select file_key as key from receipts where consumer_id = $1', [
    bia.id,
  ]);
  await scheduleDeletion(String(row?.['key']));
  let isErased = false;
  const erasedAfterLookUp = (queries: Queries): Queries => ({
    ...queries,
    query: async <Row>(text: string, values?: readonly unknown[]) => {
      const rows = await queries.query<Row>(text, values);
      if (!isErased && /^\s*select from receipts/.test(text)) {
        isErased = true;
        await site.call(eraseMeEndpoint, { token: bia.token });
      }
      return rows;
    },
  });
  const withLock: Database['withLock'] = (name, work) =>
    database.withLock(name, (queries) => work(erasedAfterLookUp(queries)));
  await deleteDueFiles({ database: { ...database, withLock }, storage, campaignId: 19, now });
  expect(isErased).toBe(true);
  await site.settle();
  await deleteDueFiles(site.gateway);
  expect(await isStored(picture)).toBe(false);
});

test('not all receipts are searched for the name of a file to delete', async () => {
  await scheduleDeletion('receipts/5');
  const { database, plans } = watchPlans(site.gateway.database);
  await deleteDueFiles({ ...site.gateway, database });
  expect(plans.length).toBeGreaterThan(0);
  expect(readingWhole(plans, ['receipts'])).toEqual([]);
});

test('the picture of a call that died before it entered its receipt is removed after an hour', async () => {
  const picture = await smallPicture('png', { width: 44, height: 44 });
  await site.query(`create function die() returns trigger language plpgsql as $$ begin
    raise exception 'died'; end $$`);
  await site.query('create trigger die before insert on receipts execute function die()');
  expect((await sendFile(picture)).status).toBe(500);
  await site.query('drop function die cascade');
  await deleteDueFiles(site.gateway);
  expect(await isStored(picture)).toBe(true);
  site.passTime(60 * 60_000);
  await deleteDueFiles(site.gateway);
  expect(await isStored(picture)).toBe(false);
});

test('the same file sent for two receipts is stored once', async () => {
  const picture = await smallPicture('png', { width: 33, height: 33 });
  const ids = [(await sendFile(picture)).body.id, (await sendFile(picture)).body.id];
  const { body } = await site.call(listReceiptsEndpoint, { token: ana.token });
  expect(body.filter(({ id }) => ids.includes(id))).toHaveLength(2);
  const keys = await site.query<{ key: string }>(
    'select distinct file_key as key from receipts where id = any($1::bigint[])',
    [ids],
  );
  expect(keys).toHaveLength(1);
});

test('an operator takes pictures out of a bucket, each recorded, into files of their own', async () => {
  const bucket = await startBucket();
  const storage = openStorage(`s3://KEY:secret@${bucket.host}/notas`);
  const id = Number((await sendFile(await smallPicture())).body.id);
  const [receipt] = await site.query<{ key: string }>(
    'select file_key as key from receipts where id = $1',
    [id],
  );
  const bytes = await site.gateway.storage.get(receipt?.key ?? '');
  await storage.put(receipt?.key ?? '', bytes ?? new Uint8Array());
  const take = async (...words: string[]) => {
    const away = { ...site, gateway: { ...site.gateway, storage } };
    const options = [...words, '--output', 'json'];
    const taken = await operateOn(away, 'receipts', 'picture', id, 99_999, ...options);
    expect(taken.progress).toContain('1 of 2 were refused.');
    return JSON.parse(taken.text);
  };
  const folder = join(site.gateway.settings.dataDirectory, 'notas');
  const file = join(folder, `nota-${id}.png`);
  const rows = [
    { id, file },
    { id: 99_999, refused: expect.stringContaining('NOT_FOUND') },
  ];
  expect(await take('--dry-run')).toEqual(rows);
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  expect(await take()).toEqual(rows);
  expect(new Uint8Array(await readFile(file))).toEqual(bytes);
  const modes = [(await stat(file)).mode & 0o777, (await stat(folder)).mode & 0o777];
  expect(modes).toEqual([0o600, 0o700]);
  expect(await site.operateRows('acts', 'list')).toMatchObject([
    { command: 'receipts picture', subject: String(id) },
  ]);
  expect((await take('minhas'))[0]).toEqual({ id, file: file.replace('notas', 'minhas') });
  await link(file, join(folder, 'minha.png'));
  await writeFile(file, 'desenho');
  expect(await take()).toEqual(rows);
  expect(new Uint8Array(await readFile(file))).toEqual(bytes);
  expect(await readFile(join(folder, 'minha.png'), 'utf8'), 'not written into').toBe('desenho');
  await bucket.close();
});

test('an operator sees a PDF as pictures of its pages, and gets the file itself only by asking', async () => {
  const { bytes } = await renderedPdf('text');
  const hostile = Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/\/Type\s*\/Catalog/, '$&/OpenAction<</S/JavaScript/JS(app.alert(1))>>'),
    'latin1',
  );
  const id = Number((await sendFile(hostile.toString('base64'))).body.id);
  const folder = join(site.gateway.settings.dataDirectory, 'pdfs');
  const page = join(folder, `nota-${id}-1.png`);
  expect(await site.operateRows('receipts', 'picture', id, 'pdfs')).toEqual([{ id, file: page }]);
  expect(await readdir(folder)).toEqual([`nota-${id}-1.png`]);
  const { format, height } = await sharp(await readFile(page)).metadata();
  expect([format, height]).toEqual(['png', 2400]);
  expect(await site.operateRows('receipts', 'picture', id, 'pdfs', '--original')).toEqual([
    { id, file: page },
    { id, file: join(folder, `nota-${id}.pdf`) },
  ]);
  expect(await readFile(join(folder, `nota-${id}.pdf`))).toEqual(hostile);
});

test('an operator sees the first pages of a long PDF, and how many it has', async () => {
  const folder = join(site.gateway.settings.dataDirectory, 'pdfs');
  const long = blankPdf(5).toString('base64');
  const partly = Number((await sendFile(long)).body.id);
  expect(await site.operateRows('receipts', 'picture', partly, 'pdfs')).toEqual([
    { id: partly, file: join(folder, `nota-${partly}-1.png`) },
    { id: partly, file: join(folder, `nota-${partly}-2.png`) },
    { id: partly, refused: expect.stringMatching(/2 das 5 páginas .+--original/) },
  ]);
  expect(
    await site.operateRows('receipts', 'picture', partly, 'pdfs', '--original'),
  ).toContainEqual({
    id: partly,
    refused: 'Só 2 das 5 páginas do PDF foram desenhadas.',
  });
});

test('an operator gets a PDF that cannot be drawn only as it was sent', async () => {
  const photo = Number((await sendFile(await smallPicture())).body.id);
  const broken = Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF').toString('base64');
  const undrawn = (await sendFile(broken)).body.id ?? 0;
  const both = await operateOn(site, 'receipts', 'picture', photo, undrawn, 'pdfs');
  expect(both.text).toContain('--original');
  expect(both.progress).toEqual(['1 of 2 were refused.']);
  const asked = await operateOn(site, 'receipts', 'picture', photo, undrawn, 'pdfs', '--original');
  expect(asked.text).toMatch(/O PDF não pôde ser desenhado\.\s*$/);
  expect(asked.progress, 'it has been written').toEqual([]);
});

test('pictures of people who share a network stay in line when one of another network comes', async () => {
  const { pictureQueue } = site.gateway;
  const body = receiptBody(ana, site.clock.now);
  const [ended, size] = [Promise.withResolvers<void>(), 2 * body.imageBase64.length];
  const wait = (queueKey: string, bytes: number) =>
    pictureQueue.run({ queueKey }, () => ended.promise, bytes);
  const busy = [wait('a', 0), wait('b', 0), wait('c', pictureLimits.total - size)];
  const send = async (address: string) => {
    const { token, consumer } = await site.signUp();
    return site.call(createReceiptEndpoint, {
      body: receiptBody({ consumer }, site.clock.now),
      token,
      address,
    });
  };
  const shared = [send('192.0.2.1'), send('192.0.2.1')];
  await expect.poll(() => pictureQueue.waiting()).toBe(3);
  expect((await send('198.51.100.7')).status).toBe(503);
  ended.resolve();
  await Promise.all(busy);
  expect((await Promise.all(shared)).map(({ status }) => status)).toEqual([201, 201]);
});
