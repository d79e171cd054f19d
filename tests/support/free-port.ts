import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems give out by themselves, so that no server or call of another test
// takes one before its own server listens.
const [lowest, highest] = [10_000, 32_000];

// Processes that start one after the other begin far apart, and so do not choose the same ones.
let next = (process.pid * 97) % (highest - lowest);

/** A port that no other test of this machine gets meanwhile. */
export async function freePort(): Promise<number> {
  for (let attempt = lowest; attempt < highest; attempt += 1) {
    const port = lowest + next;
    next = (next + 1) % (highest - lowest);
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
