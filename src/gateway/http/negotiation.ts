import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip' | 'identity';

export type Bytes = Uint8Array<ArrayBuffer>;

export const compressors = {
  // Level 10 of 11 takes a third of the time and makes 1 % more bytes.
  br: (bytes: Bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gzip: (bytes: Bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** RFC 9110, 12.5.3. */
export function codingFor(request: Request): Coding {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const accepts = (coding: string) =>
    accepted.split(',').some((entry) => {
      const [name, quality] = entry.split(';').map((part) => part.trim());
      return name === coding && !/^q=0(?:\.0*)?$/.test(quality ?? '');
    });
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Tags are compared weakly. */
export function matchesTag(request: Request, tag: string): boolean {
  const known = request.headers.get('If-None-Match') ?? '';
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return known === '*' || known.split(',').some((entry) => opaque(entry) === opaque(tag));
}
