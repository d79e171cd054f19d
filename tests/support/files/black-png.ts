import { crc32 } from 'node:zlib';
import { packed } from './compressed-bytes.ts';

/** A PNG of black, next to nothing as a file. */
export async function blackPng(given: {
  width: number;
  height: number;
  bits?: number;
  /** 0 grey, 2 red green blue, 6 with transparency too. */
  colour?: 0 | 2 | 6;
  isInterlaced?: boolean;
  chunks?: Buffer[];
}): Promise<Buffer> {
  const { width, height, bits = 8, colour = 0, isInterlaced = false, chunks = [] } = given;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  const values = { 0: 1, 2: 3, 6: 4 }[colour];
  const bytes = height * (1 + Math.ceil((width * values * bits) / 8));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', await packed(bytes, 0)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A chunk of a PNG with its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
