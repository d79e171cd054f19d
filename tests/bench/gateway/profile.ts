import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A function and its share of the time in which the processor was busy, 0 to 1. */
interface HotFunction {
  name: string;
  share: number;
}

interface CallFrame {
  functionName: string;
  url: string;
}

/** What of the Profiler domain's profile is read here. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/** Profiles a process that listens for inspectors while it works; its hottest functions first. */
export async function profile(
  inspectorPort: number,
  work: () => Promise<unknown>,
): Promise<HotFunction[]> {
  const inspector = await connect(inspectorPort);
  await inspector.send('Profiler.enable');
  await inspector.send('Profiler.start');
  await work();
  const { profile: taken } = await inspector.send<{ profile: CpuProfile }>('Profiler.stop');
  inspector.close();
  return hottest(taken);
}

/** Functions by the time spent in themselves; waiting is none. */
export function hottest({ nodes, samples, timeDeltas }: CpuProfile): HotFunction[] {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((of) => [of, id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  /** Node's native functions have no place of their own: theirs is their caller's. */
  const placeOf = (id: number | undefined): string => {
    if (id === undefined) return '';
    return frames.get(id)?.url || placeOf(parents.get(id));
  };
  const spent = new Map<string, number>();
  samples.forEach((id, index) => {
    const { functionName = '' } = frames.get(id) ?? {};
    if (functionName === '(idle)' || functionName === '(root)') return;
    const name = nameOf({ functionName, url: placeOf(id) });
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const busy = [...spent.values()].reduce((sum, time) => sum + time, 0);
  return [...spent]
    .map(([name, time]) => ({ name, share: time / busy }))
    .sort((a, b) => b.share - a.share);
}

/** The function with its file of ours, its package, or its module of Node. */
function nameOf({ functionName, url }: CallFrame): string {
  const name = functionName || '(anonymous)';
  const path = url.replace(/^file:\/\//, '');
  const [, packageName] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  const place = packageName ?? path.replace(root, '');
  return place ? `${name} (${place})` : name;
}

async function connect(port: number) {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let calls = 0;
  return {
    close: () => socket.close(),
    send<Answer>(method: string): Promise<Answer> {
      calls += 1;
      const id = calls;
      socket.send(JSON.stringify({ id, method }));
      return new Promise((resolve) => {
        const listen = ({ data }: MessageEvent) => {
          const answer = JSON.parse(String(data));
          if (answer.id !== id) return;
          socket.removeEventListener('message', listen);
          resolve(answer.result);
        };
        socket.addEventListener('message', listen);
      });
    },
  };
}
