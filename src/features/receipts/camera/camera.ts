import { whenAborted } from '../../../client/call.ts';

export type CameraProblem = 'refused' | 'missing' | 'busy' | 'lost' | 'failed';

/** An open camera; `close` it, or the light at the device stays on. */
export interface Camera {
  readonly stream: MediaStream;
  readonly hasTorch: boolean;
  switchTorch(on: boolean): Promise<void>;
  /** At the camera's full resolution; null where the browser takes no photo, or not in time. */
  takePhoto(signal: AbortSignal): Promise<Blob | null>;
  close(): void;
}

/** Whether a page may open the camera at once, only after a press, or not at all. */
export type CameraOffer = 'open' | 'ask' | 'none';

/** Pixels. A code is read in the video; without ImageCapture the photo is a frame of it. */
const sharpVideo = { width: { ideal: 2560 }, height: { ideal: 1440 } };
const lightVideo = { width: { ideal: 1920 }, height: { ideal: 1080 } };

const photoQuality = 0.92;

/**
 * The page opens the camera at once only if the user allowed it before, or on a touch device;
 * within another site's page, whose own permission the browser may name here, only after a press.
 */
export async function offeredCamera(): Promise<CameraOffer> {
  const { mediaDevices } = navigator;
  // Safari before 16.4 has no OffscreenCanvas, in which codes are found and photos taken.
  if (!mediaDevices?.getUserMedia || !('OffscreenCanvas' in window)) return 'none';
  if (!isAllowedByHost()) return 'none';
  const [permission, devices] = await Promise.all([
    cameraPermission(),
    mediaDevices.enumerateDevices(),
  ]);
  const isThere = devices.some(({ kind }) => kind === 'videoinput');
  if (!isThere || permission === 'denied') return 'none';
  const isHeld = window.matchMedia('(pointer: coarse)').matches;
  const isExpected = permission === 'granted' || isHeld;
  return isExpected && window.top === window ? 'open' : 'ask';
}

/** Whether a press may bring back the browser's question, which came unasked and was dismissed. */
export async function canAskAgain(): Promise<boolean> {
  return (await cameraPermission()) !== 'denied';
}

/** Not every browser has a name for it. */
async function cameraPermission(): Promise<PermissionState | undefined> {
  const query = navigator.permissions?.query({ name: 'camera' }).catch(() => null);
  return (await query)?.state;
}

/** Whether the page lets the frame use the camera; Firefox and Safari say so only by an error. */
function isAllowedByHost(): boolean {
  const page: Document & { featurePolicy?: { allowsFeature(name: string): boolean } } = document;
  return page.featurePolicy?.allowsFeature('camera') !== false;
}

/** Prefers the back camera; calls `onLost` when the device ends it. @throws what `problemOf` names */
export async function openCamera(onLost: () => void): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      facingMode: { ideal: 'environment' },
      ...('ImageCapture' in window ? lightVideo : sharpVideo),
    },
  });
  const [track] = stream.getVideoTracks();
  if (!track) throw new DOMException('A stream without a picture', 'NotFoundError');
  const abilities: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {};
  track.addEventListener('ended', onLost);
  return {
    stream,
    hasTorch: abilities.torch === true,
    switchTorch: (on) => track.applyConstraints({ advanced: [{ torch: on } as object] }),
    takePhoto: (signal) => photoOf(track, signal).catch(() => null),
    close() {
      track.removeEventListener('ended', onLost);
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

export function problemOf(failure: unknown): CameraProblem {
  switch (failure instanceof Error ? failure.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}

async function photoOf(track: MediaStreamTrack, signal: AbortSignal): Promise<Blob | null> {
  if (!('ImageCapture' in window)) return null;
  const tooLate = whenAborted(signal).then(() => null);
  const photo = await Promise.race([new ImageCapture(track).takePhoto(), tooLate]);
  const isPicture = photo && /^image\/(jpeg|png)$/.test(photo.type) && photo.size > 0;
  return isPicture ? photo : null;
}

export async function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: photoQuality });
}
