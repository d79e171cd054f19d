import { environment } from '../../environment.ts';
import { serviceWorkerPath } from '../../paths.ts';
import { sharedFileCache, sharedFileHeaders } from '../../storage-keys.ts';
import { onSignOut } from '../session/session.store.ts';

/** A shared picture is for the person who shared it: later it is erased instead. Milliseconds. */
const sharedFileLifetime = 10 * 60_000;

const settledAfterMs = 2_000;

/** From now on the pages of receipts open without a network. Not in frames; never throws. */
export async function workOffline(): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.serviceWorker) return;
  if (window !== window.top || !import.meta.env.PROD) return;
  try {
    // The page's own scripts go first.
    await new Promise((resolve) => setTimeout(resolve, settledAfterMs));
    const { trustedAddress } = await import('../../readers/workers.ts');
    await navigator.serviceWorker.register(trustedAddress(serviceWorkerPath));
  } catch (failure) {
    environment().report(failure);
  }
}

/** A shared picture leaves the device with its person. */
const eraseSharedFile = () =>
  void (typeof caches === 'undefined' || caches.delete(sharedFileCache));

/** What another app shared with the installed site, once. Never throws. */
export async function takeSharedFile(): Promise<File | null> {
  onSignOut(eraseSharedFile);
  if (typeof caches === 'undefined' || !(await caches.has(sharedFileCache).catch(() => false))) {
    return null;
  }
  try {
    const answer = await (await caches.open(sharedFileCache)).match('/');
    await caches.delete(sharedFileCache);
    return answer ? await fileOf(answer) : null;
  } catch (failure) {
    environment().report(failure);
    return null;
  }
}

async function fileOf(answer: Response): Promise<File | null> {
  const name = answer.headers.get(sharedFileHeaders.name) ?? '';
  const time = Number(answer.headers.get(sharedFileHeaders.time));
  if (Date.now() - time > sharedFileLifetime) return null;
  const type = answer.headers.get('content-type') ?? '';
  return new File([await answer.blob()], decodeURIComponent(name), { type });
}
