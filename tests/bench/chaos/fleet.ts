import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import type { Random } from '../../support/receipts/random.ts';
import { type ServedSite, serveSite } from '../../support/site-process.ts';

/** Gateway processes over one database, each at an address of its own. */
interface Fleet {
  readonly urls: readonly string[];
  /** Kills each once it has lived so long, and starts it again, until the answer is called. */
  disturb(random: Random, life: Life): () => Promise<{ kills: number }>;
  close(): Promise<void>;
}

/** Seconds that a gateway lives before it is killed, somewhere between these, and how often it is. */
export interface Life {
  least: number;
  most: number;
  deaths: number;
}

export async function openFleet(
  size: number,
  options: { dataDirectory: string; variables: Record<string, string> },
): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: size }, freePort));
  const start = (port: number) => serveSite({ ...options, port, quiet: true });
  const gateways = await Promise.all(
    ports.map(async (port) => ({ port, process: await start(port) })),
  );

  async function disturbOne(gateway: Member, { random, life, calm }: Disturbance) {
    for (let kills = 0; kills < life.deaths; kills += 1) {
      const milliseconds = 1000 * (life.least + random.next() * (life.most - life.least));
      await pause(milliseconds, null, { signal: calm }).catch(() => {});
      if (calm.aborted) return kills;
      await gateway.process.kill();
      gateway.process = await start(gateway.port);
    }
    return life.deaths;
  }

  return {
    urls: gateways.map(({ process }) => process.url),
    disturb(random, life) {
      const calm = new AbortController();
      const disturbing = gateways.map((each) =>
        disturbOne(each, { random, life, calm: calm.signal }),
      );
      return async () => {
        calm.abort();
        const kills = await Promise.all(disturbing);
        return { kills: kills.reduce((sum, each) => sum + each, 0) };
      };
    },
    close: async () => {
      await Promise.all(gateways.map(({ process }) => process.kill()));
    },
  };
}

interface Disturbance {
  random: Random;
  life: Life;
  calm: AbortSignal;
}

interface Member {
  readonly port: number;
  process: ServedSite;
}
