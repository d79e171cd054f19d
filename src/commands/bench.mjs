import { installBrowser, installPackages, run } from './prepare.mjs';

installPackages();
installBrowser();
run('astro', ['build', '--silent']);
run('node', ['tests/bench/run.ts', ...process.argv.slice(2)]);
