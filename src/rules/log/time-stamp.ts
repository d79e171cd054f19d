import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** Reads RFC 3161 time stamps; verificar.mjs and `openssl ts -verify` check their signatures. */
export interface TimeStamp {
  /** Of what was stamped, in hexadecimal. */
  sha256: string;
  at: string;
}

/** A request for version 1, SHA-256 and the stamper's certificate; before and after the hash. */
const requestHead = hexToBytes('30390201013031300d060960864801650304020105000420');
const requestTail = hexToBytes('0101ff');

export function timeStampRequest(sha256: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(concatBytes(requestHead, sha256, requestTail));
}

/** A part of a certificate or a time stamp, as X.690 encodes them (DER). */
export interface DerPart {
  tag: number;
  content: Uint8Array;
  /** With its tag and length. */
  whole: Uint8Array;
}

export const derTags = {
  integer: 0x02,
  octets: 0x04,
  sequence: 0x30,
  set: 0x31,
  time: 0x18,
  explicit: 0xa0,
} as const;

const { integer, octets, sequence, time, explicit } = derTags;

/** `id-ct-TSTInfo` and SHA-256, as DER writes their numbers. */
const stampedInfo = '2a864886f70d0109100104';
const sha256Id = '608648016503040201';

/** The stamp in a service's answer. Null for a refusal, another hash, and anything else. */
export function readTimeStamp(answer: Uint8Array): TimeStamp | null {
  try {
    const [status, token] = partsIn(onlyPart(answer), sequence);
    const [granted] = partsIn(status, sequence);
    // 0: granted, 1: granted with changes.
    if (!token || granted?.tag !== integer || (granted.content.at(-1) ?? 2) > 1) return null;
    const [, signed] = partsIn(token, sequence);
    const [, , content] = partsIn(partsIn(signed, explicit)[0], sequence);
    const [kind, wrapped] = partsIn(content, sequence);
    if (!kind || bytesToHex(kind.content) !== stampedInfo) return null;
    const info = partsIn(wrapped, explicit)[0];
    if (info?.tag !== octets) return null;
    const [, , imprint, , stampedAt] = partsIn(onlyPart(info.content), sequence);
    const [algorithm, hash] = partsIn(imprint, sequence);
    const [name] = partsIn(algorithm, sequence);
    if (!name || bytesToHex(name.content) !== sha256Id || hash?.content.length !== 32) return null;
    const at = stampedAt?.tag === time ? readTime(stampedAt.content) : null;
    return at ? { sha256: bytesToHex(hash.content), at } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** `yyyyMMddHHmmss`, a fraction or none, and `Z`. */
function readTime(content: Uint8Array): string | null {
  const text = new TextDecoder().decode(content);
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** @throws RangeError when the part is of another type */
export function partsIn(part: DerPart | undefined, tag: number): DerPart[] {
  if (part?.tag !== tag) throw new RangeError('Not the part that stands here');
  return partsOf(part.content);
}

/** @throws RangeError unless there is exactly one */
export function onlyPart(bytes: Uint8Array): DerPart {
  const [part, more] = partsOf(bytes);
  if (!part || more) throw new RangeError('Not one part');
  return part;
}

/** A tag, a length in one byte or in as many as the first one says, the content. */
function partsOf(bytes: Uint8Array): DerPart[] {
  const parts: DerPart[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag, first] = [bytes[at], bytes[at + 1]];
    if (tag === undefined || first === undefined) throw new RangeError('Cut off');
    const more = first < 0x80 ? 0 : first - 0x80;
    if (first === 0x80 || more > 3) throw new RangeError('Without an end, or too long');
    const length =
      more === 0
        ? first
        : bytes.slice(at + 2, at + 2 + more).reduce((sum, byte) => sum * 256 + byte, 0);
    const start = at + 2 + more;
    const end = start + length;
    if (end > bytes.length) throw new RangeError('Cut off');
    parts.push({ tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return parts;
}
