import { installPackages, run } from './prepare.mjs';

installPackages();
run('astro', ['build', ...process.argv.slice(2)]);
