import { readSubject } from '../../../client/credentials.ts';
import { draftOf } from '../../../client/storage.ts';
import { environment } from '../../../environment.ts';
import type { FoundCode } from '../../../readers/picture.worker.ts';
import { readAccessKey } from '../../../rules/receipts/access-key.ts';
import { $session, redirectToSignIn } from '../../session/session.store.ts';
import { hasUnsent } from '../follow-receipt-page.ts';
import {
  $newReceipt,
  $receiptToCorrect,
  awaitsFile,
  chooseFile,
  choosePhoto,
  endOffer,
  type FileOffer,
  fileOf,
  isIdle,
  isSharedFileOffered,
  type NewReceiptState,
  offerFile,
  onAbandon,
  refuseFile,
  showChosen,
} from '../new-receipt.store.ts';
import { anonymousPhotoId } from '../photo-first/anonymous-photo.tsx';
import { anonymousPhotoAmong, forgetAnonymousPhoto } from '../photo-first/photo-first.store.ts';
import {
  deleteUnsentFile,
  draftedFingerprint,
  fileFrom,
  listFilesOnDevice,
  listUnsentFiles,
  receiptDraft,
  storeRecord,
  storeUnsentFile,
  type UnsentFile,
  unsentFile,
} from '../receipt-storage.ts';
import { fingerprintOf, readFileType } from './reading.ts';
import { deleteSharedFile, findSharedFile } from './shared-file.store.ts';

let unsentFileId: string | null = null;
let storing: Promise<unknown> = Promise.resolve();

/** The file that continues a stored one, so that it is not stored twice. */
let continued: { file: File; id: string } | null = null;

/** Whose file it is: after the session has ended, a refused receipt's file is stored for that person again. */
const fileOwners = new WeakMap<File, string>();

// For good: in a frame, a receipt may be given up while another view shows.
onAbandon(() => void deleteFileOfPage());

