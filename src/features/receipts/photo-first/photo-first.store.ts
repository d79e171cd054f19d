import { atom } from 'nanostores';
import { readSubject } from '../../../client/credentials.ts';
import { environment } from '../../../environment.ts';
import { isFramedPath, newReceiptPath } from '../../../paths.ts';
import type { FoundCode } from '../../../readers/read-codes.ts';
import { readAccessKey } from '../../../rules/receipts/access-key.ts';
import type { ReceiptViolation } from '../../../rules/violation.ts';
import { $session } from '../../session/session.store.ts';
import { $isPhotoStored, photoLifetimeMs, tabPhotoId } from '../../session/stored-photo.tsx';
import { wantPath } from '../../session/wanted-path.ts';
import type { ReceiptPhoto } from '../camera/viewfinder.store.ts';
import { type PreparedFile, readOnDevice } from '../file/reading.ts';
import { fingerprintOf, readFileType } from '../file/receipt-file.ts';
import {
  $newReceipt,
  $receiptToCorrect,
  $timesAbandoned,
  awaitsFile,
  choosePhoto,
  isIdle,
  refuseFile,
  sharedFileTaken,
} from '../new-receipt.store.ts';
import {
  deleteRecord,
  draftedFingerprint,
  fileFrom,
  listUnsentFiles,
  receiptDraft,
  storeRecord,
  type UnsentFile,
  unsentFile,
} from '../receipt-storage.ts';

export type PhotoFirst =
  | { state: 'loading' }
  | { state: 'choosing'; violation: ReceiptViolation | null }
  | { state: 'storing' }
  | { state: 'stored'; photo: UnsentFile; until: 'day-later' | 'page-closed' }
  /** The browser stores nothing, such as in a full private window. */
  | { state: 'not-stored' };

export const $photoFirst = atom<PhotoFirst>({ state: 'loading' });

/** For frames without storage: users sign up or in there without leaving. */
let photoInPage: UnsentFile | null = null;

export function isFramedPage(): boolean {
  return isFramedPath(window.location.pathname);
}

/** Shows what this tab has already stored. Never throws. */
export async function loadPhoto(): Promise<void> {
  const hasTabPhoto = tabPhotoId().get() !== null;
  // A failed reading says nothing about the photo.
  const photos = hasTabPhoto ? await findPhotos().catch(() => null) : [];
  const photo = photos && tabPhotoAmong(photos);
  if (photo) showStored(photo);
  else $photoFirst.set({ state: 'choosing', violation: null });
}

function tabPhotoAmong(photos: readonly UnsentFile[]): UnsentFile | undefined {
  const id = tabPhotoId().get();
  const photo = photos.find((stored) => stored.id === id && stored.owner === null);
  if (!photo) forgetTabPhoto();
  return photo;
}

function forgetTabPhoto(): void {
  tabPhotoId().remove();
  $isPhotoStored.set(false);
}

/** Stores the photo until the user signs up or in; replaces this tab's earlier one. Never throws. */
export async function storeFirstPhoto({ file, code }: ReceiptPhoto): Promise<void> {
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
    await removeTabPhoto();
    await storeAnywhere(photo);
    tabPhotoId().set(photo.id);
    $isPhotoStored.set(true);
    wantPath(newReceiptPath);
    showStored(photo);
  } catch (failure) {
    report(failure);
    $photoFirst.set({ state: 'not-stored' });
  }
}

function showStored(photo: UnsentFile): void {
  const until = photo.id === photoInPage?.id ? 'page-closed' : 'day-later';
  $photoFirst.set({ state: 'stored', photo, until });
}

async function storeAnywhere(photo: UnsentFile): Promise<void> {
  try {
    await storeRecord(photo);
    photoInPage = null;
  } catch (failure) {
    if (!isFramedPage()) throw failure;
    photoInPage = photo;
  }
}

async function findPhotos(): Promise<UnsentFile[]> {
  return photoInPage ? [photoInPage] : freshFiles();
}

/** Newest first; erases those older than a day. */
export async function freshFiles(): Promise<UnsentFile[]> {
  const files = await listUnsentFiles();
  const oldest = environment().now().getTime() - photoLifetimeMs;
  const outdated = files.filter(({ keptAt }) => keptAt < oldest);
  await Promise.all(outdated.map(({ id }) => deleteRecord(id)));
  return files.filter(({ keptAt }) => keptAt >= oldest).sort((a, b) => b.keptAt - a.keptAt);
}

/** Looks in both storages: one that failed once may still hold an earlier photo. */
async function removeAnywhere(id: string): Promise<void> {
  const isInPage = photoInPage?.id === id;
  if (isInPage) photoInPage = null;
  await deleteRecord(id).catch((failure) => {
    if (!isInPage) throw failure;
  });
}

export async function removeFirstPhoto(): Promise<void> {
  await removeTabPhoto().catch(environment().report);
  $photoFirst.set({ state: 'choosing', violation: null });
}

async function removeTabPhoto(): Promise<void> {
  const id = tabPhotoId().get();
  forgetTabPhoto();
  if (id !== null) await removeAnywhere(id);
}

