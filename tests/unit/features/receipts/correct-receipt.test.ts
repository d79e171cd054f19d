import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readSubject } from '../../../../src/client/credentials.ts';
import {
  listWaitingReceipts,
  putWaitingReceipt,
  type WaitingReceipt,
} from '../../../../src/client/waiting-receipts.ts';
import { listReceipts } from '../../../../src/contract/receipts.ts';
import {
  canEdit,
  editRefused,
  resumeCorrection,
} from '../../../../src/features/receipts/correct-receipt.store.ts';
import { $newReceipt, clearReceipt } from '../../../../src/features/receipts/new-receipt.store.ts';
import { draftCorrection, receiptDraft } from '../../../../src/features/receipts/receipt-draft.ts';
import { receiptFormConfig } from '../../../../src/features/receipts/save-receipt.store.ts';
import {
  $outbox,
  sendWaitingReceipts,
} from '../../../../src/features/receipts/waiting-receipts.store.ts';
import { createForm } from '../../../../src/ui/form.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../../../support/gateway.ts';
import type { TestHost } from '../../../support/site-environment.ts';
import { signedInHost } from './signed-in-host.ts';
import { waitingReceipt } from './waiting-receipt.ts';

let gateway: TestGateway;
let host: TestHost;
let consumer: TestConsumer;
let refused: WaitingReceipt;

beforeAll(async () => {
  gateway = await openGateway();
});

beforeEach(async () => {
  ({ host, consumer } = await signedInHost(gateway));
  await putWaitingReceipt(
    waitingReceipt(readSubject() ?? '', gateway.clock.now, { totalAmount: 9 }),
  );
  await sendWaitingReceipts();
  const [item] = $outbox.get();
  if (item?.state !== 'refused') throw new Error('It was not refused');
  refused = item.receipt;
});

afterEach(() => {
  clearReceipt();
  $outbox.set([]);
});

afterAll(() => gateway.close());

/** The form of the page, as it is when it shows. */
function shownForm() {
  const form = createForm(receiptFormConfig(host.site));
  form.restore();
  return form;
}

it('a refused receipt goes back into the form as it was, and its correction takes its place', async () => {
  editRefused(refused);
  const form = shownForm();
  expect(form.$values.get()).toMatchObject(refused.values);
  expect($newReceipt.get()).toMatchObject({ step: 'filling', file: { fileType: 'image/png' } });
  await form.submit();
  expect($newReceipt.get()).toMatchObject({ step: 'saved' });
  const answer = await gateway.call(listReceipts, { token: consumer.token });
  expect(answer.body).toMatchObject([{ totalAmount: 25.9 }]);
  expect($outbox.get()).toEqual([]);
  expect(await listWaitingReceipts(refused.owner)).toEqual([]);
});

it('begun on another page, or before a reload, it still has its file', async () => {
  draftCorrection(refused);
  $newReceipt.set({ step: 'filling', file: null, violation: null, read: {}, server: 'settled' });
  await resumeCorrection();
  expect($newReceipt.get()).toMatchObject({ step: 'filling', file: { fileType: 'image/png' } });
});

it('given up, the refused receipt is still there', async () => {
  editRefused(refused);
  clearReceipt();
  expect(receiptDraft.get()).toBeNull();
  await resumeCorrection();
  expect($newReceipt.get()).toMatchObject({ step: 'choosing' });
  expect(await listWaitingReceipts(refused.owner)).toEqual([refused]);
});

it('pushes no other receipt aside', () => {
  expect(canEdit()).toBe(true);
  receiptDraft.set('{"totalAmount":"1,00"}');
  expect(canEdit()).toBe(false);
});
