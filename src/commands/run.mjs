import { spawn } from 'node:child_process';
import { environment, installBrowser, installPackages, root, run } from './install.mjs';

const [script, ...parameters] = process.argv.slice(2);

switch (script) {
  case 'start':
    installPackages();
    serve();
    break;
  case 'dev':
    installPackages();
    develop();
    break;
  case 'build':
    installPackages();
    run('node', ['src/commands/build.ts', ...parameters]);
    break;
  case 'bench':
    installPackages({ forTests: true });
    installBrowser();
    run('node', ['src/commands/build.ts', '--silent']);
    run('node', ['tests/bench/run.ts', ...parameters]);
    break;
  default:
    throw new Error(`There is no npm script ${script} here`);
}

function serve() {
  const server = spawn('node', ['src/commands/serve-and-rebuild.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
}

function develop() {
  // Astro's dev server passes the calls on to this gateway.
  const gatewayPort = '4322';
  const start = (program, parameters, variables) =>
    spawn(program, parameters, { cwd: root, stdio: 'inherit', env: environment(variables) });
  const programs = [
    start('node', ['--watch', 'src/gateway/server.ts'], {
      PORT: gatewayPort,
      SITE_URL: 'http://127.0.0.1:4321',
    }),
    start('astro', ['dev', '--host', '127.0.0.1', '--port', '4321'], {
      DEV_GATEWAY: `http://127.0.0.1:${gatewayPort}`,
    }),
  ];
  for (const program of programs) {
    program.on('exit', () => {
      for (const other of programs) other.kill();
    });
  }
}
