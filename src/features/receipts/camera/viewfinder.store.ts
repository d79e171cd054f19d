import { atom } from 'nanostores';
import { timeoutAfter, whenAborted } from '../../../client/call.ts';
import { draftOf } from '../../../client/storage.ts';
import { environment } from '../../../environment.ts';
import type { FoundCode, FrameView, PictureRequest } from '../../../readers/picture.worker.ts';
import { $outbox } from '../outbox/outbox.store.ts';
import {
  type Camera,
  type CameraOffer,
  type CameraProblem,
  canAskAgain,
  frameOf,
  offeredCamera,
  openCamera,
  problemOf,
} from './camera.ts';

export interface ReceiptPhoto {
  file: File;
  code: FoundCode | null;
}

export type Viewfinder =
  /** The camera is not in use. `offer`: what the page may do once it knows the device. */
  | { state: 'closed'; offer: CameraOffer | 'unknown'; problem: CameraProblem | null }
  | { state: 'opening' }
  /** The picture is live. `torch` is null where the device has none. */
  | { state: 'looking'; camera: Camera; seen: SeenInView; torch: 'off' | 'on' | null }
  | { state: 'taking'; camera: Camera; code: FoundCode | null }
  /** The page is hidden: the camera is free for other programs, and returns with the page. */
  | { state: 'resting' };

/** `other`: not a receipt's code. `test`: of the tax office's test environment. `sent`: already. */
type SeenInView = 'nothing' | 'other' | 'test' | 'sent' | 'several';

const closed = { state: 'closed', offer: 'unknown', problem: null } satisfies Viewfinder;

export const $viewfinder = atom<Viewfinder>(closed);

/** Pauses between looks at the live picture; longer while a receipt that was sent lies there. */
const lookEveryMs = 150;
const lookAgainMs = 1_000;

/** After so many looks that fail in a row, each pause twice as long, the page gives up. */
const maxFailures = 6;

/** How long a sentence about another code stays after the code has left the picture. */
const seenForMs = 2_500;

/** Some devices never finish a photo, and some hands never hold still; then we use a frame. */
const photoTimeoutMs = 4_000;
const maxPhotos = 3;

/** Changes with every start and stop, to recognise late answers to earlier tries. */
let runNumber = 0;

const sentKeys = new Set<string>();

/** For a receipt that was sent in any way: its paper may still lie before the camera. */
export function ignoreInCamera(key: string): void {
  sentKeys.add(key);
}

function wasSent({ accessKey: { key } }: FoundCode): boolean {
  const isQueued = $outbox
    .get()
    .some(({ state, receipt }) => state !== 'refused' && receipt.content.identifier === key);
  return isQueued || sentKeys.has(key);
}

/** In this tab: browsers block a question for a week if it comes unasked and is dismissed thrice. */
const refusal = draftOf('nova-nota.camera');

/** Opens the camera where users expect it, unless `onlyAfterPress`; a hidden page releases it. */
export function startViewfinder({ onlyAfterPress } = { onlyAfterPress: false }): () => void {
  const thisRun = countRun();
  offeredCamera().then(
    (offer) => {
      if (thisRun !== runNumber) return;
      const needsPress = onlyAfterPress || refusal.get() !== null;
      const allowed = needsPress && offer === 'open' ? 'ask' : offer;
      $viewfinder.set(allowed === 'open' ? { state: 'resting' } : { ...closed, offer: allowed });
      if (document.visibilityState === 'visible') wakeCamera();
    },
    // This browser does not list its cameras; files can still be chosen.
    (failure) => environment().report(failure),
  );
  const onVisibility = () => (document.visibilityState === 'hidden' ? restCamera() : wakeCamera());
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', restCamera);
  window.addEventListener('pageshow', wakeCamera);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', restCamera);
    window.removeEventListener('pageshow', wakeCamera);
    releaseCamera(closed);
  };
}

