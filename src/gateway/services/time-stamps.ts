import { hash } from 'node:crypto';
import { readTimeStamp, type TimeStamp, timeStampRequest } from '../../rules/log/time-stamp.ts';
import { Unavailable } from '../failures.ts';

interface StampAnswer extends TimeStamp {
  /** The service's bytes unchanged, as `openssl ts -verify -in` takes them. */
  answer: Uint8Array;
}

/** Has a service confirm when a text existed (RFC 3161); the service sees only its SHA-256. */
export interface TimeStamps {
  stamp(text: string): Promise<StampAnswer>;
}

/** Bytes; an answer with the service's certificates has some 6000. */
const maxAnswerBytes = 64 * 1024;

export function openTimeStamps(
  { timestampUrl }: { timestampUrl: string | null },
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): TimeStamps | null {
  if (timestampUrl === null) return null;
  return {
    async stamp(text) {
      const digest = hash('sha256', text, 'buffer');
      try {
        const response = await fetch(timestampUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/timestamp-query' },
          body: timeStampRequest(digest),
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!response.ok) throw new Error(`Status ${response.status}`);
        const answer = await readAnswer(response);
        const stamp = readTimeStamp(answer);
        if (stamp?.sha256 !== digest.toString('hex')) throw new Error('No stamp of what was asked');
        return { ...stamp, answer };
      } catch (error) {
        throw new Unavailable('time-stamp service', error);
      }
    },
  };
}

async function readAnswer({ body }: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxAnswerBytes) throw new Error(`More than ${maxAnswerBytes} bytes`);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
