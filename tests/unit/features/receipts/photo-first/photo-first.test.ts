import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readCredentials, readSubject } from '../../../../../src/client/credentials.ts';
import { NetworkError } from '../../../../../src/client/result.ts';
import { fingerprintOf } from '../../../../../src/features/receipts/file/reading.ts';
import {
  acceptOffer,
  declineOffer,
  followStoredFile,
  outlivesPage,
} from '../../../../../src/features/receipts/file/stored-file.ts';
import { followReceiptForm } from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import {
  $newReceipt,
  $receiptToCorrect,
  abandonReceipt,
  chooseFile,
  openReceiptPage,
} from '../../../../../src/features/receipts/new-receipt.store.ts';
import {
  $photoFirst,
  loadAnonymousPhoto,
  removeAnonymousPhoto,
  storeAnonymousPhoto,
} from '../../../../../src/features/receipts/photo-first/photo-first.store.ts';
import {
  deleteRecord,
  draftCorrection,
  draftedFingerprint,
  freshFiles,
  receiptDraft,
  storeRecord,
  unsentFile,
} from '../../../../../src/features/receipts/receipt-storage.ts';
import {
  $hasAnonymousPhoto,
  anonymousPhotoId,
  isAnonymousPhotoFresh,
} from '../../../../../src/features/session/anonymous-photo.tsx';
import { takeWantedPath, watchSession } from '../../../../../src/features/session/session.store.ts';
import { receiptFromQr } from '../../../../../src/rules/receipts/receipt-code.ts';
import { credentialsKey, draftPrefix, sharedFileCache } from '../../../../../src/storage-keys.ts';
import { openGateway, type TestGateway } from '../../../../support/gateway.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { smallPicture } from '../../../../support/receipt-body.ts';
import { receiptFacts } from '../../../../support/receipts/receipt-facts.ts';
import { refusedFile, share } from '../../../../support/receipts/shared-file.ts';
import { signedInHost } from '../../../../support/signed-in-host.ts';
import { setParameter, type TestHost } from '../../../../support/site-environment.ts';
import { waitFor } from '../../../../support/wait-for.ts';

let gateway: TestGateway;
let host: TestHost;
let credentials: string;
let leave = () => {};

const { key, qr } = receiptFacts({
  cnpj: '11222333000181',
  issuedAt: new Date(),
  total: 5490,
  state: 'PR',
  seed: 71,
  qr: 'v2-offline',
});

beforeAll(async () => {
  gateway = await openGateway();
  // Afterwards: a database that finds a window takes the process for a browser.
  const location = { pathname: '/' };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});

/** A device without a signed-in person. */
beforeEach(async () => {
  ({ host } = await signedInHost(gateway));
  setParameter(host.site, 'OCR_ENABLED', 'false');
  credentials = host.storage.get(credentialsKey) ?? '';
  host.storage.remove(credentialsKey);
  readCredentials();
  watchSession();
});

afterEach(async () => {
  vi.restoreAllMocks();
  window.location.pathname = '/';
  leave();
  await removeAnonymousPhoto();
  abandonReceipt();
  setParameter(host.site, 'OCR_ENABLED', 'true');
});

afterAll(() => gateway.close());

async function photograph(): Promise<void> {
  const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
  const file = new File([bytes], 'nota.jpg', { type: 'image/jpeg' });
  const code = receiptFromQr(qr);
  await storeAnonymousPhoto({ file, code: code && { ...code, source: 'qr' } });
}

function signIn(session = credentials): void {
  host.storage.set(credentialsKey, session);
  readCredentials();
}

async function credentialsOfAnother(): Promise<string> {
  const { token } = await gateway.signUp();
  return JSON.stringify({ ...JSON.parse(credentials), token });
}

/** Another tab of the same browser. */
function openAnotherTab(): void {
  host.drafts.clear(draftPrefix);
  $hasAnonymousPhoto.set(false);
}

