import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import { nothingRead, type OcrFileType } from '../../src/gateway/services/ocr/ocr-answer.ts';
import { openOcrInThread } from '../../src/gateway/services/ocr/ocr-thread.ts';
import {
  childPermissions,
  drawPdfPages,
  startReadingProcess,
} from '../../src/gateway/services/ocr/reading-processes.ts';
import { fileTypeOf } from '../../src/rules/receipts/file-limits.ts';
import { unfoldingPdf } from '../support/files/pdf-of.ts';
import {
  fixturesForServer,
  type LoadedFixture,
  readFixtures,
} from '../support/receipts/read-fixtures.ts';
import { receiptFacts } from '../support/receipts/receipt-facts.ts';
import { textPdf } from '../support/receipts/receipt-pdf.ts';
import { waitFor } from '../support/wait-for.ts';

const nothing = nothingRead;
/** Whether a receipt has a code for the tax office is tested with `qrParameters` itself. */
const questionOrNone = expect.toSatisfy(
  (query: unknown) => query === null || /^[23]\|1/.test(String(query)),
);
const timeout = AbortSignal.timeout.bind(AbortSignal);
const patient = timeout(600_000);
const [readingMs, waitingMs] = [120_000, 110_000];
/** One process, which all tests share: to start it costs more than to read a small file. */
const ocr = openOcr({ maxProcesses: 1, maxWaiting: 1, readingMs, waitingMs });
const fixtures = readFixtures();

afterEach(() => vi.restoreAllMocks());
afterAll(() => ocr.close());

describe('server reader', () => {
  it.each(fixturesForServer().whole)(
    'reads $file',
    async (fixture) => {
      const { bytes } = fixture;
      expect(await ocr.read(bytes, typeOf(bytes), patient)).toEqual(answerTo(fixture));
    },
    60_000,
  );

  it('reads code and print of a photo with the engine of the packages', async () => {
    const limit = replaceTimeout(9_500, patient);
    const packaged = openOcr({ engine: 'javascript', maxProcesses: 1, isBusy: () => false });
    const { bytes, server, printed } = fixtureNamed('rotated-7.jpg');
    expect(await packaged.read(bytes, typeOf(bytes), patient)).toEqual({
      ...server,
      purchaseTime: '14:30:00',
      total: printed?.total,
      qrParameters: '3|1',
    });
    expect(limit).toHaveBeenCalledWith(9_500);
    await packaged.close();
  }, 60_000);

  it.each(['cut-short.jpg', 'pdf-broken.pdf', 'pdf-password-6.pdf'])(
    'says nothing of %s',
    async (name) => {
      const { bytes } = fixtureNamed(name);
      expect(await ocr.read(bytes, typeOf(bytes), patient)).toEqual(nothing);
    },
  );

  it('reads the program’s own files, and nothing that people sent', () => {
    const asked =
      "['/etc/passwd', '.data', 'tests', 'src'].map((path) => process.permission.has('fs.read', path))";
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const said = execFileSync(
      process.execPath,
      [...childPermissions, '--print', `String(${asked})`],
      { cwd },
    );
    expect(String(said).trim()).toBe('false,false,false,true');
  });

  it('says nothing of a picture that would fill the memory', async () => {
    expect(await ocr.read(pngOf(20_000, 20_000), 'image/png', patient)).toEqual(nothing);
  });

  it('says nothing of a picture of one pixel', async () => {
    const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#ddd' } });
    expect(await ocr.read(await pixel.png().toBuffer(), 'image/png', patient)).toEqual(nothing);
  });

  it('says nothing of a picture a thousand times as long as wide', async () => {
    const strip = sharp({ create: { width: 12, height: 12_000, channels: 3, background: '#ddd' } });
    expect(await ocr.read(await strip.jpeg().toBuffer(), 'image/jpeg', patient)).toEqual(nothing);
  });

  it('chooses no number when the text of a PDF and its QR code name two receipts', async () => {
    const order = {
      cnpj: '11222333000181',
      issuedAt: new Date('2026-10-10T12:00:00-03:00'),
      total: 5000,
      state: 'PR' as const,
    };
    const printed = receiptFacts({ ...order, seed: 1 });
    const { qr } = receiptFacts({ ...order, seed: 2 });
    const answer = await ocr.read(await textPdf({ ...printed, qr }), 'application/pdf', patient);
    const { day, time, cnpj, total } = printed;
    expect(answer).toEqual({ ...nothing, issueDate: day, purchaseTime: time, cnpj, total });
  });
});

