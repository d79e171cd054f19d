import type { RecordStore } from '../../src/environment.ts';

/** Stores copies, as IndexedDB does. */
export function memoryRecords(): RecordStore {
  const records = new Map<string, unknown>();
  return {
    all: async () => structuredClone([...records.values()]),
    put: async (id, record) => void records.set(id, structuredClone(record)),
    remove: async (id) => void records.delete(id),
  };
}
