import { environment } from '../environment.ts';
import type { Evidence } from '../rules/evidence.ts';
import { promisesKey } from '../storage-keys.ts';

/** Notes have some 300 characters, the proofs that take their place 2000; the oldest go first. */
const mostKept = 100;

/** Keeps the note that came with a receipt, so that this device notices an exchanged ledger. */
export function keepPromise(note: string): void {
  write([...read().filter((kept) => kept !== note), note]);
}

/** Proofs that entries stand in the log replace the promise to enter them. */
export function replacePromise(note: string, proofs: readonly string[]): void {
  write(read().flatMap((kept) => (kept === note ? proofs : kept)));
}

export function keptPromises(): Evidence[] {
  const { id } = environment().site.campaign;
  const ofCampaign = new RegExp(`(?:^\\S+/promocao/${id}/promise|\\n\\n\\S+/promocao/${id})\\n`);
  return read()
    .filter((text) => ofCampaign.test(text))
    .map((text) => ({ name: 'de uma nota sua', text }));
}

function write(notes: readonly string[]): void {
  environment().storage.set(promisesKey, JSON.stringify(notes.slice(-mostKept)));
}

function read(): string[] {
  try {
    const notes: unknown = JSON.parse(environment().storage.get(promisesKey) ?? '[]');
    return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [];
  } catch {
    return [];
  }
}
