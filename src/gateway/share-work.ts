/** Callers that arrive together share one read; a failed one is not remembered. */
export function memoize<Value>(
  read: () => Promise<Value>,
  { now, milliseconds }: { now: () => Date; milliseconds: number },
): () => Promise<Value> {
  const cache = new Map<'latest', Promise<Value>>();
  let readAt = -Infinity;
  return () => {
    const time = now().getTime();
    if (Math.abs(time - readAt) >= milliseconds) cache.clear();
    return getOrMake(cache, 'latest', () => {
      readAt = time;
      return read();
    });
  };
}

export function shareWhileReading<Value>(read: () => Promise<Value>): () => Promise<Value> {
  const cache = new Map<'latest', Promise<Value>>();
  return () => getOrMake(cache, 'latest', () => read().finally(() => cache.clear()));
}

export function memoizeLatest<Input, Value>(
  make: (input: Input, text: string) => Promise<Value>,
): (input: Input) => Promise<Value> {
  const latest = new Map<string, Promise<Value>>();
  return (input) => {
    const text = JSON.stringify(input);
    if (!latest.has(text)) latest.clear();
    return getOrMake(latest, text, () => make(input, text));
  };
}

interface Cache<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/** All callers share one result per key; a failure is not kept, so the next call tries again. */
export function getOrMake<Key, Value>(
  cache: Cache<Key, Value>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const cachedValue = cache.get(key);
  if (cachedValue) return cachedValue;
  const value = make();
  cache.set(key, value);
  value.catch(() => {
    if (cache.get(key) === value) cache.delete(key);
  });
  return value;
}

/** A call that comes while all are under way waits for none, and is not lost: one of them runs again. */
export function atMostAtOnce(limit: number, work: () => Promise<void>): () => Promise<void> {
  let running = 0;
  let isWanted = false;
  const run = async () => {
    running += 1;
    try {
      do {
        isWanted = false;
        await work();
      } while (isWanted);
    } finally {
      running -= 1;
    }
  };
  return async () => {
    if (running < limit) return run();
    isWanted = true;
  };
}
