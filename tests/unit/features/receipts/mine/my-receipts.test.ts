import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteCredentials } from '../../../../../src/client/credentials.ts';
import type { ReceiptBody } from '../../../../../src/contract/receipts.ts';
import { setEnvironment } from '../../../../../src/environment.ts';
import {
  $imageReplacement,
  $luckyNumbers,
  $myReceipts,
  $receiptsView,
  followMyReceipts,
  goToReceipt,
  loadLuckyNumbers,
  loadReceipts,
  replaceImage,
  retryReceipts,
} from '../../../../../src/features/receipts/mine/my-receipts.store.ts';
import { $outbox } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import {
  $prizes,
  loadPrizes,
  openReceiptPicture,
  receiptDetails,
} from '../../../../../src/features/receipts/receipt-details.store.ts';
import type { TestConsumer } from '../../../../support/gateway.ts';
import { gatewayOfFile } from '../../../../support/gateway-of-file.ts';
import { moderate } from '../../../../support/moderation.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { acceleratedProducts, smallPicture } from '../../../../support/receipt-body.ts';
import { signedInHost } from '../../../../support/signed-in-host.ts';
import type { TestHost } from '../../../../support/site-environment.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const gateway = await gatewayOfFile();
let host: TestHost;
let consumer: TestConsumer;

beforeEach(async () => {
  ({ host, consumer } = await signedInHost(gateway));
  $myReceipts.set({ state: 'loading' });
});

async function enterReceipt(overrides: Partial<ReceiptBody> = {}): Promise<number> {
  return Number((await gateway.sendReceipt(consumer, overrides)).body.id);
}

async function photo(name = 'nota.png'): Promise<File> {
  return new File([Buffer.from(await smallPicture(), 'base64')], name);
}

function listed() {
  const list = $myReceipts.get();
  return list.state === 'loaded' ? list.value : [];
}

it('prizes that are shown together ask for their names in one call, and again after a failure', async () => {
  const calls = () => host.requests.filter(({ url }) => /\/prizes?$/.test(url)).length;
  host.isDown = true;
  await loadPrizes();
  expect($prizes.get()).toEqual([]);
  host.isDown = false;
  void loadPrizes();
  await loadPrizes();
  expect(calls()).toBe(2);
  expect($prizes.get().length, 'for the later caller too').toBeGreaterThan(0);
  await loadPrizes();
  expect(calls()).toBe(2);
});

describe('the list', () => {
  it('is empty for a new user', async () => {
    await loadReceipts();
    expect($myReceipts.get()).toEqual({ state: 'loaded', value: [] });
  });

  it('begins with the oldest receipt', async () => {
    const { now } = gateway.clock;
    const first = await enterReceipt();
    gateway.passTime(60_000);
    const second = await enterReceipt();
    gateway.clock.now = now;
    await loadReceipts();
    expect(listed().map(({ id }) => id)).toEqual([first, second]);
  });

  it('says what failed, and can be reloaded', async () => {
    host.isDown = true;
    await loadReceipts();
    expect($myReceipts.get()).toEqual({
      state: 'failed',
      lines: ['Ocorreu algum erro interno, entre com contato com o suporte. (Cód.: 500)'],
    });
    host.isDown = false;
    await retryReceipts();
    expect($myReceipts.get()).toMatchObject({ state: 'loaded' });
  });

  it('stays when reloading fails', async () => {
    const id = await enterReceipt();
    await loadReceipts();
    host.isDown = true;
    await loadReceipts();
    expect(listed()).toMatchObject([{ id }]);
  });
});

describe('the details of a receipt', () => {
  it('are current, with a fresh address of the file each time', async () => {
    const details = receiptDetails(await enterReceipt());
    await details.load();
    const before = details.$state.get();
    gateway.passTime(60_000);
    await details.load();
    const after = details.$state.get();
    expect(before).toMatchObject({ state: 'loaded', value: { status: 'IN_ANALYSIS' } });
    expect(after).toHaveProperty('value.imageUrl', expect.stringContaining('signature='));
    expect(after).not.toEqual(before);
  });

  it('are refused to another person', async () => {
    const id = await enterReceipt();
    ({ host } = await signedInHost(gateway));
    const details = receiptDetails(id);
    await details.load();
    expect(details.$state.get()).toMatchObject({ state: 'failed' });
  });
});

describe('the pictures of a file that only we can draw', () => {
  it('are let go when their dialog is closed, even if they come later', async () => {
    const created = vi.spyOn(URL, 'createObjectURL');
    const pictures = openReceiptPicture();
    const answer = Promise.withResolvers<Response>();
    host.intercept('GET /nota.png', () => answer.promise);
    const loading = pictures.load('/nota.png');
    pictures.release();
    answer.resolve(new Response(await photo()));
    await loading;
    expect(created).not.toHaveBeenCalled();
    expect(pictures.$picture.get()).toEqual({ state: 'loading' });
    created.mockRestore();
  });
});

async function askedForImage(): Promise<number> {
  const id = await enterReceipt();
  await moderate(gateway, id, { to: 'REQUESTED_NEW_IMAGE' });
  await loadReceipts();
  return id;
}