it('a photo waits for its person, across a reload, and then continues by itself', async () => {
  await photograph();
  expect($photoFirst.get()).toMatchObject({ state: 'stored', photo: { owner: null } });
  expect($hasAnonymousPhoto.get()).toBe(true);
  await loadAnonymousPhoto();
  expect($photoFirst.get()).toMatchObject({ state: 'stored' });

  leave = followStoredFile();
  signIn();
  await waitFor(() => expect($newReceipt.get()).toMatchObject({ step: 'filling' }));
  const state = $newReceipt.get();
  expect(state.step === 'filling' && state.readFields.identifier?.replaceAll(' ', '')).toBe(key);
  expect(state).toMatchObject({ readFields: { totalAmount: '54,90' } });
  expect($hasAnonymousPhoto.get()).toBe(false);
  // After the sign-in by the dialog the page of the new receipt comes.
  expect(takeWantedPath()).toBe('/nova-nota');
});

it('a photo that is in the form is its person’s alone, and stays until its receipt is sent', async () => {
  await photograph();
  leave = followStoredFile();
  signIn();
  await waitFor(() => expect($newReceipt.get().step).toBe('filling'));
  expect(await freshFiles()).toMatchObject([{ owner: readSubject() }]);
  $newReceipt.set({ step: 'choosing', violation: null });
  signIn(await credentialsOfAnother());
  await new Promise(setImmediate);
  expect($newReceipt.get()).toMatchObject({ step: 'choosing' });

  $newReceipt.set({ step: 'saved', receipt: { status: 'DONE', engineOrders: [] }, next: null });
  await waitFor(async () => expect(await freshFiles()).toEqual([]));
});

it('a file that a signed-in person has chosen is there again after a reload, until it is sent', async () => {
  signIn();
  leave = followStoredFile();
  const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
  await chooseFile(new File([bytes], 'nota.jpg', { type: 'image/jpeg' }));
  await waitFor(async () => expect(await freshFiles()).toHaveLength(1));
  expect(await freshFiles()).toMatchObject([{ owner: readSubject(), file: { name: 'nota.jpg' } }]);
  expect(await outlivesPage()).toBe(true);

  leave();
  $newReceipt.set({ step: 'choosing', violation: null });
  leave = followStoredFile();
  await waitFor(() => {
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      file: { file: { name: 'nota.jpg' } },
    });
  });
  $newReceipt.set({ step: 'queued', failure: new NetworkError('offline') });
  await waitFor(async () => expect(await freshFiles()).toEqual([]));
});

it('a stored file whose reading ended its page is not read once more', async () => {
  signIn();
  const file = { name: 'nota.jpg', type: 'image/jpeg', bytes: new ArrayBuffer(9) } as const;
  await storeRecord(unsentFile({ id: 'heavy', owner: readSubject() ?? '', file, code: null }));
  host.drafts.set(`${draftPrefix}nova-nota.retomada`, 'heavy');
  leave = followStoredFile();
  await waitFor(() =>
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_BROKEN' }),
  );
  expect(await freshFiles()).toEqual([]);
  expect(host.drafts.get(`${draftPrefix}nova-nota.retomada`)).toBeNull();
});

it('a stored file is marked only while it is read', async () => {
  signIn();
  leave = followStoredFile();
  const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
  await chooseFile(new File([bytes], 'nota.jpg', { type: 'image/jpeg' }));
  await waitFor(async () => expect(await freshFiles()).toHaveLength(1));
  const [stored] = await freshFiles();
  leave();
  $newReceipt.set({ step: 'choosing', violation: null });
  const marks: (string | null)[] = [];
  const stop = $newReceipt.listen(() => {
    marks.push(host.drafts.get(`${draftPrefix}nova-nota.retomada`));
  });
  leave = followStoredFile();
  await waitFor(() => expect($newReceipt.get()).toMatchObject({ step: 'filling' }));
  stop();
  expect(marks).toContain(stored?.id);
  await waitFor(() => expect(host.drafts.get(`${draftPrefix}nova-nota.retomada`)).toBeNull());
});

it('a photo that another tab took is asked about first', async () => {
  await photograph();
  openAnotherTab();
  leave = followStoredFile();
  signIn(await credentialsOfAnother());
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await declineOffer();
  expect($newReceipt.get()).toMatchObject({ step: 'choosing' });
  expect(await freshFiles()).toEqual([]);
});

