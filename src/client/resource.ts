import { atom, type PreinitializedWritableAtom } from 'nanostores';
import type { Result } from '../contract/errors.ts';
import { environment } from '../environment.ts';
import { errorMessages } from './result.ts';

export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  /** `staleSince`: when the value was read or set, if it could not be read again. */
  | { state: 'loaded'; value: Value; staleSince?: Date };

export interface Resource<Value> {
  /** Can be set, because another call's answer may contain a newer value. */
  readonly $state: PreinitializedWritableAtom<Loaded<Value>>;
  load(): Promise<void>;
  retry(): Promise<void>;
  clear(): void;
  /** Loads now and at each return to the page. @returns a function that stops it */
  follow(): () => void;
}

/** `read` gets the last value or null; `keepStale` shows it while loading and after a failure. */
export function resource<Value>(
  read: (before: Value | null) => Promise<Result<Value>>,
  { keepStale = false } = {},
): Resource<Value> {
  const $state = atom<Loaded<Value>>({ state: 'loading' });
  let loadCount = 0;
  let knownAt = new Date(0);
  $state.listen((next) => {
    if (next.state === 'loaded' && !next.staleSince) knownAt = environment().now();
  });

  async function readState(): Promise<Loaded<Value>> {
    const current = $state.get();
    try {
      const result = await read(current.state === 'loaded' ? current.value : null);
      if (result.ok) return { state: 'loaded', value: result.value };
      return { state: 'failed', lines: errorMessages(result.error) };
    } catch (failure) {
      environment().report(failure);
      return { state: 'failed', lines: errorMessages(failure) };
    }
  }

  async function load(): Promise<void> {
    if (!keepStale) clear();
    loadCount += 1;
    const loadNumber = loadCount;
    const before = $state.get();
    const next = await readState();
    // An older answer replaces neither a newer one nor a value set during the load.
    if (loadNumber !== loadCount || before !== $state.get()) return;
    const isStale = next.state === 'failed' && before.state === 'loaded';
    $state.set(isStale ? { ...before, staleSince: knownAt } : next);
  }

  function clear(): void {
    $state.set({ state: 'loading' });
  }

  return {
    $state,
    load,
    clear,
    retry() {
      clear();
      return load();
    },
    follow() {
      void load();
      return onReturn(load);
    },
  };
}

export function listeners() {
  const all = new Set<() => void>();
  return {
    add(listener: () => void): () => void {
      all.add(listener);
      return () => all.delete(listener);
    },
    call() {
      for (const listener of all) listener();
    },
  };
}

export function onReturn(work: () => unknown): () => void {
  const onVisible = () => document.visibilityState === 'visible' && void work();
  document.addEventListener('visibilitychange', onVisible);
  return () => document.removeEventListener('visibilitychange', onVisible);
}
