import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The project's configuration. */
export const nginxTemplate = fromHere('../../src/gateway/deploy/nginx.conf.template');

/** The machine's nginx, or the one that `npm test` has unpacked; null without either. */
export const nginx =
  ['/usr/sbin/nginx', fromHere('../../node_modules/.cache/promo-site/nginx/usr/sbin/nginx')].find(
    (program) => spawnSync(program, ['-v']).status === 0,
  ) ?? null;

/**
 * Starts nginx with the project's configuration.
 * @param variables what the template leaves open
 * @param folder for logs, uploads on their way, and the process id
 */
export async function startNginx(
  program: string,
  { variables, folder }: { variables: Record<string, string>; folder: string },
): Promise<{ close(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const conf = (await readFile(nginxTemplate, 'utf8')).replaceAll(
    /\$\{([A-Z_]+)\}/g,
    (_, name: string) => variables[name] ?? '',
  );
  await writeFile(join(folder, 'promotion.conf'), conf);
  await writeFile(join(folder, 'nginx.conf'), mainConf(folder));
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  return {
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function mainConf(folder: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  // Started as root it would drop to a user who may not read the test's folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `daemon off; ${user} worker_processes 1; pid ${folder}/pid;
events {}
http {
${folders}
include ${folder}/promotion.conf;
}`;
}
