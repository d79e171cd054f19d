import { spawn } from 'node:child_process';
import { environment, installPackages, root } from './install.mjs';

/** Astro's dev server passes the calls on to this gateway. */
const gatewayPort = '4322';
const site = 'http://127.0.0.1:4321';

installPackages();
const programs = [
  start('node', ['--watch', 'src/gateway/server.ts'], { PORT: gatewayPort, SITE_URL: site }),
  start('astro', ['dev', '--host', '127.0.0.1', '--port', '4321'], {
    DEV_GATEWAY: `http://127.0.0.1:${gatewayPort}`,
  }),
];
for (const program of programs) {
  program.on('exit', () => {
    for (const other of programs) other.kill();
  });
}

function start(program, parameters, variables) {
  return spawn(program, parameters, { cwd: root, stdio: 'inherit', env: environment(variables) });
}
