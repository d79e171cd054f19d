import { installPackages, run } from './install.mjs';

installPackages();
run('node', ['src/commands/build.ts', ...process.argv.slice(2)]);
