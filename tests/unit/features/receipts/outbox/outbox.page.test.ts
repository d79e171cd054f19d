import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readCredentials, readSubject } from '../../../../../src/client/credentials.ts';
import {
  $isOnline,
  $outbox,
  followOutbox,
} from '../../../../../src/features/receipts/outbox/outbox.store.ts';
import { storeRecord } from '../../../../../src/features/receipts/receipt-storage.ts';
import { credentialsKey } from '../../../../../src/storage-keys.ts';
import { gatewayOfFile } from '../../../../support/gateway-of-file.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { signedInHost } from '../../../../support/signed-in-host.ts';
import type { TestHost } from '../../../../support/site-environment.ts';

const gateway = await gatewayOfFile();
let host: TestHost;
let leave: () => void;

beforeAll(() => {
  // Afterwards: a database that finds a window takes the process for a browser.
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), {
      documentElement: { dataset: {} },
      visibilityState: 'visible',
    }),
  );
});

beforeEach(async () => {
  ({ host } = await signedInHost(gateway));
  host.isDown = true;
  readCredentials();
  await storeRecord(queuedReceipt(readSubject() ?? '', gateway.clock.now));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  leave = followOutbox();
  await settled();
});

afterEach(() => {
  leave();
  vi.useRealTimers();
  $outbox.set([]);
});

/** What does not wait for the clock has happened. */
async function settled(): Promise<void> {
  let isSending = true;
  while (isSending) {
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    const { held = [], pending = [] } = await navigator.locks.query();
    isSending = held.length + pending.length > 0;
  }
  await new Promise(setImmediate);
}

async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await settled();
}

it('the outbox tries at once, after 5 s, after 15 s more, and not in between', async () => {
  expect(host.requests).toHaveLength(1);
  await pass(4_999);
  expect(host.requests).toHaveLength(1);
  await pass(1);
  expect(host.requests).toHaveLength(2);
  await pass(14_999);
  expect(host.requests).toHaveLength(2);
  await pass(1);
  expect(host.requests).toHaveLength(3);
});

it.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the page is looked at', () => document.dispatchEvent(new Event('visibilitychange'))],
])('the outbox tries when %s, and starts over with short pauses', async (_, happen) => {
  await pass(5_000);
  happen();
  await settled();
  expect(host.requests).toHaveLength(3);
  await pass(5_000);
  expect(host.requests).toHaveLength(4);
});

it('the outbox knows whether the device has a network', async () => {
  expect($isOnline.get()).toBe(true);
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  window.dispatchEvent(new Event('offline'));
  expect($isOnline.get()).toBe(false);
  Reflect.deleteProperty(navigator, 'onLine');
  window.dispatchEvent(new Event('online'));
  expect($isOnline.get()).toBe(true);
  await settled();
});

it('the outbox tries nothing while its user is signed out, and continues when they are back', async () => {
  const credentials = host.storage.get(credentialsKey) ?? '';
  host.storage.remove(credentialsKey);
  readCredentials();
  await pass(5_000);
  expect(host.requests).toHaveLength(1);
  expect($outbox.get()).toHaveLength(1);
  host.storage.set(credentialsKey, credentials);
  readCredentials();
  await settled();
  expect(host.requests).toHaveLength(2);
});

it('the outbox tries nothing more once the page is left', async () => {
  leave();
  await pass(5_000);
  expect(host.requests).toHaveLength(1);
});
