import { atom, type PreinitializedWritableAtom } from 'nanostores';
import type { Result } from '../contract/errors.ts';
import { environment } from '../environment.ts';
import { errorMessages } from './result.ts';

/** What a page has read from the gateway, or is about to read. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'known'; value: Value };

export interface Resource<Value> {
  /** May be set, too: an answer to something else can bring a newer value. */
  readonly $state: PreinitializedWritableAtom<Loaded<Value>>;
  /** Reads it, again if need be. Never throws. */
  load(): Promise<void>;
  /** Reads it from the beginning, after a failure. */
  retry(): Promise<void>;
  /** Drops it; an answer that is still on its way changes nothing. */
  forget(): void;
  /** Loads it now and each time the page is looked at again; the result stops that. */
  follow(): () => void;
}

/**
 * Something that a page reads from the gateway and shows while it loads, when it is there and when
 * it failed.
 * @param fetch gets the value that is there, null without one; throws NetworkError as `call` does
 * @param options `keepStale`: while it loads again, and if that fails, the value that is there stays
 */
export function resource<Value>(
  fetch: (before: Value | null) => Promise<Result<Value>>,
  { keepStale = false } = {},
): Resource<Value> {
  const $state = atom<Loaded<Value>>({ state: 'loading' });
  /** Counts what was asked and set, so that an older answer does not replace a newer one. */
  let turn = 0;
  $state.listen(() => {
    turn += 1;
  });

  async function read(): Promise<Loaded<Value>> {
    const now = $state.get();
    try {
      const result = await fetch(now.state === 'known' ? now.value : null);
      if (result.ok) return { state: 'known', value: result.value };
      return { state: 'failed', lines: errorMessages(result.error) };
    } catch (failure) {
      environment().report(failure);
      return { state: 'failed', lines: errorMessages(failure) };
    }
  }

  async function load(): Promise<void> {
    if (!keepStale) forget();
    turn += 1;
    const mine = turn;
    const next = await read();
    if (mine !== turn) return;
    if (next.state === 'failed' && $state.get().state === 'known') return;
    $state.set(next);
  }

  function forget(): void {
    $state.set({ state: 'loading' });
  }

  return {
    $state,
    load,
    forget,
    retry() {
      forget();
      return load();
    },
    follow() {
      void load();
      return onReturn(load);
    },
  };
}

/** Calls back whenever the page becomes visible again; returns the function that stops it. */
export function onReturn(work: () => unknown): () => void {
  const look = () => document.visibilityState === 'visible' && void work();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
