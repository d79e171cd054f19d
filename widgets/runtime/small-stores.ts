/** What the widgets use of nanostores, which leaves a global behind and is six times as large. */

type Listener<Value> = (value: Value, before: Value) => void;

export interface Store<Value> {
  get(): Value;
  /** @returns what ends it. */
  listen(listener: Listener<Value>): () => void;
}

export function atom<Value>(value: Value): Store<Value> & { set(value: Value): void } {
  const listeners = new Set<Listener<Value>>();
  return {
    get: () => value,
    set(next) {
      const before = value;
      value = next;
      if (Object.is(before, next)) return;
      for (const listener of listeners) listener(next, before);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The same value as long as those that it is made of are the same. */
export function computed<Value>(
  sources: Store<unknown> | readonly Store<unknown>[],
  make: (...values: readonly never[]) => Value,
): Store<Value> {
  const stores = [sources].flat() as Store<unknown>[];
  let made: { of: unknown[]; value: Value } | undefined;
  const get = () => {
    const of = stores.map((store) => store.get());
    if (!made?.of.every((value, index) => Object.is(value, of[index]))) {
      made = { of, value: make(...(of as never[])) };
    }
    return made.value;
  };
  return {
    get,
    listen(listener) {
      let last = get();
      const tell = () => {
        const before = last;
        last = get();
        if (!Object.is(before, last)) listener(last, before);
      };
      const ends = stores.map((store) => store.listen(tell));
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
