import { afterAll, vi } from 'vitest';

// Before each file that shares a worker with others, but neither their globals, time nor modules.
vi.unstubAllGlobals();
vi.useRealTimers();
vi.resetModules();

/** The page is shared too: what a file's modules listen to on its window ends with the file. */
function endListenersWithFile(page: Window): void {
  const file = new AbortController();
  const listen = page.addEventListener.bind(page);
  page.addEventListener = (
    event: string,
    listener: EventListenerOrEventListenerObject,
    options: boolean | AddEventListenerOptions = {},
  ) => {
    const given = typeof options === 'boolean' ? { capture: options } : options;
    const signal = given.signal ? AbortSignal.any([given.signal, file.signal]) : file.signal;
    listen(event, listener, { ...given, signal });
  };
  afterAll(() => {
    file.abort();
    page.addEventListener = listen;
  });
}

if (typeof window !== 'undefined') endListenersWithFile(window);