/** Opens the camera, after the browser's own question if need be. Never throws. */
export async function openViewfinder({ isPressed } = { isPressed: true }): Promise<void> {
  const { state } = $viewfinder.get();
  if (state !== 'closed' && state !== 'resting') return;
  const thisRun = countRun();
  $viewfinder.set({ state: 'opening' });
  try {
    const camera = await openCamera(() => thisRun === runNumber && close('lost'));
    refusal.remove();
    if (thisRun !== runNumber) return camera.close();
    const torch = camera.hasTorch ? 'off' : null;
    $viewfinder.set({ state: 'looking', camera, seen: 'nothing', torch });
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === 'refused') refusal.set(problem);
    const mayAsk = problem === 'refused' && !isPressed && (await canAskAgain());
    const offer = mayAsk ? 'ask' : undefined;
    if (thisRun === runNumber) close(problem, offer);
  }
}

export function closeViewfinder(): void {
  if ($viewfinder.get().state !== 'closed') close(null);
}

/** Never throws: a torch that does not respond is no longer offered. */
export async function switchTorch(): Promise<void> {
  const before = $viewfinder.get();
  if (before.state !== 'looking' || before.torch === null) return;
  const torch = before.torch === 'on' ? 'off' : 'on';
  const switched = await before.camera.switchTorch(torch === 'on').then(
    () => torch,
    () => null,
  );
  const current = $viewfinder.get();
  if (current.state === 'looking' && current.camera === before.camera) {
    $viewfinder.set({ ...current, torch: switched });
  }
}

/** Takes a photo once a code is in view; the camera is free again when `onPhoto` is called. */
export async function watchForReceipt(
  video: HTMLVideoElement,
  onPhoto: (photo: ReceiptPhoto) => void,
  signal: AbortSignal,
): Promise<void> {
  const show = viewNotices();
  let failures = 0;
  let pauseMs = lookEveryMs;
  while (await nextFrame(video, signal, pauseMs * 2 ** failures)) {
    try {
      const view = await lookAt(video, signal);
      failures = 0;
      const receipt = newReceiptIn(view);
      if (receipt) return await takePhoto(video, receipt, onPhoto);
      const seen = seenIn(view);
      pauseMs = seen === 'sent' ? lookAgainMs : lookEveryMs;
      show(seen);
    } catch (failure) {
      if (signal.aborted) return;
      failures += 1;
      pauseMs = lookEveryMs;
      if (failures < maxFailures) continue;
      // Without the code reader, the live picture stays and the shutter works.
      environment().report(failure);
      return;
    }
  }
}

/** @throws if a slow device has no frame yet, or if the reader cannot be loaded */
async function lookAt(video: HTMLVideoElement, signal: AbortSignal): Promise<FrameView> {
  const { readFrameInWorker } = await import('../../../readers/read-in-worker.ts');
  // A video frame costs the page no copy of its pixels; older browsers have none.
  const frame = 'VideoFrame' in window ? new VideoFrame(video) : await createImageBitmap(video);
  return readFrameInWorker(frame, signal);
}

export function seenIn({ receipt, others, several }: Omit<FrameView, 'jpeg'>): SeenInView {
  if (several) return 'several';
  if (receipt && wasSent(receipt)) return 'sent';
  if (receipt && receipt.issuedIn !== 'production') return 'test';
  return others ? 'other' : 'nothing';
}

interface SeenReceipt {
  code: FoundCode;
  frame: Blob;
}

export function newReceiptIn({ receipt, jpeg }: FrameView): SeenReceipt | null {
  return receipt && jpeg && !wasSent(receipt) ? { code: receipt, frame: jpeg } : null;
}

