import { expect, test } from 'vitest';
import { browserStore, isWritable, memoryStore } from '../../../src/client/storage.ts';
import { probeKey } from '../../../src/storage-keys.ts';

/** A browser's storage: own keys are the entries. */
function area(): Storage {
  const entries: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => {
      entries[key] = value;
    },
    removeItem: (key: string) => {
      delete entries[key];
    },
  };
  return new Proxy(entries, {
    get: (target, key) => methods[key as keyof typeof methods] ?? target[String(key)],
  }) as unknown as Storage;
}

const working = area();
const blocked = (): Storage => {
  throw new DOMException('denied', 'SecurityError');
};
test.each([
  ['the page', memoryStore()],
  ['a browser that keeps', browserStore(() => working)],
  ['a browser that refuses', browserStore(blocked)],
])('%s remembers and forgets by name and by prefix', (_, store) => {
  store.set('a.1', 'one');
  store.set('a.2', 'two');
  store.set('b', 'three');
  expect([store.get('a.1'), store.get('b'), store.get('none')]).toEqual(['one', 'three', null]);
  store.clear('a.');
  expect([store.get('a.1'), store.get('a.2'), store.get('b')]).toEqual([null, null, 'three']);
  store.remove('b');
  expect(store.get('b')).toBeNull();
});

test('stored texts survive a reload', () => {
  browserStore(() => working).set('kept', 'yes');
  expect(browserStore(() => working).get('kept')).toBe('yes');
});

test('a storage that throws, is missing or stores nothing keeps nothing', () => {
  const full = {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(isWritable(() => working)).toBe(true);
  expect(working.getItem(probeKey)).toBeNull();
  for (const store of [blocked, () => null, () => full]) {
    expect(isWritable(store as () => Storage)).toBe(false);
  }
});
