/** The encoding of certificates and time stamps (X.690, DER), as far as those need it. */

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

/** @throws RangeError for another part than this */
export function partsIn(part: DerPart | undefined, tag: number): DerPart[] {
  if (part?.tag !== tag) throw new RangeError('Not the part that stands here');
  return partsOf(part.content);
}

/** @throws RangeError for none, and for several */
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