/** @param receipt null when the user presses the shutter before a code is read */
export async function takePhoto(
  video: HTMLVideoElement,
  receipt: SeenReceipt | null,
  onPhoto: (photo: ReceiptPhoto) => void,
): Promise<void> {
  const current = $viewfinder.get();
  if (current.state !== 'looking') return;
  const { camera } = current;
  const thisRun = runNumber;
  const code = receipt?.code ?? null;
  $viewfinder.set({ state: 'taking', camera, code });
  // Browsers refuse to vibrate before the page was tapped, and complain in their console.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(code ? [40, 60, 40] : 40);
  try {
    const { signal: deadline } = timeoutAfter(photoTimeoutMs);
    const photo = receipt
      ? ((await photoWithCode(camera, receipt, deadline)) ?? receipt.frame)
      : ((await camera.takePhoto(deadline)) ?? (await frameOf(video)));
    if (thisRun !== runNumber) return;
    const name = photo.type === 'image/png' ? 'nota.png' : 'nota.jpg';
    releaseCamera(closed);
    onPhoto({ file: new File([photo], name, { type: photo.type }), code });
  } catch (failure) {
    environment().report(failure);
    if (thisRun === runNumber) close('failed');
  }
}

/**
 * As small as it will be sent: the gateway reads the code again, to ask the tax office. Null if
 * hand or light changed each time, so that no photo shows only this receipt.
 */
async function photoWithCode(
  camera: Camera,
  { code }: SeenReceipt,
  deadline: AbortSignal,
): Promise<Blob | null> {
  for (let tries = 0; tries < maxPhotos && !deadline.aborted; tries += 1) {
    const photo = await camera.takePhoto(deadline);
    if (!photo) return null;
    const photoRead = await readPhoto({ source: photo, shrink: true, seenCode: code }, deadline);
    const reread =
      photoRead?.jpeg && (await readPhoto({ source: photoRead.jpeg, shrink: false }, deadline));
    const isSame = reread && reread.found?.accessKey.key === code.accessKey.key;
    if (isSame && !reread.several) return photoRead.jpeg;
  }
  return null;
}

async function readPhoto(request: PictureRequest, deadline: AbortSignal) {
  const { readPictureInWorker } = await import('../../../readers/read-in-worker.ts');
  const result = await readPictureInWorker(request, deadline).catch(() => null);
  return result?.state === 'opened' ? result : null;
}

/** The last sight stays for a while, so that its sentence can be read. */
function viewNotices(): (seen: SeenInView) => void {
  let sawAt = 0;
  return (seen) => {
    if (seen !== 'nothing') sawAt = performance.now();
    else if (performance.now() - sawAt <= seenForMs) return;
    const current = $viewfinder.get();
    if (current.state === 'looking' && current.seen !== seen) $viewfinder.set({ ...current, seen });
  };
}

/** @returns false once the user or the page has ended it. */
async function nextFrame(
  video: HTMLVideoElement,
  signal: AbortSignal,
  pauseMs: number,
): Promise<boolean> {
  // Where the browser announces frames, none is looked at twice.
  const isAnnounced = 'requestVideoFrameCallback' in video;
  do {
    // Leaves nothing on the signal, which lasts for as long as the camera is open.
    const time = timeoutAfter(pauseMs, signal);
    await whenAborted(time.signal);
    time.release();
    if (signal.aborted) return false;
    await new Promise<void>((resolve) => {
      const look = () => {
        signal.removeEventListener('abort', look);
        resolve();
      };
      signal.addEventListener('abort', look);
      if (isAnnounced) video.requestVideoFrameCallback(look);
      else requestAnimationFrame(look);
    });
  } while (!signal.aborted && video.videoWidth === 0);
  return !signal.aborted;
}

function restCamera(): void {
  const { state } = $viewfinder.get();
  if (state === 'opening' || state === 'looking' || state === 'taking') {
    releaseCamera({ state: 'resting' });
  }
}

function wakeCamera(): void {
  if ($viewfinder.get().state === 'resting') void openViewfinder({ isPressed: false });
}

/** A refused or missing camera is not offered again; a busy one may soon be free. */
function close(
  problem: CameraProblem | null,
  offer: CameraOffer = problem === 'refused' || problem === 'missing' ? 'none' : 'ask',
): void {
  releaseCamera({ state: 'closed', offer, problem });
}

function releaseCamera(next: Viewfinder): void {
  countRun();
  const current = $viewfinder.get();
  if ('camera' in current) current.camera.close();
  $viewfinder.set(next);
}

function countRun(): number {
  runNumber += 1;
  return runNumber;
}
