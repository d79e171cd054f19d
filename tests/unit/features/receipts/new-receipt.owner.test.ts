import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readCredentials } from '../../../../src/client/credentials.ts';
import { NetworkError } from '../../../../src/client/result.ts';
import { setEnvironment } from '../../../../src/environment.ts';
import { followReceiptPage } from '../../../../src/features/receipts/follow-receipt-page.ts';
import {
  $newReceipt,
  abandonReceipt,
  chooseFile,
  offerFile,
  onAbandon,
} from '../../../../src/features/receipts/new-receipt.store.ts';
import { $outbox } from '../../../../src/features/receipts/outbox/outbox.store.ts';
import { receiptDraft } from '../../../../src/features/receipts/receipt-storage.ts';
import {
  beginSession,
  signOut,
  takeWantedPath,
} from '../../../../src/features/session/session.store.ts';
import { clockKey, credentialsKey, ownerKey, signedOutKey } from '../../../../src/storage-keys.ts';
import { gatewayOfFile } from '../../../support/gateway-of-file.ts';
import { queuedReceipt } from '../../../support/queued-receipt.ts';
import { smallPicture } from '../../../support/receipt-body.ts';
import { signedInHost } from '../../../support/signed-in-host.ts';
import type { TestHost } from '../../../support/site-environment.ts';
import { waitFor } from '../../../support/wait-for.ts';

const gateway = await gatewayOfFile();
let host: TestHost;
let leave: () => void;

beforeAll(() => {
  // Afterwards: a database that finds a window takes the process for a browser.
  const location = { pathname: '/nova-nota', search: '' };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});

beforeEach(async () => {
  ({ host } = await signedInHost(gateway));
  readCredentials();
});

afterEach(() => {
  leave();
  abandonReceipt();
  $outbox.set([]);
});

/** The page is there and knows who is in front of it. */
async function openPage(): Promise<void> {
  leave = followReceiptPage();
  await waitFor(() => expect(identified()).toHaveLength(1));
  await new Promise(setImmediate);
}

/** Requests that ask who is signed in; a chosen file is read meanwhile. */
function identified(): Request[] {
  return host.requests.filter(({ method }) => method === 'GET');
}

async function chooseAnyFile(): Promise<void> {
  await chooseFile(new File([Buffer.from(await smallPicture(), 'base64')], 'nota.png'));
}

function endSession(): string {
  const credentials = host.storage.get(credentialsKey) ?? '';
  host.storage.remove(credentialsKey);
  readCredentials();
  return credentials;
}

function signInWith(credentials: string): void {
  beginSession(JSON.parse(credentials));
}

describe('a receipt that was begun', () => {
  // First, while the page's modules know of no one, as after a reload.
  it('is not visible to the next person after a reload without a session', async () => {
    const emptied = vi.fn();
    onTestFinished(onAbandon(emptied));
    endSession();
    host.drafts.set(ownerKey, 'ana');
    receiptDraft.set('{"totalAmount":"25,90"}');
    leave = followReceiptPage();
    expect($newReceipt.get()).toMatchObject({ step: 'filling', file: null });
    const next = await signedInHost(gateway);
    signInWith(next.host.storage.get(credentialsKey) ?? '');
    expect($newReceipt.get()).toMatchObject({ step: 'choosing' });
    expect(emptied).toHaveBeenCalledOnce();
  });

  it('stays when the session ends, and for the same person after the sign-in', async () => {
    await openPage();
    await chooseAnyFile();
    const credentials = endSession();
    expect($newReceipt.get()).toMatchObject({ step: 'chosen', file: expect.any(File) });
    expect(host.visited).toEqual([]);
    // Another way to sign in leads back too.
    expect(takeWantedPath()).toBe('/nova-nota');
    signInWith(credentials);
    await waitFor(() => expect(identified()).toHaveLength(2));
    await new Promise(setImmediate);
    expect($newReceipt.get()).toMatchObject({ step: 'chosen', file: expect.any(File) });
  });

  it('is gone once its owner has signed out, here or in another tab', async () => {
    const afterwards = { step: 'choosing' };
    await openPage();
    await chooseAnyFile();
    const credentials = host.storage.get(credentialsKey) ?? '';
    await signOut();
    expect($newReceipt.get()).toMatchObject(afterwards);
    expect(host.visited).toEqual(['/']);
    signInWith(credentials);
    await chooseAnyFile();
    host.storage.set(signedOutKey, 'true');
    endSession();
    expect($newReceipt.get()).toMatchObject(afterwards);
    expect(host.visited).toEqual(['/', '/']);
    // A session that merely ends afterwards is no such sign-out.
    signInWith(credentials);
    await chooseAnyFile();
    endSession();
    expect($newReceipt.get()).toMatchObject({ step: 'chosen', file: expect.any(File) });
  });

  it('is not visible to the next person', async () => {
    await openPage();
    await chooseAnyFile();
    const emptied = vi.fn();
    onTestFinished(onAbandon(emptied));
    endSession();
    const next = await signedInHost(gateway);
    // Not even while the gateway is out of reach.
    signInWith(next.host.storage.get(credentialsKey) ?? '');
    expect($newReceipt.get()).toMatchObject({ step: 'choosing' });
    expect(emptied).toHaveBeenCalledOnce();
  });

  it('goes on after a reload with what was typed', () => {
    followReceiptPage()();
    receiptDraft.set('{"totalAmount":"25,90"}');
    leave = followReceiptPage();
    expect($newReceipt.get()).toMatchObject({ step: 'filling', file: null });
  });
});

