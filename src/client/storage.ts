import { environment, type KeyValueStore, type RecordStore } from '../environment.ts';
import { draftPrefix, probeKey, recordsDatabase } from '../storage-keys.ts';

export function memoryStore(values = new Map<string, string>()): KeyValueStore {
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    clear(prefix) {
      for (const key of values.keys()) if (key.startsWith(prefix)) values.delete(key);
    },
  };
}

/** If the browser's storage throws (blocked, full, private), texts last as long as the page. */
export function browserStore(area: () => Storage): KeyValueStore {
  const page = memoryStore();
  const attempt = <Result>(act: (store: Storage) => Result): Result | null => {
    try {
      return act(area());
    } catch {
      return null;
    }
  };
  return {
    get: (key) => page.get(key) ?? attempt((store) => store.getItem(key)),
    set(key, value) {
      page.remove(key);
      if (attempt((store) => store.setItem(key, value)) === null) page.set(key, value);
    },
    remove(key) {
      page.remove(key);
      attempt((store) => store.removeItem(key));
    },
    clear(prefix) {
      page.clear(prefix);
      attempt((store) => {
        for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key);
      });
    },
  };
}

/** Whether texts outlast the page; checked each time, since users change their settings. */
export function isWritable(area: () => Storage): boolean {
  try {
    area().setItem(probeKey, '');
    area().removeItem(probeKey);
    return true;
  } catch {
    return false;
  }
}

/** Records in IndexedDB, whose library loads on first use. */
export async function deviceRecords(): Promise<RecordStore> {
  const { createStore, del, set, values } = await import('idb-keyval');
  const store = createStore(recordsDatabase.name, recordsDatabase.store);
  return {
    all: async () => values(store),
    put: async (id, record) => set(id, record, store),
    remove: async (id) => del(id, store),
  };
}

export function draftOf(form: string) {
  const key = `${draftPrefix}${form}`;
  return {
    get: () => environment().drafts.get(key),
    set: (text: string) => environment().drafts.set(key, text),
    remove: () => environment().drafts.remove(key),
  };
}

export function deleteDrafts(): void {
  environment().drafts.clear(draftPrefix);
}