/** Stores a signed-in user's file until it is in the outbox, and continues with a stored one. */
export function followStoredFile(): () => void {
  const { report } = environment();
  const stops = [
    $session.subscribe(({ state }) => {
      if (state !== 'signed-in') return;
      storeFileOfPage($newReceipt.get());
      resumeFile().catch(report);
    }),
    () => stopMarking(),
    $newReceipt.listen((state, before) => {
      const { step } = state;
      // Not earlier: after a reload without an answer, the page asks again.
      if (before && isSharedFileOffered(before) && !isSharedFileOffered(state)) deleteSharedFile();
      // A receipt on its way is in the outbox, which outlives its page as well.
      if (step === 'sending' || step === 'saved' || step === 'queued') void deleteFileOfPage();
      else storeFileOfPage(state);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function resumeFile(): Promise<void> {
  const shared = awaitsFile($newReceipt.get()) ? await findSharedFile() : null;
  if (isSharedFileOffered($newReceipt.get())) return;
  if (shared?.file) return takeSharedFile(shared.file);
  if (!shared) return takeUnsentFile();
  if (shared.violation === 'FILE_GONE') return takeUnsentFileOrSayGone();
  refuseFile(shared.violation);
  await takeUnsentFile({ mayOffer: false });
  if ($newReceipt.get().step === 'filling') refuseFile(shared.violation);
}

async function takeSharedFile(file: File): Promise<void> {
  if (await hasBegunReceipt()) return offerFile({ kind: 'shared-file', file });
  deleteSharedFile();
  await chooseFile(file);
}

/** The user learns that a shared file is gone only if the page has no other file for them. */
async function takeUnsentFileOrSayGone(): Promise<void> {
  await takeUnsentFile();
  const state = $newReceipt.get();
  if (awaitsFile(state) && state.step !== 'offered') refuseFile('FILE_GONE');
}

async function hasBegunReceipt(): Promise<boolean> {
  const owner = readSubject();
  const files = await listFilesOnDevice().catch(() => []);
  return receiptDraft.get() !== null || files.some((file) => file.owner === owner);
}

/** Continues with the user's own file, or offers a photo whose owner is unknown. */
async function takeUnsentFile({ mayOffer = true } = {}): Promise<void> {
  const owner = readSubject();
  if (owner === null) return;
  const files = await listUnsentFiles();
  const hadPhoto = anonymousPhotoId.get() !== null;
  const photoOfTab = hadPhoto ? anonymousPhotoAmong(files) : undefined;
  const own = await draftedAmong(
    files.filter((file) => file.owner === owner || file === photoOfTab),
  );
  if (own) return continueWith(own);
  const current = $newReceipt.get();
  const photo = files.find((file) => file.owner === null);
  if (photo && mayOffer && isIdle(current)) return offerFile({ kind: 'stored-photo', photo });
  if (hadPhoto && awaitsFile(current)) refuseFile('FILE_GONE');
}

/** The file that this tab was filling in, else the newest: another tab may have chosen that one. */
async function draftedAmong(files: readonly UnsentFile[]): Promise<UnsentFile | undefined> {
  const drafted = draftedFingerprint.get();
  for (const stored of drafted === null ? [] : files) {
    if ((await fingerprintOf(fileFrom(stored.file))) === drafted) return stored;
  }
  return files[0];
}

export const acceptOffer = (): Promise<void> =>
  answerOffer(async (offer) => {
    if (offer.kind === 'stored-photo') return continueWith(offer.photo);
    await chooseFile(offer.file);
    const state = $newReceipt.get();
    if (!awaitsFile(state) || state.step === 'offered') return deleteReplacedFiles();
    await takeUnsentFile();
    if (state.violation) refuseFile(state.violation);
  });

export const declineOffer = (): Promise<void> =>
  answerOffer(async (offer) => {
    if (offer.kind === 'stored-photo') return deleteUnsentFile(offer.photo.id);
    await takeUnsentFile();
    if (!hasUnsent() && readSubject() === null) redirectToSignIn();
  });

/** Never throws: a photo that the device does not give up is offered again by the next page. */
async function answerOffer(act: (offer: FileOffer) => Promise<void>): Promise<void> {
  const offer = endOffer();
  if (offer) await act(offer).catch(environment().report);
}

/** From now on the file belongs only to this user. Keeps text typed for another receipt. */
async function continueWith(stored: UnsentFile): Promise<void> {
  if (!awaitsFile($newReceipt.get())) return;
  const file = fileFrom(stored.file);
  const isOther =
    receiptDraft.get() !== null && draftedFingerprint.get() !== (await fingerprintOf(file));
  if (isOther) return;
  if (reopenedId.get() === stored.id) {
    reopenedId.remove();
    await deleteUnsentFile(stored.id);
    return refuseFile('FILE_ENDED_PAGE');
  }
  await storeUnsentFile({ ...stored, owner: readSubject() });
  forgetAnonymousPhoto();
  continued = { file, id: stored.id };
  if (openedId.get() === stored.id) {
    openedId.remove();
    markWhileOpened(file, () => reopenedId.set(stored.id), reopenedId.remove);
    showChosen(file, 'FILE_ENDED_PAGE');
  } else {
    markWhileOpened(file, () => openedId.set(stored.id), openedId.remove);
    await choosePhoto({ file, code: codeOf(stored) });
  }
}

/** A picture may be too large for the device. If opening it ends the page, its id is still here afterwards. */
const openedId = draftOf('nova-nota.aberta');

/** The same, once the user was asked whether to try it again. */
const reopenedId = draftOf('nova-nota.reaberta');

let stopMarking = () => {};

/** While the device draws or reads the file. A page in the background may be ended for other reasons, so it is not marked. */
function markWhileOpened(file: File, mark: () => void, unmark: () => void): void {
  const update = () => {
    const state = $newReceipt.get();
    const isOpened = state.step === 'chosen' || (state.step === 'reading' && state.by === 'device');
    if (isOpened && state.file === file && !document.hidden) mark();
    else unmark();
  };
  stopMarking();
  const stopListening = $newReceipt.listen(update);
  document.addEventListener('visibilitychange', update);
  stopMarking = () => {
    stopListening();
    document.removeEventListener('visibilitychange', update);
  };
}

function codeOf({ code }: UnsentFile): FoundCode | null {
  const accessKey = readAccessKey(code?.key ?? '');
  if (!code || !accessKey) return null;
  const { purchaseDate, total } = code;
  return { accessKey, purchaseDate, total, issuedIn: 'production', source: 'qr' };
}

function storeFileOfPage(state: NewReceiptState): void {
  const file = fileOf(state);
  if (!file || state.step === 'sending') return;
  if (continued?.file === file) unsentFileId = continued.id;
  const owner = readSubject() ?? fileOwners.get(file);
  if (!owner || $receiptToCorrect.get() !== null) return;
  fileOwners.set(file, owner);
  if (unsentFileId !== null) return;
  const id = environment().newId();
  unsentFileId = id;
  storing = storeAsUnsent(owner, { id, file }).catch(() => {
    // A device that stores nothing asks for the file again.
  });
}

/** Whether the page would find its receipt again after a reload. */
export async function outlivesPage(): Promise<boolean> {
  if (!fileOf($newReceipt.get()) || $receiptToCorrect.get() !== null) return true;
  await storing;
  const files = await listFilesOnDevice().catch(() => []);
  return files.some(({ id }) => id === unsentFileId);
}

async function storeAsUnsent(
  owner: string,
  { id, file }: { id: string; file: File },
): Promise<void> {
  const type = await readFileType(file);
  if (type === null || type === 'image/heic') return;
  const stored = { name: file.name, type, bytes: await file.arrayBuffer() };
  await storeRecord(unsentFile({ id, owner, file: stored, code: null }));
}

async function deleteFileOfPage(): Promise<void> {
  const id = unsentFileId;
  unsentFileId = null;
  if (id === null) return;
  if (continued?.id === id) continued = null;
  await storing;
  await deleteUnsentFile(id).catch(environment().report);
}

/** A shared file replaces the stored one, which would otherwise be offered later. */
async function deleteReplacedFiles(): Promise<void> {
  const owner = readSubject();
  const currentId = unsentFileId;
  if (owner === null || currentId === null) return;
  const replaced = (await listFilesOnDevice()).filter(
    (file) => file.owner === owner && file.id !== currentId,
  );
  await Promise.all(replaced.map(({ id }) => deleteUnsentFile(id)));
}
