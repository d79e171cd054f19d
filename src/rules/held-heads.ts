import type { LedgerHead } from './ledger.ts';
import { openNote, parseNoteKey } from './signed-note.ts';

/** A signed note, or lines of the ledger; a ledger that was exchanged no longer goes with it. */
export interface Evidence {
  name: string;
  text: string;
}

/** Three lines: `<name of the key>/promise`, the position, that entry's hash in hexadecimal. */
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

/** Lines of a ledger need no signature. Throws where the browser cannot check Ed25519. */
export async function isGenuine({ text }: Evidence, log: string): Promise<boolean> {
  if (!promise.test(text)) return true;
  const key = parseNoteKey(log);
  const opened = key && (await openNote(text, key));
  return opened?.startsWith(`${key?.name}/promise\n`) ?? false;
}
