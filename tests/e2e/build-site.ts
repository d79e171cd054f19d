import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the site into a folder, with these variables beside those of this process. */
export async function buildSite(
  directory: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const build = spawn('astro', ['build', '--silent', '--outDir', directory], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...variables },
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`The site could not be built into ${directory}`);
}
