import type { LedgerHead } from './ledger.ts';
import { openNote, parseNoteKey } from './signed-note.ts';

/**
 * What somebody kept of a ledger: a signed note that a receipt brought, or lines of the ledger
 * itself. A ledger that was exchanged as a whole no longer goes with it.
 */
export interface Evidence {
  /** Of the file, for the sentences. */
  name: string;
  text: string;
}

/**
 * What a note about a ledger's head says, three lines: `<name of the key>/promise`, the position of
 * an entry in decimal digits, and that entry's hash in lower-case hexadecimal.
 */
export function headStatement(name: string, { position, hash }: LedgerHead): string {
  return `${name}/promise\n${position}\n${hash}\n`;
}

const promise = /^(\S+)\/promise\n(\d{1,15})\n([0-9a-f]{64})\n\n— /;
const ledgerLine = /^\{"position":(\d{1,15}),"hash":"([0-9a-f]{64})",/gm;

/** The heads that an evidence holds, checked by no signature yet; empty for another text. */
export function headsIn({ text }: Evidence): LedgerHead[] {
  const [, , position, hash] = promise.exec(text) ?? [];
  if (position && hash) return [{ position: Number(position), hash }];
  return Array.from(text.matchAll(ledgerLine), ([, place, value = '']) => ({
    position: Number(place),
    hash: value,
  }));
}

/**
 * Whether a note was signed by the ledger's key; lines of a ledger need no signature.
 * @throws Error where the browser cannot check Ed25519.
 */
export async function isGenuine({ text }: Evidence, log: string): Promise<boolean> {
  if (!promise.test(text)) return true;
  const key = parseNoteKey(log);
  const opened = key && (await openNote(text, key));
  return opened?.startsWith(`${key?.name}/promise\n`) ?? false;
}
