import { environment } from '../environment.ts';
import type { Evidence } from '../rules/held-heads.ts';
import { promisesKey } from '../storage-keys.ts';

/** A note has some 250 characters; the oldest go first. */
const mostKept = 100;

/** Keeps the note that came with a receipt, so that this device notices an exchanged ledger. */
export function keepPromise(note: string): void {
  const { storage } = environment();
  const notes = [...read().filter((kept) => kept !== note), note].slice(-mostKept);
  storage.set(promisesKey, JSON.stringify(notes));
}

export function keptPromises(): Evidence[] {
  const { id } = environment().site.campaign;
  return read()
    .filter((text) => text.split('\n', 1)[0]?.endsWith(`/promocao/${id}/promise`))
    .map((text) => ({ name: 'de uma nota sua', text }));
}

function read(): string[] {
  try {
    const notes: unknown = JSON.parse(environment().storage.get(promisesKey) ?? '[]');
    return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [];
  } catch {
    return [];
  }
}
