import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listenForCommands } from '../../src/gateway/cli/socket.ts';
import { makeDataFolders } from '../../src/gateway/private-files.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openGateway } from '../support/gateway.ts';
import { sendFullReceipt } from '../support/gateway-actions.ts';

const site = await openGateway({ variant: 'all' });
const ana = await site.signUp();
await sendFullReceipt(site, ana);
const { dataDirectory } = site.gateway.settings;
afterAll(() => site.close());

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o7777).toString(8);
}

describe('a folder of data', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let data: string;
  const url = (name: string) => pathToFileURL(join(folder.path, name)).href;

  beforeEach(async () => {
    folder = await temporaryFolder();
    data = join(folder.path, 'data');
    return folder.remove;
  });

  const make = (more: { databaseUrl?: string; storageUrl?: string } = {}) =>
    makeDataFolders({
      dataDirectory: data,
      databaseUrl: url('data/database'),
      storageUrl: url('data/files'),
      smtpUrl: null,
      ...more,
    });

  test('is created for one system user only', async () => {
    expect(await make()).toEqual([]);
    expect(await modeOf(data)).toBe('700');
  });

  test('is closed to other users if it exists', async () => {
    await mkdir(data);
    await chmod(data, 0o2777);
    expect(await make()).toEqual([]);
    expect(await modeOf(data)).toBe('2700');
  });

  test('is closed to others where another variable names it, but not its surroundings', async () => {
    await mkdir(join(folder.path, 'shared/files'), { recursive: true });
    await chmod(join(folder.path, 'shared'), 0o755);
    await chmod(join(folder.path, 'shared/files'), 0o755);
    const elsewhere = { databaseUrl: url('shared/database'), storageUrl: url('shared/files') };
    expect(await make(elsewhere)).toEqual([]);
    expect(await modeOf(join(folder.path, 'shared/database'))).toBe('700');
    expect(await modeOf(join(folder.path, 'shared/files'))).toBe('700');
    expect(await modeOf(join(folder.path, 'shared'))).toBe('755');
  });

  test('stays open, with one sentence, if all users share it', async () => {
    await mkdir(data);
    await chmod(data, 0o1777);
    expect(await make()).toEqual([
      `DATA_DIR: other users of this machine can reach people’s data in ${data}, and all users share it: name a folder of its own.`,
    ]);
    expect(await modeOf(data)).toBe('1777');
    expect(await modeOf(join(data, 'database'))).toBe('700');
  });

  test('is reported in one sentence if it cannot be changed', async () => {
    // The kernel refuses to change the mode of this one, even to root.
    const storageUrl = pathToFileURL(`/proc/${process.pid}`).href;
    expect(await make({ storageUrl })).toEqual([
      `STORAGE_URL: other users of this machine can reach people’s data in /proc/${process.pid}, and this process cannot change that: its owner can, by chmod 700.`,
    ]);
  });
});

describe('what the operator writes about people', () => {
  test.each([
    ['scpc', 'export', 'lista.csv'],
    ['consumers', 'export', ana.id, 'ana.json'],
  ])(
    '%s %s: only they may read it, also in the place of a file that all could',
    async (...words) => {
      const path = join(dataDirectory, String(words.at(-1)));
      expect((await site.operate(...words)).exitCode).toBe(0);
      expect(await modeOf(path)).toBe('600');
      await writeFile(path, 'old');
      await chmod(path, 0o644);
      expect((await site.operate(...words)).exitCode).toBe(0);
      expect(await modeOf(path)).toBe('600');
      expect((await stat(path)).size).toBeGreaterThan(100);
    },
  );

  test('a dry run of a person’s export writes nothing', async () => {
    const tried = await site.operate('consumers', 'export', ana.id, 'x.json', '--dry-run');
    expect(tried.exitCode).toBe(0);
    expect(await readdir(dataDirectory)).not.toContain('x.json');
  });

  test('a list that fails leaves no part of itself', async () => {
    await mkdir(join(dataDirectory, 'ordner.csv/inside'), { recursive: true });
    expect((await site.operate('scpc', 'export', 'ordner.csv')).exitCode).toBe(1);
    expect(await readdir(dataDirectory)).not.toContain('ordner.csv.part');
  });

  test('a backup is readable for them alone, each folder and file of it', async () => {
    expect((await site.operate('backup', 'copia')).exitCode).toBe(0);
    const folder = join(dataDirectory, 'copia');
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(names.length).toBeGreaterThan(10);
    expect(await modeOf(folder)).toBe('700');
    for (const entry of names) {
      const expected = entry.isDirectory() ? '700' : '600';
      expect.soft(await modeOf(join(entry.parentPath, entry.name)), entry.name).toBe(expected);
    }
  });
});

test('receipts and emails in folders are for the gateway’s user alone', async () => {
  expect(await site.emails()).not.toEqual([]);
  for (const kind of ['files', 'mail']) {
    const folder = join(dataDirectory, kind);
    expect(await modeOf(folder)).toBe('700');
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    expect(files).not.toEqual([]);
    for (const { parentPath, name } of files) {
      expect(await modeOf(join(parentPath, name))).toBe('600');
    }
  }
});

test('the operator’s socket is for the gateway’s user alone', async () => {
  const path = join(dataDirectory, 'database.operator');
  const desk = await listenForCommands(path, [], site.gateway);
  expect(await modeOf(path)).toBe('600');
  desk.close();
});