describe('server reader under pressure', () => {
  /** Read within a moment: what happens around a reading is the same for any file. */
  const brief = fixtureNamed('pdf-text.pdf');

  const readBrief = (signal = patient, onProgress?: () => void) =>
    ocr.read(brief.bytes, 'application/pdf', signal, onProgress);

  it('gives up with its caller, or when the turn does not come, and reads on in a new process', async () => {
    const [scanned, caller, turn] = [
      fixtureNamed('pdf-scanned.pdf'),
      new AbortController(),
      new AbortController(),
    ];
    const abandoned = ocr.read(scanned.bytes, 'application/pdf', caller.signal);
    const left = expect(abandoned).rejects.toThrow('gone');
    const asked = replaceTimeout(waitingMs, turn.signal);
    const late = readBrief();
    await waitFor(() => expect(ocr.waiting()).toBe(1));
    turn.abort();
    expect(await late).toEqual(nothing);
    asked.mockRestore();
    const next = readBrief();
    caller.abort(new Error('gone'));
    await left;
    expect(await next).toEqual(answerTo(brief));
  }, 60_000);

  it('answers after 4.5 s, on a busy machine after 10, what is proven by then', async () => {
    let isBusy = false;
    const timed = openOcr({ engine: 'command', maxProcesses: 1, isBusy: () => isBusy });
    for (const ms of [4_500, 10_000]) {
      const deadline = new AbortController();
      replaceTimeout(ms, deadline.signal);
      // The PDF’s text is read first. Its pages, with the code for the tax office, are drawn later.
      const answer = await timed.read(brief.bytes, 'application/pdf', patient, () =>
        deadline.abort(),
      );
      expect(answer).toEqual({ ...answerTo(brief), qrParameters: null });
      isBusy = true;
    }
    await timed.close();
  }, 60_000);

  it('ends when a file fills its memory', async () => {
    const reader = startReadingProcess();
    const file = unfoldingPdf();
    expect(file.length).toBeLessThan(1000);
    const request = { file, type: 'application/pdf', engine: 'command' } as const;
    expect(await reader.read(request, patient, { command: null })).toEqual(nothing);
    expect(reader.alive).toBe(false);
  }, 60_000);

  it('answers nothing when too many wait already, at once', async () => {
    const done: string[] = [];
    const read = (name: string) => readBrief().finally(() => done.push(name));
    const [first, second, third] = [read('first'), read('second'), read('third')];
    expect(await third).toEqual(nothing);
    expect(done).toEqual(['third']);
    expect(await Promise.all([first, second])).toEqual([answerTo(brief), answerTo(brief)]);
  }, 60_000);

  it('answers nothing once it is closed', async () => {
    const underWay = readBrief();
    await ocr.close();
    expect(await underWay).toEqual(nothing);
    expect(await readBrief()).toEqual(nothing);
  });
});

it('a server reader fails, in place of reading nothing, when no process can be started', async () => {
  const unable = openOcr();
  replaceNode('/nowhere/node');
  const reading = unable.read(new Uint8Array(1), 'image/png', patient);
  await expect(reading).rejects.toThrow('ENOENT');
  await unable.close();
});

