import { installBrowser, installPackages, run } from './prepare.mjs';

installPackages();
installBrowser();
run('node', ['tests/bench/run.ts']);
