import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatDateTime, instantOf } from '../dates.ts';
import {
  isSignedCheckpoint,
  parseNoteKey,
  readCheckpoint,
  signatureHolds,
  type TreeHead,
} from '../signed-note.ts';
import { readTimeStamp } from '../time-stamp.ts';
import { type Books, windowOf } from './books.ts';
import { type Found, right, wrong } from './findings.ts';

/** A checkpoint of the log, and what a third party answered about it (RFC 3161), in base64. */
export interface PublishedStamp {
  checkpoint: string;
  answer: string;
}

/** How many entries the log had, and when, according to a third party. */
interface StampedHead {
  size: number;
  at: Date;
}

export const withoutStamps = 'Esta promoção não tem carimbos de tempo de terceiros.';

interface StampedLog {
  log: string;
  /** Whether the log had this root at this size. */
  isInLog: (head: TreeHead) => boolean;
  /** Whose certificate an answer carries; null if its key did not sign it. Missing in browsers. */
  signerOf?: ((answer: Uint8Array) => string | null) | undefined;
}

export function stampedHeads(stamps: readonly PublishedStamp[]): TreeHead[] {
  return stamps.flatMap(({ checkpoint }) => readCheckpoint(checkpoint) ?? []);
}

/**
 * Null if there are none, and none were promised. `openssl ts -verify` checks the authority.
 */
export async function checkStamps(
  books: Books,
  stamps: readonly PublishedStamp[],
  { log, isInLog, signerOf }: StampedLog,
): Promise<Found | null> {
  const key = parseNoteKey(log);
  const stamped: StampedHead[] = [];
  for (const { checkpoint, answer } of stamps) {
    const head = readCheckpoint(checkpoint);
    const at = stampedAt(checkpoint, answer);
    if (!head || !at || !isInLog(head)) return wrong('Um carimbo de tempo não é deste registro.');
    if (key && (await signatureHolds(isSignedCheckpoint(checkpoint, key))) === false) {
      return wrong('Um carimbo de tempo não é de um resumo assinado pela chave do registro.');
    }
    if (signerOf && signerOf(bytesOf(answer)) === null) {
      return wrong('Um carimbo de tempo não foi assinado pelo certificado que traz.');
    }
    stamped.push({ size: head.size, at });
  }
  const missing = missingStamp(books, stamped);
  if (missing) return wrong(missing);
  const last = stamped.at(-1);
  if (!last) return null;
  const count = last.size.toLocaleString('pt-BR');
  const stamping = `Um terceiro carimbou ${count} lançamentos em ${formatDateTime(last.at.toISOString())}.`;
  const signer = signerOf?.(bytesOf(stamps.at(-1)?.answer ?? ''));
  return right(
    signer
      ? `${stamping} A assinatura é do certificado que o carimbo traz (${signer}); se ele é de quem diz ser, confira com openssl ts -verify.`
      : `${stamping} A assinatura dele, confira com verificar.mjs ou openssl ts -verify.`,
  );
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Null for the stamp of another text, and for text that is no stamp. */
function stampedAt(text: string, answer: string): Date | null {
  try {
    const stamp = readTimeStamp(bytesOf(answer));
    const isOfIt = stamp?.sha256 === bytesToHex(sha256(utf8ToBytes(text)));
    return stamp && isOfIt ? new Date(stamp.at) : null;
  } catch {
    return null;
  }
}

/**
 * If the commitments promise stamps, there must be one from before the promotion's start, and one
 * of each frozen list from before the extraction's hour. A ledger that was opened after the start
 * needs none.
 */
function missingStamp(books: Books, stamps: readonly StampedHead[]): string | null {
  const window = windowOf(books);
  const start = window && instantOf(window.startsAt);
  if (!books.commitments?.timeStamps || !start || new Date(books.committedAt) >= start) return null;
  const isStamped = (position: number, before: Date) =>
    stamps.some(({ size, at }) => size > position && at < before);
  if (books.latest >= start.getTime() && !isStamped(1, start)) {
    return 'O lançamento 1, dos compromissos, não tem carimbo de tempo de antes do início.';
  }
  for (const { engine, frozen, rules } of books.draws.values()) {
    const hour = rules?.extractionAt ? instantOf(rules.extractionAt) : null;
    if (!frozen || !hour || books.latest < hour.getTime()) continue;
    if (isStamped(frozen.position, hour)) continue;
    return `O lançamento ${frozen.position} congela a lista do sorteio ${engine} sem carimbo de tempo de antes da extração.`;
  }
  return null;
}
