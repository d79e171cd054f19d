import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What each of the accounts sends, again and again, as soon as it is answered. */
export interface FloodOrder {
  url: string;
  tokens: readonly string[];
  /** Calls of one account at a time. */
  atOnce: number;
  body: Uint8Array;
  milliseconds: number;
}

/** How many calls had each status; 0 where the connection broke. */
export type FloodAnswers = Record<number, number>;

/** In a thread of its own, so that sending megabytes does not delay what is measured. */
async function flood({ url, tokens, atOnce, body, milliseconds }: FloodOrder) {
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + milliseconds;
  const answers: FloodAnswers = {};
  await Promise.all(
    tokens.flatMap((token, account) =>
      Array.from({ length: atOnce }, async () => {
        while (performance.now() < end) {
          const status = await send({ url, token, body, agent, account }).catch(() => 0);
          answers[status] = (answers[status] ?? 0) + 1;
          if (status === 0) await pause(50);
        }
      }),
    ),
  );
  agent.destroy();
  return answers;
}

interface Sent {
  url: string;
  token: string;
  body: Uint8Array;
  agent: Agent;
  account: number;
}

async function send({ url, token, body, agent, account }: Sent): Promise<number> {
  const call = request(`${url}/api/ocr/execute`, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `198.51.100.${account + 1}`,
    },
  });
  // The gateway may cut the rest of a body that it has refused already.
  call.on('error', () => {});
  call.end(body);
  const [response] = await once(call, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

parentPort?.postMessage(await flood(workerData));
