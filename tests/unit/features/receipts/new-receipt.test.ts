import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  $newReceipt,
  abandonReceipt,
  cancelReading,
  chooseFile,
  choosePhoto,
  leaveResult,
  type NewReceiptState,
  readChosenFile,
} from '../../../../src/features/receipts/new-receipt.store.ts';
import { receiptFromQr } from '../../../../src/rules/receipts/receipt-code.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { shopCnpj, smallPicture } from '../../../support/receipt-body.ts';
import { receiptFacts } from '../../../support/receipts/receipt-facts.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import {
  type Interruption,
  neverAnswers,
  setParameter,
  type TestHost,
} from '../../../support/site-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const gateway = await gatewayOfFile();

const printed = {
  cnpj: '11222333000181',
  issuedAt: new Date(),
  total: 5490,
  state: 'PR',
  seed: 71,
} as const;

let host: TestHost;

beforeEach(async () => {
  ({ host } = await signedInHost(gateway));
});

afterEach(() => {
  abandonReceipt();
  setParameter(host.site, 'OCR_ENABLED', 'true');
  vi.useRealTimers();
});

async function picture(): Promise<File> {
  const bytes = Buffer.from(await smallPicture(), 'base64');
  return new File([bytes], 'nota.png', { type: 'image/png' });
}

/** Answers for the server's reader; the gateway answers the rest. */
function answerReading(interruption: Interruption) {
  host.intercept('POST /ocr/execute', interruption);
}

function answerWithCoupon(coupon: unknown) {
  return Response.json({ data: { coupon } });
}

describe('the choice of a file', () => {
  it('refuses what is neither picture nor PDF, whatever its name says', async () => {
    await chooseFile(new File(['<html>'], 'nota.jpg', { type: 'image/jpeg' }));
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_TYPE' });
  });

  it('refuses a PDF of more than 5 MB', async () => {
    const bytes = new Uint8Array(5 * 1024 * 1024 + 1);
    bytes.set(new TextEncoder().encode('%PDF-1.7'));
    await chooseFile(new File([bytes], 'nota.pdf'));
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_SIZE' });
  });

  it('cannot open a file without content', async () => {
    await chooseFile(new File([], 'nota.jpg', { type: 'image/jpeg' }));
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_BROKEN' });
  });

  it('refuses a file that has gone since', async () => {
    const gone = await picture();
    gone.slice = () => {
      throw new DOMException('Gone', 'NotReadableError');
    };
    await chooseFile(gone);
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_BROKEN' });
  });

  it('refuses a file that goes while it is being read, and says why at once', async () => {
    setParameter(host.site, 'OCR_ENABLED', 'false');
    const file = await picture();
    const shownAfter: NewReceiptState[] = [];
    const unlisten = $newReceipt.listen((state) => {
      if (state.step !== 'reading') {
        shownAfter.push(state);
        return;
      }
      shownAfter.length = 0;
      file.slice = () => {
        throw new DOMException('Gone', 'NotReadableError');
      };
      file.arrayBuffer = async () => file.slice().arrayBuffer();
    });
    await chooseFile(file);
    unlisten();
    expect(shownAfter).toEqual([{ step: 'choosing', violation: 'FILE_BROKEN' }]);
  });

  it('keeps what was read of a file that goes before it is sent', async () => {
    setParameter(host.site, 'OCR_ENABLED', 'false');
    const bytes = Buffer.from(await smallPicture(), 'base64');
    const path = join(await mkdtemp(join(tmpdir(), 'nota-')), 'nota.png');
    await writeFile(path, bytes);
    await chooseFile(new File([await openAsBlob(path)], 'nota.png', { type: 'image/png' }));
    await rm(dirname(path), { recursive: true });
    const state = $newReceipt.get();
    const sent = state.step === 'filling' ? await state.file?.upload.arrayBuffer() : null;
    expect(sent && Buffer.from(sent)).toEqual(bytes);
  });

  it('is read at once, and what was found shows when the person asks for it', async () => {
    answerReading(answerWithCoupon({ number: '000123451', issueDate: null, company: null }));
    const file = await picture();
    await chooseFile(file);
    await waitFor(() => expect(host.postsTo('/ocr/execute')).toHaveLength(1));
    expect($newReceipt.get()).toEqual({ step: 'chosen', file, violation: null });
    await readChosenFile();
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      readFields: { identifier: '0001 2345 1' },
    });
    expect(host.postsTo('/ocr/execute')).toHaveLength(1);
  });

  it.each([
    ['offline', 'no connection'],
    ['failed', new Response('', { status: 503 })],
    ['failed', Response.json({ error: { code: 'TOO_MANY_REQUESTS' } }, { status: 429 })],
  ] as const)('leads to the form when the server’s reading is %s', async (reason, interruption) => {
    host.intercept('POST /ocr/execute', interruption, 9);
    await chooseFile(await picture());
    await readChosenFile();
    expect($newReceipt.get()).toMatchObject({ step: 'filling', serverReading: reason });
  });

  it('leads straight to the form when the campaign reads nothing', async () => {
    setParameter(host.site, 'OCR_ENABLED', 'false');
    await chooseFile(await picture());
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      readFields: {},
      serverReading: 'settled',
    });
    expect(host.requests).toEqual([]);
  });

  it('keeps the file that waits to be read when another file is refused', async () => {
    answerReading(answerWithCoupon(null));
    const file = await picture();
    await chooseFile(file);
    await chooseFile(new File(['texto'], 'nota.webp'));
    expect($newReceipt.get()).toEqual({ step: 'chosen', file, violation: 'FILE_TYPE' });
    await readChosenFile();
    expect($newReceipt.get()).toMatchObject({ step: 'filling', file: { file } });
  });

  it('keeps the receipt that is being filled in when another file is refused', async () => {
    answerReading(answerWithCoupon(null));
    await chooseFile(await picture());
    await readChosenFile();
    await chooseFile(new File(['texto'], 'nota.txt'));
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      file: { fileType: 'image/png' },
      violation: 'FILE_TYPE',
    });
  });
});