describe('a receipt that was sent', () => {
  const result = { status: 'DONE', engineOrders: [] } as const;
  const sent = () => ({
    state: 'sent' as const,
    receipt: queuedReceipt('ana', host.now()),
    receiptId: 7,
  });

  it.each([
    ['its result', { step: 'saved', receipt: result, next: null }],
    ['where it was kept', { step: 'queued', failure: new NetworkError('offline') }],
  ] as const)('does not stay when the session ends: %s', async (_, state) => {
    await openPage();
    $newReceipt.set(state);
    $outbox.set([sent()]);
    endSession();
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: null });
    expect($outbox.get()).toEqual([]);
    expect(host.visited).toEqual(['/']);
  });

  it('leaves those that still wait', async () => {
    await openPage();
    $newReceipt.set({ step: 'saved', receipt: result, next: null });
    const waiting = { state: 'queued', receipt: queuedReceipt('ana', host.now()) } as const;
    $outbox.set([sent(), waiting]);
    endSession();
    expect($newReceipt.get()).toMatchObject({ step: 'choosing' });
    expect($outbox.get()).toEqual([waiting]);
    expect(host.visited).toEqual([]);
  });
});

it('the page is marked as unsent while a receipt is filled in or waits, also of a user signed out', async () => {
  const { dataset } = document.documentElement;
  await openPage();
  expect(dataset['unsent']).toBe('no');
  await chooseAnyFile();
  expect(dataset['unsent']).toBe('yes');
  endSession();
  expect(dataset['unsent']).toBe('yes');
  $outbox.set([{ state: 'queued', receipt: queuedReceipt('ana', host.now()) }]);
  abandonReceipt();
  expect(dataset['unsent'], 'as long as one waits').toBe('yes');
  $outbox.set([]);
  expect(dataset['unsent']).toBe('no');
});

it('a shared file that is asked about counts as unsent, also when the session ends', async () => {
  await openPage();
  offerFile({ kind: 'shared-file', file: new File(['x'], 'comprovante.jpg') });
  endSession();
  expect(host.visited).toEqual([]);
  expect(document.documentElement.dataset['unsent']).toBe('yes');
});

it('the page sends away users who are not signed in and have begun nothing', async () => {
  endSession();
  leave = followReceiptPage();
  expect(host.visited).toEqual(['/']);
  expect(takeWantedPath()).toBe('/nova-nota');
});

describe('the page after the end', () => {
  it('leads to the dialog that says so', async () => {
    setEnvironment({ ...host, phase: () => 'over' });
    leave = followReceiptPage();
    await waitFor(() => expect(host.visited).toEqual(['/#encerrada']));
  });

  it('waits for no script of a camera', async () => {
    vi.doMock('../../../../src/features/receipts/camera/viewfinder.store.ts', () => {
      return new Promise(() => {});
    });
    onTestFinished(() => {
      vi.doUnmock('../../../../src/features/receipts/camera/viewfinder.store.ts');
    });
    setEnvironment({ ...host, phase: () => 'over' });
    leave = followReceiptPage();
    await waitFor(() => expect(host.visited).toEqual(['/#encerrada']));
  });

  it('stays for a user whose clock is ahead', async () => {
    const { storage } = host;
    setEnvironment({ ...host, phase: () => (storage.get(clockKey) === null ? 'over' : 'open') });
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    const headers = { date, 'cache-control': 'no-store' };
    host.intercept('GET /poll', Response.json([], { headers }));
    leave = followReceiptPage();
    await waitFor(() => expect(storage.get(clockKey)).not.toBeNull());
    await new Promise(setImmediate);
    expect(host.visited).toEqual([]);
  });
});