describe('a new picture', () => {
  it('takes the place of the old one, the list says so, and trackers hear of it', async () => {
    await enterReceipt();
    const id = await askedForImage();
    const tracked: string[] = [];
    setEnvironment({ ...host, track: async (event) => void tracked.push(event) });
    await replaceImage(id, await photo());
    expect(tracked).toEqual(['image_save', 'image_replaced']);
    expect(listed()).toMatchObject([{ status: 'IN_ANALYSIS' }, { id, status: 'IMAGE_REPLACED' }]);
    expect($imageReplacement.get()).toEqual({ state: 'sent', receiptId: id });
    expect($receiptsView.get().focused, 'which no longer is above the other').toEqual({
      number: 2,
      opens: true,
    });
  });

  it('is not reported as sent if it is no longer requested', async () => {
    const id = await askedForImage();
    await moderate(gateway, id, { to: 'REJECTED', reason: 'Ilegível' });
    await replaceImage(id, await photo());
    expect(listed()).toMatchObject([{ id, status: 'REJECTED' }]);
    expect($imageReplacement.get()).toEqual({ state: 'idle' });
  });

  it('cannot be a PDF', async () => {
    const id = await askedForImage();
    const bytes = await readFile('tests/fixtures/receipts/pdf-text.pdf');
    await replaceImage(id, new File([bytes], 'nota.pdf'));
    expect($imageReplacement.get()).toEqual({
      state: 'refused',
      receiptId: id,
      violation: 'FILE_TYPE',
    });
    expect(listed()).toMatchObject([{ status: 'REQUESTED_NEW_IMAGE' }]);
  });

  it('that arrived is sent, even if the answer was lost', async () => {
    const id = await askedForImage();
    host.intercept(`PUT /coupon/${id}/image`, 'answer lost');
    await replaceImage(id, await photo());
    expect(listed()).toMatchObject([{ id, status: 'IMAGE_REPLACED' }]);
    expect($imageReplacement.get()).toEqual({ state: 'sent', receiptId: id });
  });

  it('that arrived is sent, even if a proxy did not wait for the answer', async () => {
    const id = await askedForImage();
    host.intercept(`PUT /coupon/${id}/image`, async (_, send) => {
      await send();
      return new Response('<html>', { status: 504 });
    });
    await replaceImage(id, await photo());
    expect($imageReplacement.get()).toEqual({ state: 'sent', receiptId: id });
  });

  it('just stops the spinner if it does not arrive', async () => {
    const id = await askedForImage();
    host.isDown = true;
    const sending = replaceImage(id, await photo());
    expect($imageReplacement.get()).toEqual({ state: 'sending', receiptId: id });
    await sending;
    expect($imageReplacement.get()).toEqual({ state: 'idle' });
    expect(host.reported).toHaveLength(1);
  });
});

describe('the lucky numbers', () => {
  it('are those of all receipts, with the extra ones marked', async () => {
    await enterReceipt();
    await enterReceipt({ products: acceleratedProducts(25.9) });
    await loadLuckyNumbers();
    const list = $luckyNumbers.get();
    const numbers = list.state === 'loaded' ? list.value : [];
    expect(numbers).toHaveLength(12);
    expect(numbers.filter(({ type }) => type === 'BONUS')).toHaveLength(10);
  });

  it('stay listed as void for a rejected receipt', async () => {
    const id = await enterReceipt();
    await moderate(gateway, id, { to: 'REJECTED', reason: 'Ilegível' });
    await loadLuckyNumbers();
    expect($luckyNumbers.get()).toMatchObject({ state: 'loaded', value: [{ voided: true }] });
  });

  it('show an error if they cannot be loaded', async () => {
    host.isDown = true;
    await loadLuckyNumbers();
    expect($luckyNumbers.get()).toMatchObject({ state: 'failed' });
  });
});

describe('a list that is shown beside receipts that wait on this device', () => {
  it('is read again when one of them has been sent, and not when that is forgotten', async () => {
    const stub = Object.assign(new EventTarget(), { documentElement: { dataset: {} } });
    vi.stubGlobal('document', stub);
    vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/' } }));
    const leave = followMyReceipts();
    await waitFor(() => expect($myReceipts.get().state).toBe('loaded'));
    const receipt = queuedReceipt('ana', gateway.clock.now);
    const reads = () =>
      host.requests.filter(({ method, url }) => method === 'GET' && /\/coupon$/.test(url)).length;
    $outbox.set([{ state: 'sending', receipt }]);
    const receiptId = await enterReceipt();
    expect(reads()).toBe(1);
    $outbox.set([{ state: 'sent', receipt, receiptId }]);
    await waitFor(() => expect(listed()).toMatchObject([{ id: receiptId }]));
    $outbox.set([]);
    leave();
    $outbox.set([{ state: 'sent', receipt, receiptId }]);
    $outbox.set([]);
    await loadReceipts();
    expect(reads(), 'at the opening, at the sending, and now').toBe(3);
    vi.unstubAllGlobals();
  });
});

describe('a new picture for a list that is shown in turn with another view', () => {
  /** From here on the session is followed. */
  beforeAll(() => {
    const page = { location: { pathname: '/quadro/notas/', search: '' } };
    vi.stubGlobal('window', Object.assign(new EventTarget(), page));
    const marks = { documentElement: { dataset: {} }, visibilityState: 'visible' };
    vi.stubGlobal('document', Object.assign(new EventTarget(), marks));
  });

  it('is reported as sent only once', async () => {
    const id = await askedForImage();
    const leave = followMyReceipts();
    await replaceImage(id, await photo());
    expect($imageReplacement.get()).toEqual({ state: 'sent', receiptId: id });
    leave();
    expect($imageReplacement.get()).toEqual({ state: 'idle' });
  });

  it('is not reported to the person who signs in next', async () => {
    const id = await askedForImage();
    const leave = followMyReceipts();
    const sending = replaceImage(id, await photo());
    goToReceipt(1);
    deleteCredentials();
    expect($receiptsView.get().focused, 'nor is the next list scrolled').toBeNull();
    expect($imageReplacement.get()).toEqual({ state: 'idle' });
    await sending;
    expect($imageReplacement.get()).toEqual({ state: 'idle' });
    leave();
  });
});
