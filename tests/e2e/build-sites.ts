import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { siteInputs } from '../../src/commands/site-inputs.ts';
import { siteDirectory, sites } from './sites.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Playwright's global set-up: builds the sites that are older than their sources. */
export default async function buildSites(): Promise<void> {
  for (const name of Object.keys(sites) as (keyof typeof sites)[]) {
    const directory = siteDirectory(name);
    const record = `${directory}.built-from`;
    const inputs = await siteInputs(root, sites[name]);
    if ((await readFile(record, 'utf8').catch(() => null)) === inputs) continue;
    const build = spawn('astro', ['build', '--silent', '--outDir', directory], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...sites[name] },
    });
    const [code] = await once(build, 'exit');
    if (code !== 0) throw new Error(`The site '${name}' could not be built`);
    await writeFile(record, inputs);
  }
}
