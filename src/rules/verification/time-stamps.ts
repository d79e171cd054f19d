import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatDateTime, instantOf } from '../dates.ts';
import {
  fromBase64,
  isSignedCheckpoint,
  parseNoteKey,
  readCheckpoint,
  signatureHolds,
  type TreeHead,
} from '../log/signed-note.ts';
import { readTimeStamp } from '../log/time-stamp.ts';
import { formatWhole } from '../text.ts';
import { type Found, right, wrong } from './check-result.ts';
import { type ReplayState, windowOf } from './replay-state.ts';

/** A checkpoint of the log, and what a third party answered about it (RFC 3161), in base64. */
export interface PublishedStamp {
  checkpoint: string;
  answer: string;
}

/** What the log was, and when, according to a third party. */
interface ReadStamp extends TreeHead {
  at: Date;
  answer: Uint8Array;
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

/** Null if there are none, and none were promised. `openssl ts -verify` checks the authority. */
export async function checkStamps(
  state: ReplayState,
  stamps: readonly PublishedStamp[],
  { log, isInLog, signerOf }: StampedLog,
): Promise<Found | null> {
  const key = parseNoteKey(log);
  const stamped: ReadStamp[] = [];
  for (const stamp of stamps) {
    const parsedStamp = readStamp(stamp);
    if (!parsedStamp || !isInLog(parsedStamp))
      return wrong('Um carimbo de tempo não é deste registro.');
    if (key && (await signatureHolds(isSignedCheckpoint(stamp.checkpoint, key))) === false) {
      return wrong('Um carimbo de tempo não é de um resumo assinado pela chave do registro.');
    }
    if (signerOf && signerOf(parsedStamp.answer) === null) {
      return wrong('Um carimbo de tempo não foi assinado pelo certificado que traz.');
    }
    stamped.push(parsedStamp);
  }
  const missing = missingStamp(state, stamped);
  if (missing) return wrong(missing);
  const last = stamped.at(-1);
  if (!last) return null;
  const stamping = `Um terceiro carimbou ${formatWhole(last.size)} lançamentos em ${formatDateTime(last.at.toISOString())}.`;
  const signer = signerOf?.(last.answer);
  return right(
    signer
      ? `${stamping} A assinatura é do certificado que o carimbo traz (${signer}); se ele é de quem diz ser, confira com openssl ts -verify.`
      : `${stamping} A assinatura dele, confira com verificar.mjs ou openssl ts -verify.`,
  );
}

/** Null for the stamp of another text, and for an answer that is no stamp. */
function readStamp({ checkpoint, answer: base64 }: PublishedStamp): ReadStamp | null {
  const head = readCheckpoint(checkpoint);
  const answer = fromBase64(base64);
  const stamp = answer && readTimeStamp(answer);
  const isOfCheckpoint = stamp?.sha256 === bytesToHex(sha256(utf8ToBytes(checkpoint)));
  return head && stamp && isOfCheckpoint ? { ...head, at: new Date(stamp.at), answer } : null;
}

/**
 * If the commitments promise stamps, there must be one from before the promotion's start, and one
 * of each frozen list from before the extraction's hour. A ledger that was opened after the start
 * needs none.
 */
function missingStamp(state: ReplayState, stamps: readonly ReadStamp[]): string | null {
  const window = windowOf(state);
  const start = window && instantOf(window.startsAt);
  if (!state.commitments?.timeStamps || !start || new Date(state.committedAt) >= start) return null;
  const isStamped = (position: number, before: Date) =>
    stamps.some(({ size, at }) => size > position && at < before);
  if (state.latestMs >= start.getTime() && !isStamped(1, start)) {
    return 'O lançamento 1, dos compromissos, não tem carimbo de tempo de antes do início.';
  }
  for (const { engine, frozen, rules } of state.draws.values()) {
    const hour = rules?.extractionAt ? instantOf(rules.extractionAt) : null;
    if (!frozen || !hour || state.latestMs < hour.getTime()) continue;
    if (isStamped(frozen.position, hour)) continue;
    return `O lançamento ${frozen.position} congela a lista do sorteio ${engine} sem carimbo de tempo de antes da extração.`;
  }
  return null;
}
