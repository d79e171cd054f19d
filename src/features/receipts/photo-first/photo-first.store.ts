import { atom } from 'nanostores';
import { environment } from '../../../environment.ts';
import { isFramedPath, newReceiptPath } from '../../../paths.ts';
import type { ReceiptViolation } from '../../../rules/violation.ts';
import { rememberWantedPath } from '../../session/session.store.ts';
import type { ReceiptPhoto } from '../camera/viewfinder.store.ts';
import { readOnDevice } from '../file/reading.ts';
import {
  deleteUnsentFile,
  isOnlyInPage,
  listUnsentFiles,
  storeUnsentFile,
  type UnsentFile,
  unsentFile,
} from '../receipt-storage.ts';
import { $hasAnonymousPhoto, anonymousPhotoId } from './anonymous-photo.tsx';

export type PhotoFirstState =
  | { state: 'loading' }
  | { state: 'choosing'; violation: ReceiptViolation | null }
  | { state: 'storing' }
  | { state: 'stored'; photo: UnsentFile; until: 'day-later' | 'page-closed' }
  /** The browser stores nothing, such as in a full private window. */
  | { state: 'not-stored' };

export const $photoFirst = atom<PhotoFirstState>({ state: 'loading' });

export function isFramedPage(): boolean {
  return isFramedPath(window.location.pathname);
}

/** Shows what this tab has already stored. Never throws. */
export async function loadAnonymousPhoto(): Promise<void> {
  const isThere = anonymousPhotoId.get() !== null;
  // A failed reading says nothing about the photo.
  const files = isThere ? await listUnsentFiles().catch(() => null) : [];
  const photo = files && anonymousPhotoAmong(files);
  if (photo) showStored(photo);
  else $photoFirst.set({ state: 'choosing', violation: null });
}

/** The one of this tab; forgets one that is gone, or has become another person's. */
export function anonymousPhotoAmong(files: readonly UnsentFile[]): UnsentFile | undefined {
  const id = anonymousPhotoId.get();
  const photo = files.find((file) => file.id === id && file.owner === null);
  if (!photo) forgetAnonymousPhoto();
  return photo;
}

export function forgetAnonymousPhoto(): void {
  anonymousPhotoId.remove();
  $hasAnonymousPhoto.set(false);
}

/** Stores the photo until the user signs up or in; replaces this tab's earlier one. Never throws. */
export async function storeAnonymousPhoto({ file, code }: ReceiptPhoto): Promise<void> {
  const { newId, now, report } = environment();
  $photoFirst.set({ state: 'storing' });
  try {
    const reading = await readOnDevice(file, new AbortController().signal, code);
    if (reading.state === 'refused') {
      $photoFirst.set({ state: 'choosing', violation: reading.violation });
      return;
    }
    const { upload, fileType } = reading;
    const photo = unsentFile({
      id: `${now().getTime()}-${newId()}`,
      owner: null,
      file: { name: file.name, type: fileType, bytes: await upload.arrayBuffer() },
      code: code && { key: code.accessKey.key, purchaseDate: code.purchaseDate, total: code.total },
    });
    await deleteAnonymousPhoto();
    await storeUnsentFile(photo);
    anonymousPhotoId.set(photo.id);
    $hasAnonymousPhoto.set(true);
    rememberWantedPath(newReceiptPath);
    showStored(photo);
  } catch (failure) {
    report(failure);
    $photoFirst.set({ state: 'not-stored' });
  }
}

function showStored(photo: UnsentFile): void {
  const until = isOnlyInPage(photo) ? 'page-closed' : 'day-later';
  $photoFirst.set({ state: 'stored', photo, until });
}

export async function removeAnonymousPhoto(): Promise<void> {
  await deleteAnonymousPhoto().catch(environment().report);
  $photoFirst.set({ state: 'choosing', violation: null });
}

async function deleteAnonymousPhoto(): Promise<void> {
  const id = anonymousPhotoId.get();
  forgetAnonymousPhoto();
  if (id !== null) await deleteUnsentFile(id);
}
