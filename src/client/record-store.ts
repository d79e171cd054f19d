import { createStore, del, set, values } from 'idb-keyval';

/** Larger things by id, files among them. Everything throws where the browser keeps nothing. */
export interface RecordStore {
  all(): Promise<unknown[]>;
  /** Throws when there is no room for it. */
  put(id: string, record: unknown): Promise<void>;
  remove(id: string): Promise<void>;
}

/** IndexedDB. */
export function deviceRecords(): RecordStore {
  const store = createStore('promo', 'records');
  return {
    all: async () => values(store),
    put: async (id, record) => set(id, record, store),
    remove: async (id) => del(id, store),
  };
}
