import { expect, it, vi } from 'vitest';
import { readSubject } from '../../../../../src/client/credentials.ts';
import { NetworkError } from '../../../../../src/client/result.ts';
import { fingerprintOf } from '../../../../../src/features/receipts/file/reading.ts';
import {
  acceptOffer,
  declineOffer,
  followStoredFile,
  outlivesPage,
} from '../../../../../src/features/receipts/file/stored-file.ts';
import { followReceiptPage } from '../../../../../src/features/receipts/follow-receipt-page.ts';
import { followReceiptForm } from '../../../../../src/features/receipts/form/receipt-form.store.ts';
import {
  $newReceipt,
  $receiptToCorrect,
  abandonReceipt,
  chooseFile,
  readChosenFile,
} from '../../../../../src/features/receipts/new-receipt.store.ts';
import {
  deleteRecord,
  draftCorrection,
  draftedFingerprint,
  listFilesOnDevice,
  receiptDraft,
  storeRecord,
  unsentFile,
} from '../../../../../src/features/receipts/receipt-storage.ts';
import { draftPrefix, sharedFileCache } from '../../../../../src/storage-keys.ts';
import { queuedReceipt } from '../../../../support/queued-receipt.ts';
import { smallPicture } from '../../../../support/receipt-body.ts';
import { refusedFile, share } from '../../../../support/receipts/shared-file.ts';
import { signedOutDevice } from '../../../../support/signed-out-device.ts';
import { neverAnswers, setParameter } from '../../../../support/site-environment.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const device = signedOutDevice();
const { photograph, signIn, credentialsOfAnother, openAnotherTab } = device;

it('a file that a signed-in person has chosen is there again after a reload, until it is sent', async () => {
  signIn();
  device.leave = followStoredFile();
  const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
  await chooseFile(new File([bytes], 'nota.jpg', { type: 'image/jpeg' }));
  await waitFor(async () => expect(await listFilesOnDevice()).toHaveLength(1));
  expect(await listFilesOnDevice()).toMatchObject([
    { owner: readSubject(), file: { name: 'nota.jpg' } },
  ]);
  expect(await outlivesPage()).toBe(true);

  device.leave();
  $newReceipt.set({ step: 'choosing', violation: null });
  device.leave = followStoredFile();
  await waitFor(() => {
    expect($newReceipt.get()).toMatchObject({
      step: 'filling',
      file: { file: { name: 'nota.jpg' } },
    });
  });
  $newReceipt.set({ step: 'queued', failure: new NetworkError('offline') });
  await waitFor(async () => expect(await listFilesOnDevice()).toEqual([]));
});

const openedMark = () => device.host.drafts.get(`${draftPrefix}nova-nota.aberta`);
const reopenedMark = () => device.host.drafts.get(`${draftPrefix}nova-nota.reaberta`);

/** A stored photo, with which the page has not begun yet. */
async function storeHeavyPhoto(): Promise<string> {
  signIn();
  const bytes = Uint8Array.from(Buffer.from(await smallPicture('jpeg'), 'base64')).buffer;
  const file = { name: 'nota.jpg', type: 'image/jpeg', bytes } as const;
  await storeRecord(unsentFile({ id: 'heavy', owner: readSubject() ?? '', file, code: null }));
  return 'heavy';
}

it('a stored file whose page ended while it was opened is opened once more only when asked, then given up', async () => {
  const id = await storeHeavyPhoto();
  device.host.drafts.set(`${draftPrefix}nova-nota.aberta`, id);
  device.leave = followStoredFile();
  await waitFor(() =>
    expect($newReceipt.get()).toMatchObject({
      step: 'chosen',
      file: { name: 'nota.jpg' },
      violation: 'FILE_ENDED_PAGE',
    }),
  );
  expect(await listFilesOnDevice()).toMatchObject([{ id }]);
  expect([openedMark(), reopenedMark()]).toEqual([null, id]);

  device.leave();
  $newReceipt.set({ step: 'choosing', violation: null });
  device.leave = followStoredFile();
  await waitFor(() =>
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_ENDED_PAGE' }),
  );
  expect(await listFilesOnDevice()).toEqual([]);
  expect(reopenedMark()).toBeNull();
});

it('a stored file that is opened once more without harm is an ordinary one again', async () => {
  const id = await storeHeavyPhoto();
  device.host.drafts.set(`${draftPrefix}nova-nota.aberta`, id);
  device.leave = followStoredFile();
  await waitFor(() => expect($newReceipt.get().step).toBe('chosen'));
  await readChosenFile();
  expect($newReceipt.get().step).toBe('filling');
  expect([openedMark(), reopenedMark()]).toEqual([null, null]);
});

it('a stored file is marked only while the device reads it, and the page shows', async () => {
  const id = await storeHeavyPhoto();
  setParameter(device.host.site, 'OCR_ENABLED', 'true');
  device.host.intercept('POST /ocr/execute', neverAnswers);
  const marks: unknown[] = [];
  const stop = $newReceipt.listen((state) => {
    if (state.step !== 'reading' || state.by !== 'device') return;
    marks.push(openedMark());
    showPage(false);
    marks.push(openedMark());
    showPage(true);
    marks.push(openedMark());
  });
  device.leave = followStoredFile();
  await waitFor(() => expect($newReceipt.get()).toMatchObject({ step: 'reading', by: 'server' }));
  stop();
  expect(marks.slice(-3)).toEqual([id, null, id]);
  expect(openedMark(), 'while the server reads').toBeNull();
});

