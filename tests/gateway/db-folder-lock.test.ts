import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUse, lockFolder } from '../../src/gateway/private-files.ts';
import { temporaryFolder } from '../support/folder.ts';

const module = new URL('../../src/gateway/private-files.ts', import.meta.url).href;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let directory: string;
const others: ChildProcess[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  directory = join(folder.path, 'database');
});
afterEach(async () => {
  await Promise.all(others.splice(0).map(kill));
  await folder.remove();
});

/** Another process tries to take the folder, and keeps it until it is killed. */
async function otherProcess() {
  const script = `import { lockFolder } from ${JSON.stringify(module)};
    try { lockFolder(${JSON.stringify(directory)}); console.log('taken'); }
    catch { console.log('refused'); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(child);
  const [line] = await once(child.stdout, 'data');
  return { said: String(line).trim(), kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a folder belongs to one process until that process ends, in any way', async () => {
  const holder = await otherProcess();
  expect(holder.said).toBe('taken');
  expect(() => lockFolder(directory)).toThrow(FolderInUse);
  await holder.kill();
  lockFolder(directory)();
});

test('exactly one of several simultaneous processes gets it', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, otherProcess));
  expect(all.filter(({ said }) => said === 'taken')).toHaveLength(1);
});

test('a released folder can be taken again', () => {
  lockFolder(directory)();
  lockFolder(directory)();
});
