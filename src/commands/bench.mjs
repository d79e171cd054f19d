import { installBrowser, installPackages, run } from './install.mjs';

installPackages({ forTests: true });
installBrowser();
run('node', ['src/commands/build.ts', '--silent']);
run('node', ['tests/bench/run.ts', ...process.argv.slice(2)]);
