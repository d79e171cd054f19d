import { useEffect, useRef, useState } from 'react';
import { environment } from '../../environment.ts';
import { serviceWorkerPath } from '../../paths.ts';
import { failureMessage, noConnection } from '../../rules/messages/messages.ts';

/** A task of its own: frames and presses come in between. @returns what cancels it, or stops what it began */
export function inNextTask(work: () => (() => void) | undefined): () => void {
  let stop: ReturnType<typeof work>;
  const task = setTimeout(() => {
    stop = work();
  });
  return () => {
    clearTimeout(task);
    stop?.();
  };
}

export type LazyModule<Module> =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[]; retry: () => void }
  | { state: 'loaded'; module: Module };

const mayAlwaysReload = async () => true;

/** Loads once the caller is live; after a failure, when asked or when the network is back. */
export function useLazyModule<Module>(
  load: () => Promise<Module>,
  mayReloadPage = mayAlwaysReload,
): LazyModule<Module> {
  const [lazy, setLazy] = useState<LazyModule<Module>>({ state: 'loading' });
  const isAsked = useRef(false);
  const { state } = lazy;
  useEffect(() => {
    if (state !== 'loading') return;
    const retry = () => {
      isAsked.current = true;
      setLazy({ state: 'loading' });
    };
    return inNextTask(() => {
      load().then(
        (module) => setLazy({ state: 'loaded', module }),
        async (failure) => {
          environment().report(failure);
          // The server may have replaced the page's files by others.
          const isOffline = navigator.onLine === false;
          const mayReload = isAsked.current && !isOffline && window.top === window;
          if (mayReload && (await mayReloadPage())) window.location.reload();
          const lines = [isOffline ? noConnection : failureMessage(null)];
          setLazy({ state: 'failed', lines, retry });
        },
      );
    });
  }, [state, load, mayReloadPage]);
  useEffect(() => {
    if (lazy.state !== 'failed') return;
    const retryUnasked = () => {
      lazy.retry();
      isAsked.current = false;
    };
    window.addEventListener('online', retryUnasked);
    return () => window.removeEventListener('online', retryUnasked);
  }, [lazy]);
  return lazy;
}

/** Scripts for later are loaded after this, so that the page itself loads first. */
export const settledAfterMs = 2_000;

/** Makes the pages of receipts open without a network. Not in frames, ours or another site's; never throws. */
export async function workOffline(): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.serviceWorker) return;
  if (window.top !== window || !import.meta.env.PROD) return;
  try {
    await new Promise((resolve) => setTimeout(resolve, settledAfterMs));
    const { trustedAddress } = await import('../../readers/workers.ts');
    await navigator.serviceWorker.register(trustedAddress(serviceWorkerPath));
  } catch (failure) {
    environment().report(failure);
  }
}
