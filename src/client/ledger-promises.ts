import { environment } from '../environment.ts';
import type { Evidence } from '../rules/log/evidence.ts';
import { promisesKey } from '../storage-keys.ts';

/** Bounds the storage: a note has 300 characters, a proof 2000. The oldest are removed first. */
const maxPromises = 100;

/** Stores a receipt's note, so that this device can notice a swapped ledger. */
export function storeInclusionPromise(note: string): void {
  writeNotes([...readNotes().filter((stored) => stored !== note), note]);
}

/** Replaces the promise to log entries by the proofs that they are in the log. */
export function replaceInclusionPromise(note: string, proofs: readonly string[]): void {
  writeNotes(readNotes().flatMap((stored) => (stored === note ? proofs : stored)));
}

export function storedInclusionPromises(): Evidence[] {
  const { id } = environment().site.campaign;
  const ofCampaign = new RegExp(`(?:^\\S+/promocao/${id}/promise|\\n\\n\\S+/promocao/${id})\\n`);
  return readNotes()
    .filter((text) => ofCampaign.test(text))
    .map((text) => ({ name: 'de uma nota sua', text }));
}

function writeNotes(notes: readonly string[]): void {
  environment().storage.set(promisesKey, JSON.stringify(notes.slice(-maxPromises)));
}

function readNotes(): string[] {
  try {
    const notes: unknown = JSON.parse(environment().storage.get(promisesKey) ?? '[]');
    return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [];
  } catch {
    return [];
  }
}
