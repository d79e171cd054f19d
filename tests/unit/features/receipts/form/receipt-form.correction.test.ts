import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSubject } from '../../../../../src/client/credentials.ts';
import { listReceiptsEndpoint } from '../../../../../src/contract/receipts.ts';
import {
  isFormFree,
  receiptFormConfig,
  resumeCorrection,
  startCorrection,
} from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import {
  $newReceipt,
  abandonReceipt,
  showForm,
} from '../../../../../src/features/receipts/new-receipt.store.ts';
import { $outbox, sendQueue } from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import {
  draftCorrection,
  listStoredReceipts,
  receiptDraft,
  type StoredReceipt,
  storeRecord,
} from '../../../../../src/features/receipts/receipt-storage.ts';
import { createForm } from '../../../../../src/ui/form.ts';
import type { TestConsumer } from '../../../../support/gateway.ts';
import { gatewayOfFile } from '../../../../support/gateway-of-file.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { signedInHost } from '../../../../support/signed-in-host.ts';
import type { TestHost } from '../../../../support/site-environment.ts';

const gateway = await gatewayOfFile();
let host: TestHost;
let consumer: TestConsumer;
let refused: StoredReceipt;

beforeEach(async () => {
  ({ host, consumer } = await signedInHost(gateway));
  await storeRecord(queuedReceipt(readSubject() ?? '', gateway.clock.now, { totalAmount: 9 }));
  await sendQueue();
  const [item] = $outbox.get();
  if (item?.state !== 'refused') throw new Error('It was not refused');
  refused = item.receipt;
});

afterEach(() => {
  abandonReceipt();
  $outbox.set([]);
});

/** The form of the page, as it is when it shows. */
function shownForm() {
  const form = createForm(receiptFormConfig(host.site));
  form.restore();
  return form;
}

it('a refused receipt goes back into the form as it was, and its correction takes its place', async () => {
  startCorrection(refused);
  const form = shownForm();
  expect(form.$values.get()).toMatchObject(refused.values);
  expect($newReceipt.get()).toMatchObject({ step: 'filling', file: { fileType: 'image/png' } });
  await form.submit();
  expect($newReceipt.get()).toMatchObject({ step: 'saved' });
  const answer = await gateway.call(listReceiptsEndpoint, { token: consumer.token });
  expect(answer.body).toMatchObject([{ totalAmount: 25.9 }]);
  expect($outbox.get()).toEqual([]);
  expect(await listStoredReceipts(refused.owner)).toEqual([]);
});

it('refused once more, it stays in the outbox as it was', async () => {
  const other = await gateway.signUp();
  const { identifier } = refused.content;
  await gateway.sendReceipt(other, { identifier });
  startCorrection(refused);
  await shownForm().submit();
  expect($newReceipt.get()).toMatchObject({ step: 'filling', file: { fileType: 'image/png' } });
  expect($outbox.get()).toMatchObject([{ state: 'refused', receipt: refused }]);
  expect(await listStoredReceipts(refused.owner)).toEqual([refused]);
});

it('a correction begun on another page, or before a reload, still has its file', async () => {
  draftCorrection(refused);
  showForm(null);
  await resumeCorrection();
  expect($newReceipt.get()).toMatchObject({ step: 'filling', file: { fileType: 'image/png' } });
});

it('a refused receipt is still there if its correction is given up', async () => {
  startCorrection(refused);
  abandonReceipt();
  expect(receiptDraft.get()).toBeNull();
  await resumeCorrection();
  expect($newReceipt.get()).toMatchObject({ step: 'choosing' });
  expect(await listStoredReceipts(refused.owner)).toEqual([refused]);
});

it('a correction does not replace another receipt', () => {
  expect(isFormFree()).toBe(true);
  receiptDraft.set('{"totalAmount":"1,00"}');
  expect(isFormFree()).toBe(false);
});
