import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSubject } from '../../../../../src/client/credentials.ts';
import { listReceiptsEndpoint } from '../../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import { seenIn } from '../../../../../src/features/receipts/camera/viewfinder.store.ts';
import {
  $refusal,
  currentRefusal,
  receiptFormConfig,
} from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import {
  $newReceipt,
  abandonReceipt,
  abortAndQueue,
  chooseFile,
  choosePhoto,
} from '../../../../../src/features/receipts/new-receipt.store.ts';
import { $outbox, sendQueue } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import {
  listStoredReceipts,
  receiptDraft,
} from '../../../../../src/features/receipts/receipt-storage.ts';
import type { FoundCode } from '../../../../../src/readers/picture.worker.ts';
import { dayInSaoPaulo, formatDate } from '../../../../../src/rules/dates.ts';
import { credentialsKey, ownerKey } from '../../../../../src/storage-keys.ts';
import { createForm, type FormStore } from '../../../../../src/ui/form.ts';
import { startFastTime, stopFastTime } from '../../../../support/fast-time.ts';
import type { TestConsumer } from '../../../../support/gateway.ts';
import { gatewayOfFile } from '../../../../support/gateway-of-file.ts';
import { newAccessKey, newPicture, shopCnpj } from '../../../../support/receipt-body.ts';
import { signedInHost } from '../../../../support/signed-in-host.ts';
import { neverAnswers, setParameter, type TestHost } from '../../../../support/site-environment.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const gateway = await gatewayOfFile();
let host: TestHost;
let consumer: TestConsumer;
let form: FormStore;

beforeEach(async () => {
  ({ host, consumer } = await signedInHost(gateway));
  host.drafts.set(ownerKey, readSubject() ?? '');
  setParameter(host.site, 'OCR_ENABLED', 'false');
  await beginReceipt('nota.png');
});

/** The picture of the receipt that the form is for. */
let picture: string;

/** A form for the receipt in a new picture, before anything is filled in. */
async function beginReceipt(name: string): Promise<void> {
  abandonReceipt();
  picture = newPicture();
  const bytes = Buffer.from(picture, 'base64');
  await chooseFile(new File([bytes], name, { type: 'image/png' }));
  form = createForm(receiptFormConfig(host.site));
  form.restore();
}

afterEach(() => {
  vi.unstubAllGlobals();
  abandonReceipt();
  $outbox.set([]);
  stopFastTime();
});

function fillIn(changes: Record<string, string> = {}): string {
  const today = dayInSaoPaulo(gateway.clock.now);
  const identifier = newAccessKey(today);
  const values = {
    identifier,
    purchaseDate: formatDate(today),
    cnpj: shopCnpj,
    totalAmount: '25,90',
    accelerator: 'no',
    ...changes,
  };
  for (const [name, value] of Object.entries(values)) form.change(name, value);
  return identifier;
}

function luckyNumbers(): unknown[] {
  const state = $newReceipt.get();
  const orders = state.step === 'saved' ? state.receipt.engineOrders : [];
  return orders.flatMap(({ details }) => details?.luckyNumbers ?? []);
}

function seenAgain(key: string) {
  const receipt = { accessKey: { key }, issuedIn: 'production' } as FoundCode;
  return seenIn({ receipt, others: false, several: false });
}

async function receiptsOf({ token }: TestConsumer) {
  return (await gateway.call(listReceiptsEndpoint, { token })).body;
}

describe('a receipt that is right', () => {
  it('is saved, and one number is earned', async () => {
    const identifier = fillIn();
    await form.submit();
    expect($newReceipt.get()).toMatchObject({
      step: 'saved',
      receipt: { status: 'IN_ANALYSIS' },
    });
    expect(luckyNumbers()).toHaveLength(1);
    expect(await receiptsOf(consumer)).toMatchObject([{ identifier, totalAmount: 25.9 }]);
    expect(seenAgain(identifier)).toBe('sent');
  });

  it('earns ten numbers more with the accelerator', async () => {
    fillIn({ accelerator: 'yes', totalAmount: '10,00' });
    await form.submit();
    expect(luckyNumbers()).toHaveLength(11);
  });

  it('leaves as the payload of the specification', async () => {
    const identifier = fillIn({ accelerator: 'yes' });
    await form.submit();
    expect(await host.postsTo('/coupon')[0]?.json()).toEqual({
      identifier,
      cnpj: shopCnpj,
      purchaseDate: dayInSaoPaulo(gateway.clock.now),
      totalAmount: 25.9,
      customerDocument: consumer.consumer.document,
      imageBase64: picture,
      recaptchaToken: 'error',
      products: [
        { quantity: 1, unitaryValue: 25.8, campaignProductId: 1 },
        { quantity: 1, unitaryValue: 0.1, campaignProductId: 2 },
      ],
      additionalFields: [],
    });
  });

  it('is one receipt when the button is pressed twice', async () => {
    fillIn();
    await Promise.all([form.submit(), form.submit()]);
    expect(host.postsTo('/coupon')).toHaveLength(1);
  });
});

