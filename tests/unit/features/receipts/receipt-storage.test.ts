import { beforeEach, expect, it } from 'vitest';
import { draftOf } from '../../../../src/client/storage.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  deleteReceiptDraft,
  receiptDraft,
  receiptToStore,
} from '../../../../src/features/receipts/receipt-storage.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { queuedReceipt } from '../../../support/queued-receipt.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

const gateway = await gatewayOfFile();
let host: TestHost;

beforeEach(() => {
  host = openHost(gateway);
});

async function keyOf(identifier: string): Promise<string> {
  const { id, owner, content, values } = queuedReceipt('ana', host.now(), { identifier });
  const stored = await receiptToStore({
    ...{ id, owner, content, values },
    file: { file: new File([], 'nota.png'), upload: new Blob(), fileType: 'image/png' },
  });
  return stored.idempotencyKey;
}

it('a filled-in receipt has the same key, also after a reload', async () => {
  const key = await keyOf('7');
  setEnvironment({ ...openHost(gateway), drafts: host.drafts });
  expect(await keyOf('7')).toBe(key);
});

it('a changed receipt has another key', async () => {
  expect(await keyOf('7')).not.toBe(await keyOf('8'));
});

it('the same content has another key after the receipt is finished', async () => {
  const key = await keyOf('7');
  receiptDraft.set('{"identifier":"7"}');
  deleteReceiptDraft();
  expect(await keyOf('7')).not.toBe(key);
  expect(receiptDraft.get()).toBeNull();
});

it('a receipt’s key is not among the tab’s other drafts', () => {
  draftOf('fale-conosco').set('{}');
  deleteReceiptDraft();
  expect(draftOf('fale-conosco').get()).toBe('{}');
});
