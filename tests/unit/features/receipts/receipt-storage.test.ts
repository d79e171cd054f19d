import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { draftOf } from '../../../../src/client/storage.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import {
  deleteReceiptDraft,
  receiptDraft,
  submissionKey,
} from '../../../../src/features/receipts/outbox/receipt-storage.ts';
import { openGateway, type TestGateway } from '../../../support/gateway.ts';
import { openHost, type TestHost } from '../../../support/site-environment.ts';

let gateway: TestGateway;
let host: TestHost;

beforeAll(async () => {
  gateway = await openGateway();
});

beforeEach(() => {
  host = openHost(gateway);
});

afterAll(() => gateway.close());

it('a filled-in receipt has the same key, also after a reload', () => {
  const key = submissionKey('{"identifier":"7"}');
  setEnvironment({ ...openHost(gateway), drafts: host.drafts });
  expect(submissionKey('{"identifier":"7"}')).toBe(key);
});

it('a changed receipt has another key', () => {
  expect(submissionKey('{"identifier":"7"}')).not.toBe(submissionKey('{"identifier":"8"}'));
});

it('the same content has another key after the receipt is finished', () => {
  const key = submissionKey('{"identifier":"7"}');
  receiptDraft.set('{"identifier":"7"}');
  deleteReceiptDraft();
  expect(submissionKey('{"identifier":"7"}')).not.toBe(key);
  expect(receiptDraft.get()).toBeNull();
});

it('a receipt’s key is not among the tab’s other drafts', () => {
  draftOf('fale-conosco').set('{}');
  deleteReceiptDraft();
  expect(draftOf('fale-conosco').get()).toBe('{}');
});
