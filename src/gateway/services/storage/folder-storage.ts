import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../private-files.ts';
import type { Storage } from './storage.ts';

/** Files of a folder. Its methods throw what the disk says. */
export function folderStorage(folder: string): Storage {
  return {
    async put(key, bytes) {
      const place = join(folder, key);
      const part = `${place}.${randomUUID()}`;
      await mkdir(dirname(place), { recursive: true, mode: PRIVATE_FOLDER });
      try {
        // A disk that fills up, or a process that is killed, leaves no half of a file under its name.
        await writeFile(part, bytes, { flush: true, mode: PRIVATE_FILE });
        await rename(part, place);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(key) {
      try {
        return new Uint8Array(await readFile(join(folder, key)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (key) => rm(join(folder, key), { force: true }),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
