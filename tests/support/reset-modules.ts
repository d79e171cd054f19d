import { afterAll, vi } from 'vitest';

// Before each file that shares a worker with others, but neither their globals, time nor modules.
vi.unstubAllGlobals();
vi.useRealTimers();
vi.resetModules();

/** The page is shared too: what a file's modules listen to ends with the file. */
function endListenersWithFile(target: Window | Document): void {
  const file = new AbortController();
  const listen = target.addEventListener.bind(target);
  target.addEventListener = (
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
    target.addEventListener = listen;
  });
}

/** What a file's modules repeat ends with the file, whose globals the next one does not have. */
function endIntervalsWithFile(): void {
  const begin = globalThis.setInterval;
  const begun: ReturnType<typeof setInterval>[] = [];
  globalThis.setInterval = new Proxy(begin, {
    apply(target, self, parameters) {
      const interval = Reflect.apply(target, self, parameters);
      begun.push(interval);
      return interval;
    },
  });
  afterAll(() => {
    for (const interval of begun) clearInterval(interval);
    globalThis.setInterval = begin;
  });
}

/** As listeners: what a file's modules watch in the page ends with the file. */
function endObserversWithFile(): void {
  const Observer = globalThis.MutationObserver;
  const begun: MutationObserver[] = [];
  globalThis.MutationObserver = class extends Observer {
    constructor(callback: MutationCallback) {
      super(callback);
      begun.push(this);
    }
  };
  afterAll(() => {
    for (const observer of begun) observer.disconnect();
    globalThis.MutationObserver = Observer;
  });
}

endIntervalsWithFile();
if (typeof window !== 'undefined') {
  endListenersWithFile(window);
  endListenersWithFile(document);
  endObserversWithFile();
  document.head.replaceChildren();
  document.body.replaceChildren();
}
