import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate } from 'node:zlib';

/** So many equal bytes, compressed without holding them all in memory. */
export function packed(bytes: number, value: number): Promise<Buffer> {
  const piece = Buffer.alloc(1_000_000, value);
  const whole = Array<Buffer>(Math.floor(bytes / piece.length)).fill(piece);
  const pieces = [...whole, piece.subarray(0, bytes % piece.length)];
  return buffer(Readable.from(pieces).pipe(createDeflate()));
}