describe('the reading', () => {
  it('fills in what the server read of a photo', async () => {
    const bytes = await readFile('tests/fixtures/receipts/rotated-90.jpg');
    const printed = JSON.parse(await readFile('tests/fixtures/receipts/rotated-90.json', 'utf8'));
    await chooseFile(new File([bytes], 'nota.jpg', { type: 'image/jpeg' }));
    await readChosenFile();
    const state = $newReceipt.get();
    expect(state).toMatchObject({
      step: 'filling',
      file: { fileType: 'image/jpeg' },
      readFields: { cnpj: '11.222.333/0001-81' },
    });
    const read = state.step === 'filling' ? state.readFields : {};
    expect(read.identifier?.replaceAll(' ', '')).toBe(printed.server.number);
    expect(read.purchaseDate?.split('/').reverse().join('-')).toBe(printed.server.issueDate);
  });

  const lines = [{ description: 'CR DENT BRISAL CARV 90G', quantity: 1 }];
  const others = [{ description: 'ARROZ BRANCO 5KG', quantity: 2 }];

  it.each([
    ['CONFIRMED', lines, 'yes', { totalAmount: '1.054,90', accelerator: 'yes' }],
    ['CONFIRMED', others, 'no', { totalAmount: '1.054,90', accelerator: 'no' }],
    ['NOT_CONFIRMED', lines, 'yes', {}],
    // Some lines may be missing from what was read in a picture.
    ['NOT_CONFIRMED', others, undefined, {}],
  ])(
    'fills in total and lines; the tax office says %s of %j',
    async (taxOffice, items, accelerator, office) => {
      answerReading(answerWithCoupon({ totalAmount: 1054.9, items, taxOffice }));
      await chooseFile(await picture());
      await readChosenFile();
      const state = $newReceipt.get();
      expect(state).toMatchObject({
        step: 'filling',
        readFields: { totalAmount: '1.054,90' },
        officeValues: office,
      });
      expect(state.step === 'filling' && state.readFields.accelerator).toBe(accelerator);
    },
  );

  it('needs no press for a photo of the camera in the page', async () => {
    answerReading(answerWithCoupon({ number: '000123451' }));
    await choosePhoto({ file: await picture(), code: null });
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      readFields: { identifier: '0001 2345 1' },
    });
  });

  it('counts a partial reading as a success', async () => {
    answerReading(answerWithCoupon({ number: '000123451', issueDate: null, company: null }));
    await chooseFile(await picture());
    await readChosenFile();
    expect($newReceipt.get()).toMatchObject({ readFields: { identifier: '0001 2345 1' } });
  });

  it('drops what no field can hold', async () => {
    const company = { cnpj: shopCnpj };
    answerReading(answerWithCoupon({ number: 'COO', issueDate: '2025-02-30', company }));
    await chooseFile(await picture());
    await readChosenFile();
    expect($newReceipt.get()).toMatchObject({ readFields: { cnpj: '11.222.333/0001-81' } });
    expect($newReceipt.get()).not.toHaveProperty('readFields.identifier');
    expect($newReceipt.get()).not.toHaveProperty('readFields.purchaseDate');
  });

  it('shows the form empty and keeps the file when the server fails', async () => {
    answerReading(Response.json({}, { status: 500 }));
    const file = await picture();
    await chooseFile(file);
    await readChosenFile();
    expect($newReceipt.get()).toMatchObject({ step: 'filling', readFields: {}, file: { file } });
    expect(host.reported).toHaveLength(1);
  });

  it('shows the form after 20 s, and still uses what the server reads later', async () => {
    const late = Promise.withResolvers<Response>();
    answerReading((request) => Promise.race([late.promise, neverAnswers(request)]));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await chooseFile(await picture());
    const reading = readChosenFile();
    await waitFor(() => expect($newReceipt.get()).toMatchObject({ by: 'server' }));
    await vi.advanceTimersByTimeAsync(19_000);
    expect($newReceipt.get()).toMatchObject({ step: 'reading' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect($newReceipt.get()).toMatchObject({ serverReading: 'late', readFields: {} });
    await vi.advanceTimersByTimeAsync(20_000);
    late.resolve(answerWithCoupon({ number: '000123451', issueDate: null, company: null }));
    await reading;
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      readFields: { identifier: '0001 2345 1' },
      serverReading: 'settled',
    });
  });

  it('holds up no one for more than 20 s either for what the QR Code lacks', async () => {
    answerReading(neverAnswers);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { qr } = receiptFacts({ ...printed, qr: 'v2-online' });
    const code = receiptFromQr(qr);
    if (!code) throw new Error('The QR Code was not read');
    void choosePhoto({ file: await picture(), code: { ...code, source: 'qr' } });
    await waitFor(() => expect($newReceipt.get()).toMatchObject({ serverReading: 'pending' }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect($newReceipt.get()).toMatchObject({
      serverReading: 'late',
      readFields: { cnpj: '11.222.333/0001-81' },
    });
  });

  it('can be stopped, and the file is still there', async () => {
    answerReading(neverAnswers);
    const file = await picture();
    await chooseFile(file);
    const reading = readChosenFile();
    await waitFor(() => expect($newReceipt.get()).toMatchObject({ by: 'server' }));
    cancelReading();
    await reading;
    expect($newReceipt.get()).toEqual({ step: 'chosen', file, violation: null });
  });
});

describe('what follows the result', () => {
  const saved = {
    step: 'saved',
    receipt: { status: 'DONE', engineOrders: [] },
    next: null,
  } as const;

  it('is the home page, or another receipt where the person chose that', () => {
    $newReceipt.set(saved);
    leaveResult('home');
    expect($newReceipt.get()).toMatchObject({ next: 'home' });

    $newReceipt.set(saved);
    leaveResult('another');
    // The dialog closes as it leaves the page, and says so.
    leaveResult('home');
    expect($newReceipt.get()).toMatchObject({ next: 'another' });
  });
});
