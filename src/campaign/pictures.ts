import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { picturesIn } from './checks/site.ts';
import type { CampaignSnapshot } from './snapshot.ts';

/** A picture that comes with a campaign. */
export interface CampaignPicture {
  /** From `/`, as the data names it. */
  path: string;
  sha256: string;
  base64: string;
}

/** The pictures beside a campaign's file that its data names; others are kept elsewhere. */
export async function readPictures(
  file: string,
  snapshot: CampaignSnapshot,
): Promise<CampaignPicture[]> {
  const found = await Promise.all(
    picturePaths(snapshot).map(async (path) => {
      const bytes = await readFile(join(dirname(file), path)).catch(() => null);
      if (!bytes) return [];
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return [{ path, sha256, base64: bytes.toString('base64') }];
    }),
  );
  return found.flat();
}

/** Paths of the pictures that are files of the campaign's own, each once. */
export function picturePaths(snapshot: CampaignSnapshot): string[] {
  const paths = Array.from(picturesIn(snapshot), ({ text }) => text);
  return [...new Set(paths)].filter((path) => path.startsWith('/'));
}

export function hashesOf(pictures: readonly CampaignPicture[]): Record<string, string> {
  return Object.fromEntries(pictures.map(({ path, sha256 }) => [path, sha256]));
}
