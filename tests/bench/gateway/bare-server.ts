import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Node's HTTP server with nothing on it, in a process of its own. */
interface BareServer {
  url: string;
  close(): Promise<void>;
}

const program = `
  const bytes = Buffer.from(process.argv[1], 'base64');
  const server = require('node:http').createServer((_request, response) => response.end(bytes));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** Answers every request with the same bytes, which are in memory. */
export async function openBareServer(bytes: Uint8Array): Promise<BareServer> {
  const text = Buffer.from(bytes).toString('base64');
  const server: ChildProcess = spawn(process.execPath, ['-e', program, text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!server.stdout) throw new Error('The server has no output');
  const [port] = await once(server.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    async close() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}
