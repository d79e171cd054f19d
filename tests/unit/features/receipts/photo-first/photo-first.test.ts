import { expect, it, vi } from 'vitest';
import { readSubject } from '../../../../../src/client/credentials.ts';
import {
  acceptOffer,
  declineOffer,
  followStoredFile,
} from '../../../../../src/features/receipts/file/stored-file.ts';
import {
  $newReceipt,
  abandonReceipt,
} from '../../../../../src/features/receipts/new-receipt.store.ts';
import {
  $hasAnonymousPhoto,
  anonymousPhotoId,
  isAnonymousPhotoFresh,
} from '../../../../../src/features/receipts/photo-first/anonymous-photo.tsx';
import {
  $photoFirst,
  loadAnonymousPhoto,
  removeAnonymousPhoto,
  storeAnonymousPhoto,
} from '../../../../../src/features/receipts/photo-first/photo-first.store.ts';
import {
  listFilesOnDevice,
  storeRecord,
} from '../../../../../src/features/receipts/receipt-storage.ts';
import { takeWantedPath } from '../../../../../src/features/session/session.store.ts';
import { photographedReceipt, signedOutDevice } from '../../../../support/signed-out-device.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const device = signedOutDevice();
const { photograph, signIn, credentialsOfAnother, openAnotherTab } = device;

it('a photo waits for its person, across a reload, and then continues by itself', async () => {
  await photograph();
  expect($photoFirst.get()).toMatchObject({ state: 'stored', photo: { owner: null } });
  expect($hasAnonymousPhoto.get()).toBe(true);
  await loadAnonymousPhoto();
  expect($photoFirst.get()).toMatchObject({ state: 'stored' });

  device.leave = followStoredFile();
  signIn();
  await waitFor(() => expect($newReceipt.get()).toMatchObject({ step: 'filling' }));
  const state = $newReceipt.get();
  expect(state.step === 'filling' && state.readFields.identifier?.replaceAll(' ', '')).toBe(
    photographedReceipt.key,
  );
  expect(state).toMatchObject({ readFields: { totalAmount: '54,90' } });
  expect($hasAnonymousPhoto.get()).toBe(false);
  // After the sign-in by the dialog the page of the new receipt comes.
  expect(takeWantedPath()).toBe('/nova-nota');
});

it('a photo that is in the form is its person’s alone, and stays until its receipt is sent', async () => {
  await photograph();
  device.leave = followStoredFile();
  signIn();
  await waitFor(() => expect($newReceipt.get().step).toBe('filling'));
  expect(await listFilesOnDevice()).toMatchObject([{ owner: readSubject() }]);
  $newReceipt.set({ step: 'choosing', violation: null });
  signIn(await credentialsOfAnother());
  await new Promise(setImmediate);
  expect($newReceipt.get()).toMatchObject({ step: 'choosing' });

  $newReceipt.set({ step: 'saved', receipt: { status: 'DONE', engineOrders: [] }, next: null });
  await waitFor(async () => expect(await listFilesOnDevice()).toEqual([]));
});

it('a photo that another tab took is asked about first', async () => {
  await photograph();
  openAnotherTab();
  device.leave = followStoredFile();
  signIn(await credentialsOfAnother());
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await declineOffer();
  expect($newReceipt.get()).toMatchObject({ step: 'choosing' });
  expect(await listFilesOnDevice()).toEqual([]);
});

it('the person to whom it belongs goes on with it', async () => {
  await photograph();
  openAnotherTab();
  device.leave = followStoredFile();
  signIn();
  await waitFor(() => expect($newReceipt.get().step).toBe('offered'));
  await acceptOffer();
  expect($newReceipt.get()).toMatchObject({ step: 'filling' });
});

it('a stored photo is deleted after a day', async () => {
  const { now } = device.gateway.clock;
  await photograph();
  device.gateway.passTime(86_400_001);
  expect(await listFilesOnDevice()).toEqual([]);
  device.gateway.clock.now = now;
  expect(await listFilesOnDevice()).toEqual([]);
});

it('a photo that was deleted after a day is no longer promised, and its person learns of it', async () => {
  await photograph();
  const id = anonymousPhotoId.get() ?? '';
  expect(isAnonymousPhotoFresh()).toBe(true);
  const { now } = device.gateway.clock;
  device.gateway.passTime(86_400_001);
  expect(isAnonymousPhotoFresh()).toBe(false);
  await loadAnonymousPhoto();
  expect($photoFirst.get()).toEqual({ state: 'choosing', violation: null });
  expect([$hasAnonymousPhoto.get(), anonymousPhotoId.get()]).toEqual([false, null]);

  anonymousPhotoId.set(id);
  device.gateway.clock.now = now;
  device.leave = followStoredFile();
  signIn();
  await waitFor(() =>
    expect($newReceipt.get()).toEqual({ step: 'choosing', violation: 'FILE_GONE' }),
  );
  expect(anonymousPhotoId.get()).toBeNull();
});

it('a photo that has become another person’s in another tab is not shown in this one', async () => {
  await photograph();
  const [photo] = await listFilesOnDevice();
  if (photo) await storeRecord({ ...photo, owner: 'bia' });
  await loadAnonymousPhoto();
  expect($photoFirst.get()).toEqual({ state: 'choosing', violation: null });
  expect($hasAnonymousPhoto.get()).toBe(false);
});

it('a stored photo is replaced by the next one of its tab, and can be deleted', async () => {
  await photograph();
  await photograph();
  expect(await listFilesOnDevice()).toHaveLength(1);
  await removeAnonymousPhoto();
  expect(await listFilesOnDevice()).toEqual([]);
  expect($photoFirst.get()).toEqual({ state: 'choosing', violation: null });
});

it('a file that is no picture, and a browser that stores nothing, are reported', async () => {
  await storeAnonymousPhoto({ file: new File(['texto'], 'nota.jpg'), code: null });
  expect($photoFirst.get()).toEqual({ state: 'choosing', violation: 'FILE_TYPE' });
  const store = await device.host.records();
  vi.spyOn(store, 'put').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
  await photograph();
  expect($photoFirst.get()).toEqual({ state: 'not-stored' });
});

it('a photo in a frame without storage stays in the page until its user has signed in', async () => {
  window.location.pathname = '/quadro/notas/';
  const blocked = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
  vi.spyOn(device.host, 'records').mockImplementation(blocked);
  await photograph();
  await loadAnonymousPhoto();
  expect($photoFirst.get()).toMatchObject({ state: 'stored', until: 'page-closed' });
  device.leave = followStoredFile();
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
    const store = await device.host.records();
    const put = store.put.bind(store);
    const puts = vi.spyOn(store, 'put');
    for (let done = 0; done < before; done += 1) puts.mockImplementationOnce(put);
    puts.mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
    await photograph();
    device.leave = followStoredFile();
    signIn();
    await waitFor(() => expect($newReceipt.get()).toMatchObject({ step: 'filling' }));
    expect(puts).toHaveBeenCalledTimes(2);
    $newReceipt.set({ step: 'saved', receipt: { status: 'DONE', engineOrders: [] }, next: null });
    await waitFor(async () => expect(await listFilesOnDevice()).toEqual([]));
  },
);
