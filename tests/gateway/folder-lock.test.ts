import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderInUse, lockFolder } from '../../src/gateway/db/folder-lock.ts';
import { temporaryFolder } from '../support/folder.ts';

const module = new URL('../../src/gateway/db/folder-lock.ts', import.meta.url).href;

/** Another process that takes the folder and keeps it until it is killed. */
async function otherProcess(directory: string) {
  const script = `import { lockFolder } from ${JSON.stringify(module)};
    try { lockFolder(${JSON.stringify(directory)}); console.log('taken'); } catch { console.log('refused'); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return {
    said: String(line).trim(),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('a folder belongs to one process, until that process ends in whatever way', async () => {
  const folder = await temporaryFolder();
  const directory = join(folder.path, 'database');
  const holder = await otherProcess(directory);
  expect(holder.said).toBe('taken');
  expect(() => lockFolder(directory)).toThrow(FolderInUse);
  await holder.kill();
  const unlock = lockFolder(directory);
  unlock();
  await folder.remove();
});

test('of those that start at once, exactly one gets it', async () => {
  const folder = await temporaryFolder();
  const directory = join(folder.path, 'database');
  const others = await Promise.all(Array.from({ length: 5 }, () => otherProcess(directory)));
  expect(others.filter(({ said }) => said === 'taken')).toHaveLength(1);
  for (const other of others) await other.kill();
  await folder.remove();
});

test('a folder that was given back can be taken again', async () => {
  const folder = await temporaryFolder();
  const directory = join(folder.path, 'database');
  lockFolder(directory)();
  lockFolder(directory)();
  await folder.remove();
});
