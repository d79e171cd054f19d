import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getReceiptDetailsEndpoint } from '../../src/contract/receipts.ts';
import { activePdfs, brokenFiles, foreignFiles } from '../support/files/hostile-files.ts';
import { ladenPictures } from '../support/files/laden-pictures.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';

const site = await openGateway();
const ana = await site.signUp();
const pictures = await ladenPictures();
afterAll(() => site.close());

let memoryBefore: number;
beforeAll(() => {
  memoryBefore = process.resourceUsage().maxRSS;
});

/** Sends a file as a receipt, by a name of choice; half a second of work is the most it may cost. */
async function sendFile(bytes: Buffer, type = 'image/jpeg') {
  const imageBase64 = `data:${type};base64,${bytes.toString('base64')}`;
  const before = process.cpuUsage();
  const answer = await site.sendReceipt(ana, { imageBase64 });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
  return answer;
}

async function storedFile(couponId: string | number): Promise<Response> {
  const { token } = ana;
  const { body } = await site.call(getReceiptDetailsEndpoint, { token, parameters: { couponId } });
  return site.app(new Request(body.imageUrl ?? ''));
}

describe('anything but JPEG, PNG and PDF is refused, whatever its name', () => {
  test.each(Object.entries(foreignFiles))('%s', async (_, bytes) => {
    for (const type of ['image/jpeg', 'application/pdf', 'text/html']) {
      const { status, error } = await sendFile(bytes, type);
      expect(status).toBe(400);
      expect(error.fields).toEqual([
        { field: 'imageBase64', message: 'Formato de arquivo inválido' },
      ]);
    }
  });
});

describe('a file that only begins like one, or would take too much to open, is refused', () => {
  test.each(Object.entries(brokenFiles))('%s', async (_, bytes) => {
    const { status, error } = await sendFile(bytes);
    expect(status).toBe(400);
    expect(error.fields).toEqual([
      {
        field: 'imageBase64',
        message: 'Não foi possível abrir o arquivo. Escolha de novo ou fotografe a nota',
      },
    ]);
  });
});

describe('a picture is not called broken where this server cannot', () => {
  test.each([
    ['open a good one either', 'VipsForeignLoadJpeg'],
    ['write what it has drawn', 'VipsForeignSaveJpeg'],
  ])('%s', async (_, operation) => {
    site.lines.length = 0;
    const sent = { imageBase64: pictures[0]?.bytes.toString('base64') ?? '' };
    const key = { idempotencyKey: `picture-${operation}` };
    sharp.block({ operation: [operation] });
    try {
      const { status, headers, error } = await site.sendReceipt(ana, sent, key);
      expect(status).toBe(503);
      expect(headers.get('Retry-After')).toBe('2');
      expect(error).toMatchObject({ code: 'UNAVAILABLE', fields: [] });
    } finally {
      sharp.unblock({ operation: [operation] });
    }
    const failures = site.lines.filter((line) => line.includes('"event":"unavailable"'));
    expect(failures).toHaveLength(1);
    const metrics = await (await site.send('/metrics')).text();
    expect(metrics).toContain('promo_failures_total{during="call",service="picture library"}');
    expect((await site.sendReceipt(ana, sent, key)).status).toBe(201);
  });
});

describe('only the pixels of a picture are kept', () => {
  test.each(pictures)('$name', async ({ bytes, payload }) => {
    const { status, body } = await sendFile(bytes);
    expect(status).toBe(201);
    const file = await storedFile(body.id);
    expect(file.headers.get('content-type')).toMatch(/^image\/(?:jpeg|png)$/);
    const storedBytes = Buffer.from(await file.arrayBuffer());
    expect(storedBytes.length).toBeGreaterThan(0);
    expect(storedBytes.includes(payload)).toBe(false);
  });
});

describe('a PDF is only offered as a download, and does nothing in the gateway', () => {
  test.each(Object.entries(activePdfs))('such as one that %s', async (_, bytes) => {
    const { status, body } = await sendFile(bytes, 'application/pdf');
    expect(status).toBe(201);
    const { headers } = await storedFile(body.id);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="nota-\d+\.pdf"$/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test('hostile files do not make the gateway grow', () => {
  const grown = (process.resourceUsage().maxRSS - memoryBefore) / 1024;
  expect(grown).toBeLessThan(150);
});

test('many pictures of one account do not delay the others’', async () => {
  const bia = await site.signUp();
  const create = { width: 3000, height: 3000, channels: 3, background: '#999' } as const;
  const picture = await sharp({ create }).png().toBuffer();
  const answered: string[] = [];
  const sendAs = async (name: string, person: TestConsumer) => {
    const imageBase64 = picture.toString('base64');
    const { status } = await site.sendReceipt(person, { imageBase64 });
    answered.push(`${name} ${status}`);
  };
  const crowd = Array.from({ length: 12 }, () => sendAs('ana', ana));
  await Promise.all([...crowd, sendAs('bia', bia)]);
  expect(answered.filter((each) => each === 'ana 201')).toHaveLength(12);
  expect(answered.indexOf('bia 201')).toBeGreaterThan(-1);
  expect(answered.indexOf('bia 201')).toBeLessThan(6);
});