let chosenFileId: string | null = null;
let storingChosenFile: Promise<unknown> = Promise.resolve();

/** Continues with this tab's own photo; asks first if the photo is another tab's. */
export function followStoredFile(): () => void {
  const { report } = environment();
  const stops = [
    $session.subscribe(({ state }) => {
      if (state === 'signed-in') resumePhoto().catch(report);
    }),
    $timesAbandoned.listen(() => void removeChosenFile()),
    $newReceipt.listen((state) => {
      const { step } = state;
      // A receipt on its way is in the outbox, which outlives its page as well.
      if (step === 'sending' || step === 'saved' || step === 'queued') void removeChosenFile();
      else if ('file' in state && state.file) storeChosenFile(state.file);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Never throws: a photo that the device does not give up is offered again by the next page. */
async function answerOffer(act: (photo: UnsentFile) => Promise<void>): Promise<void> {
  const current = $newReceipt.get();
  if (current.step !== 'offered') return;
  $newReceipt.set({ step: 'choosing', file: null, violation: null });
  await act(current.photo).catch(environment().report);
}

export const acceptStoredPhoto = (): Promise<void> => answerOffer(continueWith);

export const declineStoredPhoto = (): Promise<void> => answerOffer(({ id }) => removeAnywhere(id));

async function resumePhoto(): Promise<void> {
  const shared = await sharedFileTaken();
  if (shared?.file) return removeReplacedFiles();
  const owner = readSubject();
  if (owner !== null) await offerOrContinue(owner, shared !== null);
  if (shared && $newReceipt.get().step === 'filling') refuseFile(shared.violation);
}

async function offerOrContinue(owner: string, isFileShared: boolean): Promise<void> {
  const photos = await findPhotos();
  const hadTabPhoto = tabPhotoId().get() !== null;
  const inTab = hadTabPhoto ? tabPhotoAmong(photos) : undefined;
  const own = await draftedAmong(
    photos.filter((photo) => photo.owner === owner || photo === inTab),
  );
  if (own) return continueWith(own);
  const current = $newReceipt.get();
  const unknown = photos.find((photo) => photo.owner === null);
  if (unknown && !isFileShared && isIdle(current)) {
    $newReceipt.set({ step: 'offered', photo: unknown });
    return;
  }
  if (hadTabPhoto && awaitsFile(current)) refuseFile('FILE_GONE');
}

/** The file that this tab was filling in, else the newest: another tab may have chosen that one. */
async function draftedAmong(photos: readonly UnsentFile[]): Promise<UnsentFile | undefined> {
  const drafted = draftedFingerprint.get();
  for (const photo of drafted === null ? [] : photos) {
    if ((await fingerprintOf(fileFrom(photo.file))) === drafted) return photo;
  }
  return photos[0];
}

/** A shared file replaces the stored one, which would otherwise be offered later. */
async function removeReplacedFiles(): Promise<void> {
  const owner = readSubject();
  const currentId = chosenFileId;
  if (owner === null || currentId === null) return;
  const replaced = (await freshFiles()).filter(
    (file) => file.owner === owner && file.id !== currentId,
  );
  await Promise.all(replaced.map(({ id }) => removeAnywhere(id)));
}

/** From now on the photo belongs only to this user. Keeps text typed for another receipt. */
async function continueWith(photo: UnsentFile): Promise<void> {
  if (!awaitsFile($newReceipt.get())) return;
  const file = fileFrom(photo.file);
  const isOther =
    receiptDraft.get() !== null && draftedFingerprint.get() !== (await fingerprintOf(file));
  if (isOther) return;
  await storeAnywhere({ ...photo, owner: readSubject() });
  forgetTabPhoto();
  await choosePhoto({ file, code: codeOf(photo) }, () => {
    chosenFileId = photo.id;
  });
}

function codeOf({ code }: UnsentFile): FoundCode | null {
  const accessKey = readAccessKey(code?.key ?? '');
  if (!code || !accessKey) return null;
  const { purchaseDate, total } = code;
  return { accessKey, purchaseDate, total, issuedIn: 'production', source: 'qr' };
}

/** Stores a signed-in user's file, so that it survives a reload as the typed text does. */
function storeChosenFile(chosen: File | PreparedFile): void {
  const owner = readSubject();
  if (owner === null || chosenFileId !== null || $receiptToCorrect.get() !== null) return;
  const id = environment().newId();
  chosenFileId = id;
  const file = chosen instanceof File ? chosen : chosen.file;
  storingChosenFile = storeOwnFile(file, { id, owner }).catch(() => {
    // A device that stores nothing asks for the file again.
  });
}

async function storeOwnFile(file: File, record: { id: string; owner: string }): Promise<void> {
  const type = await readFileType(file);
  if (type === null || type === 'image/heic') return;
  const stored = { name: file.name, type, bytes: await file.arrayBuffer() };
  await storeRecord(unsentFile({ ...record, file: stored, code: null }));
}

async function removeChosenFile(): Promise<void> {
  const id = chosenFileId;
  chosenFileId = null;
  if (id === null) return;
  await storingChosenFile;
  await removeAnywhere(id).catch(environment().report);
}
