import { Busy } from '../unavailable.ts';

/** What each may have under way at once. */
export interface Shares {
  /**
   * Does the work as soon as its owner has little enough under way.
   * @throws Busy when too much of the owner's waits already
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

export interface ShareLimits {
  atOnce: number;
  waiting: number;
}

/**
 * Calls with a file that one account has under way: from the first byte of the body to the answer
 * each may hold some 20 MB of memory. Those that wait have not been read yet.
 */
export const uploadShares: ShareLimits = { atOnce: 4, waiting: 60 };

/** @param name such as `uploads` */
export function openShares(name: string, { atOnce, waiting }: ShareLimits): Shares {
  const owners = new Map<string, { running: number; line: (() => void)[] }>();
  return {
    async run(owner, work) {
      const own = owners.get(owner) ?? { running: 0, line: [] };
      owners.set(owner, own);
      if (own.line.length >= waiting) throw new Busy(name);
      if (own.running < atOnce) own.running += 1;
      else await new Promise<void>((begin) => own.line.push(begin));
      try {
        return await work();
      } finally {
        const next = own.line.shift();
        if (next) next();
        else own.running -= 1;
        if (own.running === 0) owners.delete(owner);
      }
    },
  };
}
