import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of the system's temporary ones. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'promo-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