describe('a receipt that is not right', () => {
  it('is not sent, and every message shows', async () => {
    fillIn({ cnpj: '', totalAmount: '9,99' });
    await form.submit();
    expect(host.postsTo('/coupon')).toHaveLength(0);
    expect(form.$visibleErrors.get()).toEqual({
      cnpj: 'Campo obrigatório',
      totalAmount: 'Valor mínimo de R$ 10,00',
    });
  });

  it('is refused at its field, with all that was typed, and says which own receipt it repeats', async () => {
    const identifier = fillIn();
    await form.submit();
    await beginReceipt('outra.png');
    fillIn({ identifier });
    await form.submit();
    expect(form.$visibleErrors.get()).toEqual({ identifier: 'Nota já cadastrada' });
    const refused = currentRefusal($refusal.get(), form.$values.get());
    const line = { lead: 'O campo "Código da Nota"', message: 'Nota já cadastrada' };
    expect(refused).toMatchObject({
      isDuplicate: true,
      fields: [{ field: 'identifier', ...line }],
    });
    expect(refused?.duplicateOf).toMatchObject({ position: 1, status: 'IN_ANALYSIS' });
    expect(form.$values.get()).toMatchObject({ identifier, totalAmount: '25,90' });
    expect(JSON.parse(receiptDraft.get() ?? '{}')).toMatchObject({ totalAmount: '25,90' });
    expect($newReceipt.get()).toMatchObject({ step: 'filling', file: { fileType: 'image/png' } });
  });

  it('does not say whose it is when another person has sent it', async () => {
    const other = await gateway.signUp();
    const identifier = newAccessKey(dayInSaoPaulo(gateway.clock.now));
    await gateway.sendReceipt(other, { identifier });
    fillIn({ identifier });
    await form.submit();
    expect($refusal.get()).toMatchObject({ isDuplicate: true, duplicateOf: null });
    expect(seenAgain(identifier)).toBe('sent');
  });

  it('is no longer refused once its number changes', async () => {
    const identifier = fillIn();
    await form.submit();
    await beginReceipt('outra.png');
    fillIn({ identifier });
    await form.submit();
    form.change('identifier', '123456');
    expect(currentRefusal($refusal.get(), form.$values.get())).toBeNull();
    await form.submit();
    expect($newReceipt.get()).toMatchObject({ step: 'saved' });
  });
});

describe('a lost connection', () => {
  beforeEach(() => {
    startFastTime('setTimeout', 'clearTimeout');
  });

  it('keeps the receipt on the device, under the key of the try that may have arrived', async () => {
    const persist = vi.fn(async () => true);
    vi.stubGlobal('navigator', { storage: { persist } });
    const identifier = fillIn();
    host.intercept('POST /coupon', 'answer lost', 3);
    await form.submit();
    expect($newReceipt.get()).toMatchObject({ step: 'queued', failure: { kind: 'offline' } });
    expect(persist).toHaveBeenCalledOnce();
    expect(receiptDraft.get()).toBeNull();
    const key = host.postsTo('/coupon')[0]?.headers.get('idempotency-key');
    expect($outbox.get()).toMatchObject([
      {
        state: 'queued',
        receipt: { idempotencyKey: key, content: { identifier }, values: { totalAmount: '25,90' } },
      },
    ]);
    const bytes = $outbox.get()[0]?.receipt.file.bytes ?? new ArrayBuffer();
    expect(Buffer.from(bytes).toString('base64')).toBe(picture);
  });

  it('shows a message on a device without storage, and the next press saves the receipt once', async () => {
    fillIn();
    host.intercept('POST /coupon', 'answer lost', 3);
    const full = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
    setEnvironment({ ...host, records: full });
    await form.submit();
    expect(form.$step.get()).toEqual({
      step: 'failed',
      lines: ['Ocorreu algum erro desconhecido, entre com contato com o suporte.'],
    });
    form.dismiss();
    await form.submit();
    expect($newReceipt.get()).toMatchObject({ step: 'saved' });
    expect(luckyNumbers()).toHaveLength(1);
    const keys = new Set(
      host.postsTo('/coupon').map(({ headers }) => headers.get('idempotency-key')),
    );
    expect(keys.size).toBe(1);
    expect(await receiptsOf(consumer)).toHaveLength(1);
  });
});

describe('a gateway that is down', () => {
  it('leaves the receipt on the device, and gets it later', async () => {
    fillIn();
    const error = { code: 'UNAVAILABLE', message: '', fields: [] };
    const headers = { 'retry-after': '60' };
    const answer = Response.json({ statusCode: 503, error }, { status: 503, headers });
    host.intercept('POST /coupon', answer);
    await form.submit();
    expect($newReceipt.get()).toMatchObject({
      step: 'queued',
      failure: { kind: 'unavailable', code: 'UNAVAILABLE' },
    });
    expect(await receiptsOf(consumer)).toEqual([]);
    await sendQueue();
    expect(await receiptsOf(consumer)).toHaveLength(1);
  });

  it('leaves the receipt on the device too when a proxy says so', async () => {
    startFastTime('setTimeout', 'clearTimeout');
    fillIn();
    host.intercept('POST /coupon', new Response('<html>', { status: 504 }), 3);
    await form.submit();
    stopFastTime();
    expect($newReceipt.get()).toMatchObject({ step: 'queued', failure: { status: 504 } });
    await sendQueue();
    expect(await receiptsOf(consumer)).toHaveLength(1);
  });
});

