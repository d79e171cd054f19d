import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let version: string | undefined;

/**
 * Address of a static file: on the asset host (PUBLIC_ASSETS_URL, default the page's own origin),
 * with a version that changes when any static file does. Addresses of other hosts stay as they are.
 */
export function assetUrl(path: string): string {
  if (!path.startsWith('/')) return path;
  version ??= fingerprint(join(process.cwd(), 'public'));
  const { PUBLIC_ASSETS_URL = '' } = process.env;
  return `${PUBLIC_ASSETS_URL}${path}?v=${version}`;
}

function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const file of globSync('**/*.*', { cwd: folder }).sort()) {
    hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 8);
}
