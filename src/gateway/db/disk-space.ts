import { statfsSync } from 'node:fs';
import { Unavailable } from '../unavailable.ts';

/** Postgres writes its log in files of 16 MB, and stands still for good when it cannot begin one. */
export const MINIMUM_FREE_BYTES = 64 * 1024 * 1024;

/** @throws Unavailable when the disk of this folder has fewer bytes left. */
export function requireSpace(directory: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= bytes) return;
  const full = Object.assign(new Error('The disk is full'), { code: 'ENOSPC' });
  throw new Unavailable('database', full);
}