it('a receipt that is sent stops the reading of what it lacked, which would share its network', async () => {
  setParameter(host.site, 'OCR_ENABLED', 'true');
  const reading = Promise.withResolvers<Request>();
  host.intercept('POST /ocr/execute', (request) => {
    reading.resolve(request);
    return neverAnswers(request);
  });
  startFastTime('setTimeout', 'clearTimeout');
  void choosePhoto({ file: new File([Buffer.from(picture, 'base64')], 'nota.png'), code: null });
  const { signal } = await reading.promise;
  await waitFor(() => expect($newReceipt.get()).toMatchObject({ serverReading: 'late' }));
  stopFastTime();
  fillIn();
  const sending = form.submit();
  expect($newReceipt.get()).toMatchObject({ step: 'sending', serverReading: 'settled' });
  expect(signal.aborted).toBe(true);
  await sending;
  expect($newReceipt.get().step).toBe('saved');
});

it('a device whose database never answers holds up no receipt', async () => {
  startFastTime('setTimeout', 'clearTimeout');
  fillIn();
  const silent = () => new Promise<never>(() => {});
  const records = { all: silent, put: silent, remove: silent };
  setEnvironment({ ...host, records: async () => records });
  await form.submit();
  stopFastTime();
  expect(await receiptsOf(consumer)).toHaveLength(1);
});

describe('a receipt on its way', () => {
  it('is on the device until it is answered, and no other tab sends it meanwhile', async () => {
    fillIn();
    const answer = Promise.withResolvers<void>();
    const leaving = Promise.withResolvers<void>();
    host.intercept('POST /coupon', async (_, send) => {
      leaving.resolve();
      await answer.promise;
      return send();
    });
    const submitted = form.submit();
    await leaving.promise;
    const owner = readSubject() ?? '';
    expect(await listStoredReceipts(owner)).toHaveLength(1);
    // A page that is loaded now begins anew: the outbox has this receipt.
    expect(receiptDraft.get()).toBeNull();
    await sendQueue();
    expect($outbox.get()).toEqual([]);
    answer.resolve();
    await submitted;
    expect($newReceipt.get()).toMatchObject({ step: 'saved' });
    expect(await listStoredReceipts(owner)).toEqual([]);
    expect(host.postsTo('/coupon')).toHaveLength(1);
  });
});

describe('a receipt that nothing answers', () => {
  it.each([
    ['when its person chooses so, and the next one may begin', abortAndQueue, 'queued'],
    ['when the page is cleared for another person', abandonReceipt, 'choosing'],
  ])('stays on the device %s', async (_, act, step) => {
    fillIn();
    const leaving = Promise.withResolvers<void>();
    host.intercept('POST /coupon', (request) => {
      leaving.resolve();
      return neverAnswers(request);
    });
    const submitted = form.submit();
    await leaving.promise;
    expect($newReceipt.get()).toMatchObject({ step: 'sending', isStoredOnDevice: true });
    act();
    await submitted;
    expect($newReceipt.get()).toMatchObject({ step });
    expect($outbox.get()).toMatchObject([{ state: 'queued' }]);
    expect(await listStoredReceipts(readSubject() ?? '')).toHaveLength(1);
  });
});

describe('a session that has ended', () => {
  it('leaves what was typed, and the receipt is saved after the sign-in', async () => {
    const credentials = host.storage.get(credentialsKey) ?? '';
    fillIn();
    host.storage.set(credentialsKey, credentials.replace(consumer.token, `${consumer.token}x`));
    await form.submit();
    expect(form.$step.get()).toMatchObject({ step: 'failed' });
    expect(form.$values.get()).toMatchObject({ totalAmount: '25,90' });
    expect(host.storage.get(credentialsKey)).toBeNull();
    host.storage.set(credentialsKey, credentials);
    form.dismiss();
    await form.submit();
    expect($newReceipt.get()).toMatchObject({ step: 'saved' });
  });
});

describe('a promotion that has ended meanwhile', () => {
  it('shows the closed dialog instead of an alert', async () => {
    const { now } = gateway.clock;
    fillIn();
    gateway.passTime(40 * 86_400_000);
    const credentials = JSON.parse(host.storage.get(credentialsKey) ?? '');
    const expiresAt = gateway.clock.now.getTime() + 3_600_000;
    const token = await gateway.signIn(consumer);
    host.storage.set(credentialsKey, JSON.stringify({ ...credentials, token, expiresAt }));
    form = createForm(receiptFormConfig(host.site));
    fillIn({ purchaseDate: formatDate(dayInSaoPaulo(now)) });
    await form.submit();
    gateway.clock.now = now;
    expect(form.$step.get()).toEqual({ step: 'idle' });
    expect(host.visited).toEqual(['#encerrada']);
  });
});
