import { Busy } from '../unavailable.ts';

export interface Arrival {
  /** Counts bytes as they come, until the work is done. @throws Busy when there is no room */
  take(bytes: number): void;
  /** From now on it gives way to none. */
  end(): void;
  /** Aborts with Busy once this upload has to give way. */
  readonly givesWay: AbortSignal;
}

export interface Shares {
  /** @throws Busy when too much of the owner's waits already */
  run<T>(owner: string, work: (arrival: Arrival) => Promise<T>): Promise<T>;
}

/** `atOnce` and `waiting` of one owner, `bytes` of all together. */
export interface ShareLimits {
  atOnce: number;
  waiting: number;
  bytes: number;
  /** Milliseconds that an upload may take before it has to give way where there is no room. */
  patience: number;
}

/** Each takes three times its bytes in memory, from the first one to the answer. */
export const uploadShares: ShareLimits = {
  atOnce: 4,
  waiting: 60,
  bytes: 150_000_000,
  patience: 20_000,
};

interface Held {
  since: number;
  bytes: number;
  isArriving: boolean;
  stop: AbortController;
}

export function openShares(
  name: string,
  { atOnce, waiting, bytes, patience }: ShareLimits,
  clock: () => number = () => performance.now(),
): Shares {
  const owners = new Map<string, { running: number; line: (() => void)[] }>();
  const underWay = new Set<Held>();
  let held = 0;

  function giveBack(one: Held): void {
    held -= one.bytes;
    one.bytes = 0;
    underWay.delete(one);
  }

  /** @throws Busy when every upload is here, or still quick */
  function makeRoom(size: number): void {
    while (held + size > bytes) {
      const oldest = [...underWay].find(({ isArriving }) => isArriving);
      if (!oldest || clock() - oldest.since < patience) throw new Busy(name);
      giveBack(oldest);
      oldest.stop.abort(new Busy(name));
    }
  }

  function arrival(one: Held): Arrival {
    return {
      take(more) {
        makeRoom(more);
        one.stop.signal.throwIfAborted();
        held += more;
        one.bytes += more;
      },
      end() {
        one.isArriving = false;
      },
      givesWay: one.stop.signal,
    };
  }

  return {
    async run(owner, work) {
      const own = owners.get(owner) ?? { running: 0, line: [] };
      owners.set(owner, own);
      if (own.line.length >= waiting) throw new Busy(name);
      if (own.running < atOnce) own.running += 1;
      else await new Promise<void>((begin) => own.line.push(begin));
      const stop = new AbortController();
      const one: Held = { since: clock(), bytes: 0, isArriving: true, stop };
      underWay.add(one);
      try {
        return await work(arrival(one));
      } finally {
        giveBack(one);
        const next = own.line.shift();
        if (next) next();
        else own.running -= 1;
        if (own.running === 0) owners.delete(owner);
      }
    },
  };
}
