import { readBundle, readTile, type Tile, tilePath, tileWidth } from '../log-tiles.ts';

/** A file of the log by its path, such as `tile/entries/000`. */
export type ReadLogFile = (path: string) => Promise<Uint8Array>;

/** Entries that follow each other, and the hashes that the tree has for them. */
export interface LogPage {
  width: number;
  entries: Uint8Array[];
  hashes: Uint8Array[];
}

/** Asked for before they are needed, so that distance costs no wait for each; more take memory. */
const ahead = 2;

export async function* logPages(size: number, read: ReadLogFile): AsyncGenerator<LogPage, void> {
  const count = Math.ceil(size / tileWidth);
  const asked: Promise<LogPage>[] = [];
  for (let index = 0, next = 0; index < count; index += 1) {
    for (; next < count && asked.length < ahead; next += 1) asked.push(ask(next, size, read));
    const page = await asked.shift();
    if (page) yield page;
  }
}

function ask(index: number, size: number, read: ReadLogFile): Promise<LogPage> {
  const page = readPage(index, size, read);
  // It is awaited only once its turn comes.
  page.catch(() => {});
  return page;
}

async function readPage(index: number, size: number, read: ReadLogFile): Promise<LogPage> {
  const width = Math.min(tileWidth, size - index * tileWidth);
  const file = (level: Tile['level']) => read(tilePath({ level, index, width }));
  const [entries, hashes] = await Promise.all([file('entries'), file(0)]);
  return { width, entries: readBundle(entries), hashes: readTile(hashes) };
}