it('the person to whom it belongs goes on with it', async () => {
  await photograph();
  openAnotherTab();
  leave = followStoredFile();
  signIn();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await acceptOffer();
  expect($newReceipt.get()).toMatchObject({ step: 'filling' });
});

it('a stored photo is deleted after a day', async () => {
  const { now } = gateway.clock;
  await photograph();
  gateway.passTime(86_400_001);
  expect(await freshFiles()).toEqual([]);
  gateway.clock.now = now;
  expect(await freshFiles()).toEqual([]);
});

it('a photo that was deleted after a day is no longer promised, and its person learns of it', async () => {
  await photograph();
  const id = anonymousPhotoId.get() ?? '';
  expect(isAnonymousPhotoFresh()).toBe(true);
  const { now } = gateway.clock;
  gateway.passTime(86_400_001);
  expect(isAnonymousPhotoFresh()).toBe(false);
  await loadAnonymousPhoto();
  expect($photoFirst.get()).toEqual({ state: 'choosing', violation: null });
  expect([$hasAnonymousPhoto.get(), anonymousPhotoId.get()]).toEqual([false, null]);

  anonymousPhotoId.set(id);
  gateway.clock.now = now;
  leave = followStoredFile();
  signIn();
  await waitFor(() =>
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_GONE' }),
  );
  expect(anonymousPhotoId.get()).toBeNull();
});

it('a photo that has become another person’s in another tab is not shown in this one', async () => {
  await photograph();
  const [photo] = await freshFiles();
  if (photo) await storeRecord({ ...photo, owner: 'bia' });
  await loadAnonymousPhoto();
  expect($photoFirst.get()).toEqual({ state: 'choosing', violation: null });
  expect($hasAnonymousPhoto.get()).toBe(false);
});

it('a stored photo is replaced by the next one of its tab, and can be deleted', async () => {
  await photograph();
  await photograph();
  expect(await freshFiles()).toHaveLength(1);
  await removeAnonymousPhoto();
  expect(await freshFiles()).toEqual([]);
  expect($photoFirst.get()).toEqual({ state: 'choosing', violation: null });
});

it('a file that is no picture, and a browser that stores nothing, are reported', async () => {
  await storeAnonymousPhoto({ file: new File(['texto'], 'nota.jpg'), code: null });
  expect($photoFirst.get()).toEqual({ state: 'choosing', violation: 'FILE_TYPE' });
  const store = await host.records();
  vi.spyOn(store, 'put').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
  await photograph();
  expect($photoFirst.get()).toEqual({ state: 'not-stored' });
});

it('a photo in a frame without storage stays in the page until its user has signed in', async () => {
  window.location.pathname = '/quadro/notas/';
  const blocked = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
  vi.spyOn(host, 'records').mockImplementation(blocked);
  await photograph();
  await loadAnonymousPhoto();
  expect($photoFirst.get()).toMatchObject({ state: 'stored', until: 'page-closed' });
  leave = followStoredFile();
  signIn();
  await waitFor(() => expect($newReceipt.get()).toMatchObject({ step: 'filling' }));
  abandonReceipt();
  await loadAnonymousPhoto();
  expect($photoFirst.get()).toEqual({ state: 'choosing', violation: null });
});

/** Where a frame's storage fails on the first of two tries, or on the second. */
it.each([
  ['first', 0],
  ['second', 1],
])(
  'a photo that was sent is not offered again when storing it failed the %s time',
  async (_, before) => {
    window.location.pathname = '/quadro/notas/';
    const store = await host.records();
    const put = store.put.bind(store);
    const puts = vi.spyOn(store, 'put');
    for (let done = 0; done < before; done += 1) puts.mockImplementationOnce(put);
    puts.mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
    await photograph();
    leave = followStoredFile();
    signIn();
    await waitFor(() => expect($newReceipt.get()).toMatchObject({ step: 'filling' }));
    expect(puts).toHaveBeenCalledTimes(2);
    $newReceipt.set({ step: 'saved', receipt: { status: 'DONE', engineOrders: [] }, next: null });
    await waitFor(async () => expect(await freshFiles()).toEqual([]));
  },
);