describe('a reader that a file has taken over', () => {
  /** Answers every request with pages of so many bytes, without end; `pageCount` is an expression. */
  async function takeOver(bytes: number, pageCount = '9') {
    const folder = await mkdtemp(join(tmpdir(), 'reader-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const program = join(folder, 'pages.mjs');
    await writeFile(
      program,
      `import { getPriority } from 'node:os';
const page = new Uint8Array(${bytes}).fill(1);
page.set(Buffer.from('89504e470d0a1a0a', 'hex'));
const next = () => process.send({ kind: 'page', page, pageCount: ${pageCount} }, () => setTimeout(next, 1));
process.on('message', next);
process.on('disconnect', () => process.exit());`,
    );
    const node = join(folder, 'node');
    await writeFile(node, `#!/bin/sh\nexec '${process.execPath}' '${program}'\n`, { mode: 0o700 });
    replaceNode(node);
  }

  it('draws no third page of a PDF', async () => {
    await takeOver(1000);
    const { pages, pageCount } = await drawPdfPages(new Uint8Array(1));
    expect([pages.length, pageCount]).toEqual([2, 9]);
  });

  it('draws no page of more bytes than a picture may have', async () => {
    await takeOver(16_000_001);
    expect((await drawPdfPages(new Uint8Array(1))).pages).toEqual([]);
  });

  it('draws for an operator, who waits, at the priority of the gateway', async () => {
    await takeOver(1000, '20 + getPriority()');
    expect((await drawPdfPages(new Uint8Array(1))).pageCount).toBe(20 + getPriority());
  });

  it('sends no page in place of a reading', async () => {
    await takeOver(1000);
    const reader = startReadingProcess();
    const request = { file: new Uint8Array(1), type: 'image/png', engine: 'command' } as const;
    expect(await reader.read(request, timeout(5000), { command: null })).toEqual(nothing);
    expect(reader.alive).toBe(false);
    await reader.end();
  });
});

describe('server reader in a thread', () => {
  const { bytes, ...brief } = fixtureNamed('pdf-text.pdf');

  it('fails when its thread ends by itself, and reads with another one after that', async () => {
    const threaded = openOcrInThread();
    process.once('worker', (thread: Worker) => void thread.terminate());
    const reading = threaded.read(bytes, 'application/pdf', patient);
    await expect(reading).rejects.toThrow('thread that reads receipts has ended');
    const next = threaded.read(bytes, 'application/pdf', patient);
    await expect(next).resolves.toHaveProperty('number');
    await threaded.close();
  }, 60_000);

  it('says what it knows by and by, gives up with its caller, and reads nothing once it is closed', async () => {
    const threaded = openOcrInThread();
    const soFar: unknown[] = [];
    const caller = new AbortController();
    const left = threaded.read(bytes, 'application/pdf', caller.signal);
    caller.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const read = () =>
      threaded.read(bytes, 'application/pdf', patient, (known) => soFar.push(known));
    expect(await read()).toEqual(answerTo({ bytes, ...brief }));
    expect(soFar).toContainEqual({ ...answerTo({ bytes, ...brief }), qrParameters: null });
    const underWay = read();
    await threaded.close();
    expect(await underWay).toEqual(nothing);
    expect(await read()).toEqual(nothing);
  }, 60_000);
});

/** The program that starts readers, until the test ends. */
function replaceNode(path: string) {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = path;
}

/** Ends what is to take so long when the signal says so. */
function replaceTimeout(milliseconds: number, signal: AbortSignal) {
  return vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((asked) => (asked === milliseconds ? signal : timeout(asked)));
}

/** What is printed small is read right or not at all; every committed receipt is of half past two. */
function answerTo({ server, printed }: LoadedFixture) {
  const orNull = (value: unknown) => expect.toSatisfy((read) => read === null || read === value);
  return {
    ...server,
    qrParameters: questionOrNone,
    purchaseTime: orNull('14:30:00'),
    total: orNull(printed?.total),
  };
}

function fixtureNamed(name: string): LoadedFixture {
  const fixture = fixtures.find(({ file }) => file === name);
  if (!fixture) throw new Error(`There is no fixture ${name}`);
  return fixture;
}

function typeOf(bytes: Uint8Array): OcrFileType {
  const type = fileTypeOf(bytes);
  if (type === null || type === 'image/heic') throw new Error('The server does not read this');
  return type;
}

/** A PNG that says how large it is and holds nothing. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([header, size, Buffer.from('0100000000', 'hex'), Buffer.alloc(4)]);
}