function showPage(isShown: boolean): void {
  Object.assign(document, { hidden: !isShown });
  document.dispatchEvent(new Event('visibilitychange'));
}

it('a file that is given up while another view of its frame shows makes room for the next', async () => {
  signIn();
  const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
  for (const name of ['primeira.jpg', 'segunda.jpg']) {
    const leave = followStoredFile();
    await chooseFile(new File([bytes], name, { type: 'image/jpeg' }));
    await waitFor(async () =>
      expect(await listFilesOnDevice()).toMatchObject([{ file: { name } }]),
    );
    leave();
    abandonReceipt();
    await waitFor(async () => expect(await listFilesOnDevice()).toEqual([]));
  }
});

it('a file that the device does not store would be lost with the page', async () => {
  signIn();
  device.leave = followStoredFile();
  const store = await device.host.records();
  vi.spyOn(store, 'put').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
  expect(await outlivesPage()).toBe(true);
  const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
  await chooseFile(new File([bytes], 'nota.jpg', { type: 'image/jpeg' }));
  expect(await outlivesPage()).toBe(false);
});

it('a file that cannot be sent is not there again after a reload', async () => {
  signIn();
  device.leave = followStoredFile();
  const bytes = Buffer.from(await smallPicture('jpeg'), 'base64');
  const padding = Buffer.alloc(6 * 1024 * 1024);
  await chooseFile(new File([bytes, padding], 'nota.jpg', { type: 'image/jpeg' }));
  expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_SIZE' });
  await waitFor(async () => expect(await listFilesOnDevice()).toEqual([]));
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
  expect(await listFilesOnDevice()).toMatchObject([{ file: { name: 'nota.jpg' } }]);
  await acceptOffer();
  await waitFor(async () => {
    expect($newReceipt.get()).toMatchObject({ file: { file: { name: 'comprovante.jpg' } } });
    expect(await listFilesOnDevice()).toMatchObject([{ file: { name: 'comprovante.jpg' } }]);
  });
  expect(receiptDraft.get()).toBeNull();
});

it('a shared file that the user does not want leaves the begun receipt as it was', async () => {
  signIn();
  followReceiptPage()();
  await beginReceipt();
  share(new Response(Buffer.from(await smallPicture('jpeg'), 'base64')));
  openNewReceipt();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await declineOffer();
  await waitFor(() =>
    expect($newReceipt.get()).toMatchObject({ file: { file: { name: 'nota.jpg' } } }),
  );
  expect(receiptDraft.get()).toBe('{"totalAmount":"25,90"}');
  expect(await listFilesOnDevice()).toMatchObject([{ file: { name: 'nota.jpg' } }]);
});

it('a shared file that is asked about is asked about again after a reload, until the user answers', async () => {
  signIn();
  followReceiptPage()();
  await storeEarlierPhoto();
  share(new Response(Buffer.from(await smallPicture('jpeg'), 'base64')));
  openNewReceipt();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  const stillShared = caches;
  device.leave();
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
  followReceiptPage()();
  const refused = queuedReceipt(readSubject() ?? '', device.host.now());
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
  followReceiptPage()();
  await beginReceipt();
  share(new Response('no picture'));
  openNewReceipt();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await acceptOffer();
  await expectBegunReceiptKept();
});

it('a shared file is asked about before a stored one goes on, whatever else the page starts', async () => {
  signIn();
  followReceiptPage()();
  await storeEarlierPhoto();
  share(new Response(Buffer.from(await smallPicture('jpeg'), 'base64')));
  device.leave = followStoredFile();
  await waitFor(() =>
    expect($newReceipt.get()).toMatchObject({ offer: { file: { name: 'comprovante.jpg' } } }),
  );
  vi.stubGlobal('caches', undefined);
});

it('a shared file that is refused leaves the begun receipt its photo', async () => {
  signIn();
  // The draft is this person’s.
  followReceiptPage()();
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
  followReceiptPage()();
  const bytes = await storeEarlierPhoto();
  draftedFingerprint.set(await fingerprintOf(new File([bytes], 'nota.jpg')));
  const other = Uint8Array.from(Buffer.from(await smallPicture(), 'base64')).buffer;
  const [photo] = await listFilesOnDevice();
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
  await waitFor(async () => expect(await listFilesOnDevice()).toMatchObject([{ id: 'later' }]));
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
    keptAt: device.host.now().getTime(),
    file: { name: 'nota.jpg', type: 'image/jpeg', bytes: bytes.buffer },
    code: null,
  });
  return bytes;
}

function openNewReceipt(): void {
  const leavePage = followReceiptPage();
  const leavePhoto = followStoredFile();
  device.leave = () => {
    leavePhoto();
    leavePage();
    vi.stubGlobal('caches', undefined);
  };
}
