import { spawn } from 'node:child_process';
import { environment, installPackages, root } from './install.mjs';

installPackages();

const server = spawn('node', ['src/commands/serve-and-rebuild.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