it('a file that the device does not store would be lost with the page', async () => {
  signIn();
  leave = followStoredFile();
  const store = await host.records();
  vi.spyOn(store, 'put').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
  expect(await outlivesPage()).toBe(true);
  const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
  await chooseFile(new File([bytes], 'nota.jpg', { type: 'image/jpeg' }));
  expect(await outlivesPage()).toBe(false);
});

it('a file that cannot be sent is not there again after a reload', async () => {
  signIn();
  leave = followStoredFile();
  const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
  const padding = Buffer.alloc(6 * 1024 * 1024);
  await chooseFile(new File([bytes, padding], 'nota.jpg', { type: 'image/jpeg' }));
  expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_SIZE' });
  await waitFor(async () => expect(await freshFiles()).toEqual([]));
});

it.each([
  ['the one that an earlier visit chose', null],
  ['a receipt that was being filled in before a reload', '{"totalAmount":"25,90"}'],
])('a shared file takes the place of %s once the user says so', async (_, draft) => {
  signIn();
  if (draft) receiptDraft.set(draft);
  const bytes = await storeEarlierPhoto();
  share(new Response(bytes, { headers: { 'content-type': 'image/jpeg' } }));
  openNewReceipt();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  expect(await freshFiles()).toMatchObject([{ file: { name: 'nota.jpg' } }]);
  await acceptOffer();
  await waitFor(async () => {
    expect($newReceipt.get()).toMatchObject({ file: { file: { name: 'comprovante.jpg' } } });
    expect(await freshFiles()).toMatchObject([{ file: { name: 'comprovante.jpg' } }]);
  });
  expect(receiptDraft.get()).toBeNull();
});

it('a shared file that the user does not want leaves the begun receipt as it was', async () => {
  signIn();
  openReceiptPage()();
  await beginReceipt();
  share(new Response(Buffer.from(await smallPicture('jpeg'), 'base64')));
  openNewReceipt();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await declineOffer();
  await waitFor(() =>
    expect($newReceipt.get()).toMatchObject({ file: { file: { name: 'nota.jpg' } } }),
  );
  expect(receiptDraft.get()).toBe('{"totalAmount":"25,90"}');
  expect(await freshFiles()).toMatchObject([{ file: { name: 'nota.jpg' } }]);
});

it('a shared file that is asked about is asked about again after a reload, until the user answers', async () => {
  signIn();
  openReceiptPage()();
  await storeEarlierPhoto();
  share(new Response(Buffer.from(await smallPicture('jpeg'), 'base64')));
  openNewReceipt();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  const stillShared = caches;
  leave();
  $newReceipt.set({ step: 'choosing', violation: null });
  vi.stubGlobal('caches', stillShared);
  openNewReceipt();
  await waitFor(() =>
    expect($newReceipt.get()).toMatchObject({ offer: { file: { name: 'comprovante.jpg' } } }),
  );
  await declineOffer();
  await waitFor(async () => expect(await caches.has(sharedFileCache)).toBe(false));
});

it('a shared file in place of which the user goes on with a correction leaves it one, with its picture', async () => {
  signIn();
  openReceiptPage()();
  const refused = queuedReceipt(readSubject() ?? '', host.now());
  await storeRecord(refused);
  draftCorrection(refused);
  share(new Response(Buffer.from(await smallPicture('jpeg'), 'base64')));
  openNewReceipt();
  const leaveForm = followReceiptForm();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await declineOffer();
  await waitFor(() =>
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      file: { file: { name: refused.file.name } },
    }),
  );
  expect($receiptToCorrect.get()).toMatchObject({ id: refused.id });
  expect(receiptDraft.get()).toBe(JSON.stringify(refused.values));
  leaveForm();
  await deleteRecord(refused.id);
});

it('a shared file that cannot be sent leaves the begun receipt its photo, also when the user wants it', async () => {
  signIn();
  openReceiptPage()();
  await beginReceipt();
  share(new Response('no picture'));
  openNewReceipt();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await acceptOffer();
  await expectBegunReceiptKept();
});

