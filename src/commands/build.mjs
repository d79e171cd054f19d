import { installPackages, run } from './prepare.mjs';

installPackages();
run('node', ['src/commands/build.ts', ...process.argv.slice(2)]);
