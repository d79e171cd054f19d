import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Figure } from './figure.ts';
import { type Shipped, shippedFiles } from './shipped-files.ts';

/** Bytes of everything that is downloaded, each file compressed by itself as it travels. */
export function measureBytes(): Figure[] {
  const weights = new Map<string, number>();
  const weigh = (file: string) => {
    const known = weights.get(file);
    const bytes = known ?? brotliCompressSync(readFileSync(file)).length;
    weights.set(file, bytes);
    return bytes;
  };
  return shippedFiles().map(({ name, files }: Shipped) => ({
    area: 'Bytes',
    name,
    value: files.reduce((total, file) => total + weigh(file), 0),
    unit: 'B',
    how: `${files.length === 1 ? '1 file' : `${files.length} files`}, brotli 11`,
  }));
}