it('a shared file is asked about before a stored one goes on, whatever else the page starts', async () => {
  signIn();
  openReceiptPage()();
  await storeEarlierPhoto();
  share(new Response(Buffer.from(await smallPicture('jpeg'), 'base64')));
  leave = followStoredFile();
  await waitFor(() =>
    expect($newReceipt.get()).toMatchObject({ offer: { file: { name: 'comprovante.jpg' } } }),
  );
  vi.stubGlobal('caches', undefined);
});

it('a shared file that is refused leaves the begun receipt its photo', async () => {
  signIn();
  // The draft is this person’s.
  openReceiptPage()();
  await beginReceipt();
  share(refusedFile());
  openNewReceipt();
  await expectBegunReceiptKept();
});

it('a file that was shared too long ago is gone, and the page says so', async () => {
  signIn();
  share(new Response(new Uint8Array(3)), Date.now() - 11 * 60_000);
  openNewReceipt();
  await waitFor(() =>
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_GONE' }),
  );
  expect(await caches.has(sharedFileCache)).toBe(false);
});

it('a file that was shared too long ago is not missed by who has a photo of their own in the form', async () => {
  signIn();
  await storeEarlierPhoto();
  share(new Response('nota'), Date.now() - 11 * 60_000);
  openNewReceipt();
  await waitFor(() => expect($newReceipt.get().step).toBe('filling'));
  await new Promise(setImmediate);
  expect($newReceipt.get()).toMatchObject({
    file: { file: { name: 'nota.jpg' } },
    violation: null,
  });
});

it('a file that was shared too long ago hides no photo that another tab took', async () => {
  await photograph();
  openAnotherTab();
  share(new Response('nota'), Date.now() - 11 * 60_000);
  signIn(await credentialsOfAnother());
  openNewReceipt();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await new Promise(setImmediate);
  expect($newReceipt.get().step).toBe('offered');
});

it('a tab goes on with its own file, not with the one that another tab chose later', async () => {
  signIn();
  openReceiptPage()();
  const bytes = await storeEarlierPhoto();
  draftedFingerprint.set(await fingerprintOf(new File([bytes], 'nota.jpg')));
  const other = Uint8Array.from(Buffer.from(await smallPicture(), 'base64')).buffer;
  const [photo] = await freshFiles();
  if (!photo) throw new Error('No photo was stored');
  await storeRecord({
    ...photo,
    id: 'later',
    keptAt: photo.keptAt + 1,
    file: { name: 'outra.png', type: 'image/png', bytes: other },
  });
  openNewReceipt();
  await waitFor(() =>
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      file: { file: { name: 'nota.jpg' } },
    }),
  );
  $newReceipt.set({ step: 'saved', receipt: { status: 'DONE', engineOrders: [] }, next: null });
  await waitFor(async () => expect(await freshFiles()).toMatchObject([{ id: 'later' }]));
});

/** Its photo is stored on the device and its total is typed. */
async function beginReceipt(): Promise<void> {
  const bytes = await storeEarlierPhoto();
  receiptDraft.set('{"totalAmount":"25,90"}');
  draftedFingerprint.set(await fingerprintOf(new File([bytes], 'nota.jpg')));
}

async function expectBegunReceiptKept(): Promise<void> {
  await waitFor(() =>
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      file: { file: { name: 'nota.jpg' } },
      violation: 'FILE_TYPE',
    }),
  );
  expect(receiptDraft.get()).toBe('{"totalAmount":"25,90"}');
}

async function storeEarlierPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(Buffer.from(await smallPicture('jpeg'), 'base64'));
  await storeRecord({
    version: 1,
    kind: 'photo',
    id: 'earlier',
    owner: readSubject(),
    keptAt: host.now().getTime(),
    file: { name: 'nota.jpg', type: 'image/jpeg', bytes: bytes.buffer },
    code: null,
  });
  return bytes;
}

function openNewReceipt(): void {
  const leavePage = openReceiptPage();
  const leavePhoto = followStoredFile();
  leave = () => {
    leavePhoto();
    leavePage();
    vi.stubGlobal('caches', undefined);
  };
}
